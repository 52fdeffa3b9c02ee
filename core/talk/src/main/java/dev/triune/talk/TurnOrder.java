/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.utils.IntBag;

/**
 * Chooses who speaks next in a conversation, whenever the floor is free. Set with {@link
 * ConversationConfig#turnOrder}. An agent that owes a player an answer speaks first, whatever the
 * order. Artemis injects mappers into a class, but not into a lambda: the {@code serial} of an agent's {@code
 * Mind} is that of its lines. Called on the game thread; must be quick and change nothing.
 */
@FunctionalInterface
public interface TurnOrder {
    /** The members who were addressed first, then whoever has waited longest. */
    TurnOrder STANDARD = (conversation, members) -> members.get(0);

    /**
     * Around the table, in the order in which the agents joined, whoever was addressed: each time the
     * next who is in {@code members}, so that those with nothing to say are left out, and are asked again
     * in the next round.
     */
    TurnOrder AROUND = (conversation, members) -> {
        IntBag agents = conversation.agents;
        for (int i = 1; i <= agents.size(); i++) {
            int next = agents.get((conversation.place + i) % agents.size());
            if (members.contains(next)) {
                return next;
            }
        }
        return members.get(0);
    };

    /**
     * Returns the next speaker.
     *
     * @param conversation the conversation, to be read
     * @param members the agents that have something to say or have not passed, at least one, in the
     *     standard order; not whoever has just spoken, so that an order that always prefers the same two
     *     has them alternate
     * @return one of the members, or -1 if nobody shall speak: the conversation then ends, unless a
     *     player takes part in it. Anything else, and an exception, counts as the standard order, and
     *     the log says so once.
     */
    int next(Transcript conversation, IntBag members);
}
