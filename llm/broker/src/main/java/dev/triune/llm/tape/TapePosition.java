/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

/**
 * A place between two calls of a game, where a {@link TapeReplay} can begin. A {@link TapeRecorder}
 * tells where it is; whoever saves the game then keeps it with the save. Immutable.
 *
 * @param turn how often the game had called {@code doWork}, 0 or more
 * @param requests how many requests it had submitted, 0 or more
 * @param lines how many lines were on the tape, its header included, 1 or more
 */
public record TapePosition(long turn, long requests, long lines) {
    /** The beginning of every tape. */
    public static final TapePosition START = new TapePosition(0, 0, 1);

    /** Refuses figures out of range. */
    public TapePosition {
        if (turn < 0 || requests < 0 || lines < 1) {
            throw new IllegalArgumentException("turn " + turn + ", requests " + requests
                    + ", lines " + lines + " (expected 0, 0 and 1 or more)");
        }
    }
}
