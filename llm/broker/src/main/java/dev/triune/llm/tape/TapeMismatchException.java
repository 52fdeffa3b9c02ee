/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

/**
 * Thrown by a replay whose game differs from the tape, or whose tape was changed or is over. The
 * message names file, line, turn, and what was expected and came.
 */
public final class TapeMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final long turn;
    private final boolean endOfTape;

    public TapeMismatchException(
            String file, long line, long turn, String what, boolean endOfTape) {
        super(file + ":" + line + ": turn " + turn + ": " + what);
        this.line = line;
        this.turn = turn;
        this.endOfTape = endOfTape;
    }

    /** The line of the tape, 1 or more. */
    public long line() {
        return line;
    }

    /** How often the game had called {@code doWork}, the call at hand included. */
    public long turn() {
        return turn;
    }

    /** Whether the tape is merely over: all that is on it was played. */
    public boolean isEndOfTape() {
        return endOfTape;
    }
}
