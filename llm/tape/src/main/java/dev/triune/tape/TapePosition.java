/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

/**
 * A position between two calls at which a {@link TapeReplay} can start, to be stored with a saved
 * game: the number of calls of {@code doWork}, of submitted requests, and of lines of the tape (1
 * or more). Immutable.
 */
public record TapePosition(long turn, long requests, long lines) {
    /** The start of every tape. */
    public static final TapePosition START = new TapePosition(0, 0, 1);

    public TapePosition {
        if (turn < 0 || requests < 0 || lines < 1) {
            throw new IllegalArgumentException("turn " + turn + ", requests " + requests
                    + ", lines " + lines + " (expected 0, 0 and 1 or more)");
        }
    }
}
