/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Agreement.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What villagers promised, to whom, and what became of it, read once a second from the journals of
 * those who owe it. A promise counts once its words were heard. Changes nothing. Artemis fills in the
 * mapper. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mapper
public final class WordsAndDeeds {
    /** The maximum number of promises that are listed; the oldest give way. */
    public static final int MAX_LISTED = 200;

    private static final int EVERY_TICKS = 20;

    private final Consumer<Promise> listener;
    private final Map<Long, Promise> promises = new LinkedHashMap<>();
    private final long[] counts = new long[State.values().length];
    private List<Promise> listed = List.of();
    private boolean changed;
    private long begunAt = -1;

    private ComponentMapper<Journal> mJournal;

    /** Creates an empty list; the listener hears of each promise when it is made and when it ends. */
    public WordsAndDeeds(Consumer<Promise> listener) {
        this.listener = listener;
    }

    /**
     * A promise of a villager. Immutable.
     *
     * @param agent the entity id of the one who owes it
     * @param with the name of the one to whom it is owed
     * @param request what was asked for, in words; empty if nobody asked
     * @param answer what was said to that
     * @param what what is to be done: steps, or words; may be empty
     * @param reason why it was not kept; may be empty
     * @param madeAt the tick in which it was made
     * @param settledAt the tick in which it was settled; negative while it is open
     */
    public record Promise(
            int agent,
            String with,
            String request,
            String answer,
            String what,
            State state,
            String reason,
            long madeAt,
            long settledAt) {
        private static Promise of(int agent, Agreement agreement) {
            return new Promise(
                    agent,
                    agreement.with,
                    agreement.request,
                    agreement.answer,
                    agreement.what,
                    agreement.state,
                    agreement.reason,
                    agreement.madeAt,
                    agreement.open() ? -1 : agreement.settledAt);
        }
    }

    /**
     * The say-and-do figures: how many promises were made, and what became of them.
     *
     * @param excused those that nobody is to blame for, which do not count for the rate
     * @param rate the share of the settled ones that were kept, 0 to 1; 1 if none is settled
     */
    public record SayAndDo(
            long made,
            long open,
            long kept,
            long failed,
            long givenUp,
            long excused,
            double rate) {}

    /** Looks at the journals, if it is time. */
    public void observe(long tick, int[] villagers) {
        if (begunAt < 0) {
            begunAt = tick;
        }
        if (tick % EVERY_TICKS != 0) {
            return;
        }
        for (int agent : villagers) {
            Journal journal = mJournal.get(agent);
            for (int i = 0; journal != null && i < journal.agreements.size(); i++) {
                Agreement agreement = journal.agreements.get(i);
                boolean old = !agreement.open() && agreement.settledAt < begunAt;
                if (agreement.own && !agreement.answer.isEmpty() && !old) {
                    note(agent, agreement);
                }
            }
        }
    }

    private void note(int agent, Agreement agreement) {
        long key = (long) agent << 32 | agreement.number;
        Promise known = promises.get(key);
        if (known != null
                && known.state() == agreement.state
                && known.what().equals(agreement.what)
                && known.madeAt() == agreement.madeAt) {
            return;
        }
        if (known == null && promises.size() == MAX_LISTED) {
            promises.remove(promises.keySet().iterator().next());
        }
        if (known != null) {
            counts[known.state().ordinal()]--;
        }
        counts[agreement.state.ordinal()]++;
        Promise promise = Promise.of(agent, agreement);
        promises.put(key, promise);
        changed = true;
        if (known == null || known.state() != promise.state()) {
            listener.accept(promise);
        }
    }

    /** Returns the promises, the oldest first; the same list until there is something new. */
    public List<Promise> promises() {
        if (changed) {
            listed = List.copyOf(promises.values());
            changed = false;
        }
        return listed;
    }

    /** Returns the figures so far. */
    public SayAndDo sayAndDo() {
        long open = counts[State.OPEN.ordinal()];
        long kept = counts[State.DONE.ordinal()];
        long failed = counts[State.FAILED.ordinal()];
        long givenUp = counts[State.DROPPED.ordinal()];
        long excused = counts[State.EXCUSED.ordinal()];
        long settled = kept + failed + givenUp;
        return new SayAndDo(
                settled + excused + open,
                open,
                kept,
                failed,
                givenUp,
                excused,
                settled == 0 ? 1 : (double) kept / settled);
    }
}
