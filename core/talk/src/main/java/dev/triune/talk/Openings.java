/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.utils.IntBag;
import dev.triune.component.Mind;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/**
 * Keeps who opens a conversation in words of a model: from the request on, because of two that meet one
 * opens; from the prompt on, so that those near can wait for it; and after the answer, if whom the words
 * are for cannot listen yet, such as in flight from a danger or in another talk. Game thread only.
 *
 * <pre>
 *   asked ------ prompt ------------------ answer: said, if somebody can listen
 *                  |                         |
 *                  those free and near       else kept for a minute; whom they are for, if near,
 *                  wait, at most 20 s        waits, at most 20 s
 *                  |
 *                  whoever waited does not wait for a prompt again for a minute, and is not asked for
 *                  first words
 * </pre>
 */
@SuppressWarnings("NullAway.Init") // set when the world is built
final class Openings {
    /** How long nobody waits again for words that are being written, as people side by side would. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    /** How long words are kept for somebody who has gone or cannot listen. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private static final class Opening {
        final long ticket;
        final long askedAt;

        /** Who called out what the words are to answer; empty if nobody did. */
        final String caller;

        /** Who waits for the words, with the agent that opens; empty before the prompt. */
        final IntBag waiting = new IntBag();

        long waitedSince = Mind.NEVER;
        long heldSince = Mind.NEVER;
        String words = "";

        Opening(long ticket, long askedAt, String caller) {
            this.ticket = ticket;
            this.askedAt = askedAt;
            this.caller = caller;
        }
    }

    private final TreeMap<Integer, Opening> all = new TreeMap<>();
    private TalkContext context;
    private Participants people;
    private long patienceTicks;
    private long silenceTicks;
    private long pauseTicks;
    private long keptTicks;

    void start(TalkContext talkContext) {
        context = talkContext;
        people = talkContext.people();
        patienceTicks = context.clock().ticks(context.config().patience());
        silenceTicks = context.clock().ticks(Dialogue.SILENCE);
        pauseTicks = silenceTicks + context.clock().ticks(PAUSE);
        keptTicks = context.clock().ticks(KEPT);
    }

    /**
     * Notes that an agent in no conversation asks for words; returns whose call they are to answer, empty
     * if nobody's.
     */
    String asked(int agent, long ticket) {
        forget(agent);
        String caller = people.callerOf(agent, context.tick());
        all.put(agent, new Opening(ticket, context.tick(), caller));
        return caller;
    }

    /** Cancels the request of an agent that others, or its own plan, left no first words to say. */
    void supersede(int agent) {
        Opening opening = all.get(agent);
        if (opening == null || holds(agent)) {
            return;
        }
        forget(agent);
        Mind mind = people.mMind.get(agent);
        if (mind != null && mind.ticket == opening.ticket) {
            mind.ticket = 0;
            context.broker().cancel(new Ticket(opening.ticket));
        }
    }

    /** Notes that the prompt for them is written. */
    void prompted(int agent) {
        Opening opening = all.get(agent);
        if (opening != null && isOver(agent)) { // else it is written anew, for another provider
            awaitPrompt(agent, opening);
        }
    }

    /**
     * Keeps the words of an answer until whom they are for can listen; false if they open nothing.
     *
     * @param hearer that one, if it is near; otherwise -1
     */
    boolean hold(int agent, long ticket, String words, int hearer) {
        Opening opening = all.get(agent);
        if (opening == null || opening.ticket != ticket) {
            return false;
        }
        opening.words = words;
        opening.heldSince = context.tick();
        opening.waiting.setSize(0);
        awaitHearer(agent, ticket, hearer);
        return true;
    }

    /** Has whom the words of an opening are for wait, if that one is near; otherwise nothing happens. */
    void awaitHearer(int agent, long ticket, int hearer) {
        Opening opening = all.get(agent);
        if (opening != null && opening.ticket == ticket && hearer >= 0) {
            opening.waiting.add(hearer);
            startWait(agent, opening);
        }
    }

    /**
     * Has those free and near an agent wait for what it writes: those whose call it answers, others
     * unless one of both did so for a prompt just now.
     */
    private void awaitPrompt(int agent, Opening opening) {
        opening.waiting.setSize(0);
        IntBag near = people.nearbyAgents(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            boolean waits = answers(agent, other)
                    || (mayMeet(agent, other) && !people.eitherRests(agent, other, context.tick()));
            if (other != agent && people.isFree(other) && waits) {
                opening.waiting.add(other);
            }
        }
        startWait(agent, opening);
    }

    private void startWait(int agent, Opening opening) {
        long tick = context.tick();
        opening.waitedSince = tick;
        if (!opening.waiting.isEmpty()) {
            opening.waiting.add(agent);
        }
        for (int i = 0; i < opening.waiting.size(); i++) {
            people.create(opening.waiting.get(i)).waitsAgainAt = tick + pauseTicks;
        }
        recheck(agent);
    }

    /** Whether another would wait for the first words of an agent, or does: neither has just waited. */
    boolean mayMeet(int agent, int other) {
        Opening own = all.get(agent);
        return (own != null && own.waiting.contains(other)) || (mayWait(agent) && mayWait(other));
    }

    private boolean mayWait(int agent) {
        TalkState state = people.find(agent);
        return state == null || context.tick() >= state.waitsAgainAt;
    }

    /** Notes that the request has ended. */
    void ended(int agent, long ticket) {
        Opening opening = all.get(agent);
        if (opening != null && opening.ticket == ticket && opening.words.isEmpty()) {
            forget(agent);
        }
    }

    void forget(int agent) {
        if (all.remove(agent) != null) {
            recheck(agent);
        }
    }

    /** Returns the agents whose words are yet to be said. */
    List<Integer> holders() {
        return all.isEmpty()
                ? List.of()
                : all.keySet().stream().filter(this::holds).toList();
    }

    /** Whether an agent asks for first words, or has some yet to say. */
    boolean asks(int agent) {
        return all.containsKey(agent);
    }

    boolean holds(int agent) {
        Opening opening = all.get(agent);
        return opening != null && !opening.words.isEmpty();
    }

    /** Whether the words of a request are yet to be said. */
    boolean holds(int agent, long ticket) {
        return holds(agent) && ticketOf(agent) == ticket;
    }

    String wordsOf(int agent) {
        Opening opening = all.get(agent);
        return opening == null ? "" : opening.words;
    }

    long ticketOf(int agent) {
        Opening opening = all.get(agent);
        return opening == null ? 0 : opening.ticket;
    }

    /** Whether the words of an agent have been kept for long enough. */
    boolean isStale(int agent) {
        Opening opening = all.get(agent);
        return opening == null || context.tick() - opening.heldSince >= keptTicks;
    }

    /** Whether nobody waits for the words of an agent any longer. */
    private boolean isOver(int agent) {
        Opening opening = all.get(agent);
        return opening == null || context.tick() - opening.waitedSince >= silenceTicks;
    }

    /** Whether an agent is about to open a conversation, so that another is held for it. */
    boolean isAsking(int agent) {
        Opening opening = all.get(agent);
        return opening != null && context.tick() - opening.askedAt < patienceTicks;
    }

    /** Whether an agent waits for first words: its own for somebody near, or those of one near. */
    boolean awaitsTalk(int agent) {
        IntBag near = all.isEmpty() || !people.isFree(agent) ? null : people.nearbyAgents(agent);
        boolean opens = near != null && isWaiting(agent, agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            if (other != agent
                    && (opens
                            ? isWaiting(other, agent) && (holds(agent) || people.isFree(other))
                            : isWaiting(agent, other))
                    && people.areNear(agent, other)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWaiting(int agent, int opener) {
        Opening opening = all.get(opener);
        return opening != null && !isOver(opener) && opening.waiting.contains(agent);
    }

    /** Whether so many others ask for words to answer somebody's call that no talk could hold more. */
    boolean areEnough(int agent, String caller) {
        return all.entrySet().stream()
                        .filter(each -> each.getKey() != agent)
                        .filter(each -> each.getValue().caller.equals(caller))
                        .count()
                >= context.config().participants() - 1;
    }

    /** Whether an agent has asked for words to answer what another called out. */
    private boolean answers(int agent, int other) {
        Opening opening = all.get(agent);
        return opening != null
                && !opening.caller.isEmpty()
                && opening.caller.equals(people.nameOf(other));
    }

    /** Lets the reflexes of an agent, and of those near it, see whether they stand still. */
    private void recheck(int agent) {
        if (!people.isAgent(agent)) {
            return;
        }
        context.scheduler().markDirty(agent);
        IntBag near = people.nearbyAgents(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            context.scheduler().markDirty(near.get(i));
        }
    }
}
