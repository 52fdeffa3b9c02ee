/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.utils.IntBag;
import dev.triune.component.Mind;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/**
 * Keeps who opens a conversation in words of a model: from the request on, because of two that meet one
 * opens; from the prompt on, so that those near can wait for it; and after the answer, if whom the words
 * are for cannot listen yet, such as in flight from a danger. Game thread only.
 *
 * <pre>
 *   asked ------ prompt ------------------ answer: said, if somebody can listen
 *                  |                         |
 *                  those free and near       else kept, and those free and near wait, at most 20 s
 *                  wait, at most 20 s
 *                  |
 *                  whoever waited does not wait for a prompt again for a minute
 * </pre>
 */
@SuppressWarnings("NullAway.Init") // set when the world is built
final class Openings {
    /** How long nobody waits again for words that are being written, as people side by side would. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private static final class Opening {
        final long ticket;
        final long askedAt;

        /** Who waits for the words, with the agent that opens; empty before the prompt. */
        final IntBag waiting = new IntBag();

        long waitedSince = Mind.NEVER;
        String words = "";

        Opening(long ticket, long askedAt) {
            this.ticket = ticket;
            this.askedAt = askedAt;
        }
    }

    private final TreeMap<Integer, Opening> all = new TreeMap<>();
    private TalkContext context;
    private Participants people;
    private long patienceTicks;
    private long silenceTicks;
    private long pauseTicks;

    void start(TalkContext talkContext) {
        context = talkContext;
        people = talkContext.people();
        patienceTicks = context.clock().ticks(context.config().patience());
        silenceTicks = context.clock().ticks(Dialogue.SILENCE);
        pauseTicks = silenceTicks + context.clock().ticks(PAUSE);
    }

    /** Notes that an agent in no conversation asks for words. */
    void asked(int agent, long ticket) {
        forget(agent);
        all.put(agent, new Opening(ticket, context.tick()));
    }

    /** Notes that the prompt for them is written. */
    void prompted(int agent) {
        Opening opening = all.get(agent);
        if (opening != null) {
            startWait(agent, opening);
        }
    }

    /** Keeps the words of an answer until somebody can listen; false if they open nothing. */
    boolean hold(int agent, long ticket, String words) {
        Opening opening = all.get(agent);
        if (opening == null || opening.ticket != ticket) {
            return false;
        }
        opening.words = words;
        startWait(agent, opening);
        return true;
    }

    /** Has an agent and those free and near it wait, unless they did so for a prompt just now. */
    private void startWait(int agent, Opening opening) {
        long tick = context.tick();
        boolean written = !opening.words.isEmpty();
        opening.waitedSince = tick;
        opening.waiting.clear();
        IntBag near = people.nearbyAgents(agent);
        for (int i = 0; near != null && i < near.size(); i++) {
            int other = near.get(i);
            if (other != agent
                    && people.isFree(other)
                    && (written || (mayWait(agent) && mayWait(other)))
                    && !people.eitherRests(agent, other, tick)) {
                opening.waiting.add(other);
            }
        }
        if (!opening.waiting.isEmpty()) {
            opening.waiting.add(agent);
        }
        for (int i = 0; i < opening.waiting.size(); i++) {
            people.create(opening.waiting.get(i)).waitsAgainAt = tick + pauseTicks;
        }
        recheck(agent);
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

    /** Whether nobody waits for the words of an agent any longer. */
    boolean isOver(int agent) {
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
                            ? isWaiting(other, agent) && people.isFree(other)
                            : isWaiting(agent, other))
                    && people.areNear(agent, other)
                    && !people.eitherRests(agent, other, context.tick())) {
                return true;
            }
        }
        return false;
    }

    private boolean isWaiting(int agent, int opener) {
        Opening opening = all.get(opener);
        return opening != null && !isOver(opener) && opening.waiting.contains(agent);
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
