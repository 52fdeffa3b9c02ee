/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.tape.TapeMismatchException;
import dev.triune.llm.tape.TapePosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * Winds a tape on to a place in the middle, and makes sure that the game that begins there lacks
 * nothing. Each step reads a line, so it ends. Owner only.
 */
public final class TapeSeeker {
    /** What a game calls; each has its end on the tape. */
    private static final Set<String> CALLS = Set.of(
            TapeEvent.SUBMIT,
            "cancel",
            "defer",
            "heartbeat",
            TapeEvent.COOLDOWN,
            "enableQuota",
            "quota",
            TapeEvent.TURN,
            TapeEvent.CLOSE);

    private final TapeReader tape;
    private final TapePosition to;
    private final Set<Long> open = new TreeSet<>();

    /** The calls under way: the request that each submits, or 0. */
    private final Deque<Long> calls = new ArrayDeque<>();

    private long requests;

    public TapeSeeker(TapeReader tape, TapePosition to) {
        this.tape = tape;
        this.to = to;
    }

    /** Winds on; the header was read before. */
    public void run() {
        for (long line = 2; line <= to.lines(); line++) {
            if (tape.peek().turn() > to.turn()) {
                throw elsewhere("the line is one of turn " + tape.peek().turn());
            }
            pass(tape.next());
        }
        tape.turn = to.turn();
        if (tape.peek().turn() < to.turn()) {
            throw elsewhere("the next line is one of turn " + tape.peek().turn());
        }
        if (requests != to.requests()) {
            throw elsewhere(requests + " requests come before it");
        }
        if (!calls.isEmpty()) {
            throw elsewhere("it is in the middle of a call");
        }
        if (!open.isEmpty()) {
            throw tape.mismatch("no replay can begin here: requests " + open
                    + " are under way, and a game that was loaded waits for none;"
                    + " save it in a turn in which nothing is under way");
        }
    }

    private void pass(TapeEntry tapeEntry) {
        try {
            String event = tapeEntry.event();
            if (CALLS.contains(event)) {
                calls.push(event.equals(TapeEvent.SUBMIT) ? submitted(tapeEntry) : 0);
            } else if (event.equals(TapeEvent.RETURNED)) {
                calls.pop();
            } else if (event.equals(TapeEvent.THREW)) {
                open.remove(calls.pop());
            } else if (event.equals(TapeEvent.ENDED)) {
                open.remove(tapeEntry.number("request"));
            }
        } catch (RuntimeException e) {
            throw tape.mismatch("this is no line of a tape: " + e.getMessage());
        }
    }

    private long submitted(TapeEntry tapeEntry) {
        requests++;
        open.add(tapeEntry.number("request"));
        return tapeEntry.number("request");
    }

    private TapeMismatchException elsewhere(String why) {
        return tape.mismatch("the tape has no place " + to + ": " + why);
    }
}
