/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Which fault is next: dealt from a shuffled deck, so that each kind comes up within one deck. The
 * seed gives the order of the faults; which request gets which depends on the threads. Thread-safe.
 */
final class FaultPlan {
    private static final int PASSES = 9;
    private static final int DELAYS = 3;
    private static final int OF_EACH_OTHER = 2;

    /** Within the head of an answer, its body, or before either. */
    private static final int MOST_BYTES = 400;

    private static final int MOST_DELAY = 40;
    private static final int FIRST_REFUSAL = 2_000;
    private static final int LEAST_PEACE = 3_000;
    private static final int MOST_PEACE = 7_000;
    private static final int LEAST_REFUSAL = 200;
    private static final int MOST_REFUSAL = 900;

    private final SplittableRandom random;
    private final List<Fault> deck = new ArrayList<>();
    private final Map<Fault, Long> happened = new EnumMap<>(Fault.class);
    private boolean calm;
    private boolean refused;

    FaultPlan(long seed) {
        random = new SplittableRandom(seed);
        for (Fault fault : Fault.values()) {
            happened.put(fault, 0L);
        }
    }

    /**
     * What happens to one request.
     *
     * @param fault its kind
     * @param bytes how many bytes of the answer pass before it
     * @param millis the delay of each piece
     */
    record Fate(Fault fault, int bytes, int millis) {
        /** Nothing happens. */
        static final Fate NONE = new Fate(Fault.PASS, 0, 0);
    }

    /** The fate of the next request. */
    synchronized Fate next() {
        if (calm) {
            return Fate.NONE;
        }
        if (deck.isEmpty()) {
            shuffle();
        }
        Fault fault = deck.remove(deck.size() - 1);
        return new Fate(fault, random.nextInt(MOST_BYTES), 1 + random.nextInt(MOST_DELAY));
    }

    private void shuffle() {
        for (Fault fault : Fault.values()) {
            int times = switch (fault) {
                case PASS -> PASSES;
                case DELAY -> DELAYS;
                case CUT, RESET, HALF, SILENCE -> OF_EACH_OTHER;
                case REFUSAL -> 0; // comes by time
            };
            for (int i = 0; i < times; i++) {
                deck.add(random.nextInt(deck.size() + 1), fault);
            }
        }
    }

    /** How long connections are accepted until the next refusal, in milliseconds. */
    synchronized int peaceMillis() {
        int millis = refused ? random.nextInt(LEAST_PEACE, MOST_PEACE) : FIRST_REFUSAL;
        refused = true;
        return millis;
    }

    /** How long a refusal lasts, in milliseconds. */
    synchronized int refusalMillis() {
        return random.nextInt(LEAST_REFUSAL, MOST_REFUSAL);
    }

    /** No more faults. */
    synchronized void calmDown() {
        calm = true;
    }

    synchronized boolean isCalm() {
        return calm;
    }

    /** Counts a fault that happened. */
    synchronized void happened(Fault fault) {
        happened.merge(fault, 1L, Long::sum);
    }

    /** How often each fault happened. */
    synchronized Map<Fault, Long> counts() {
        return new EnumMap<>(happened);
    }
}
