/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.Broker.BrokerHaltedException;

/**
 * Thrown by a replay if the game differs from the tape, or if the tape was changed or has ended.
 * The message names file, line, turn, the expected and the actual event.
 */
public final class TapeMismatchException extends BrokerHaltedException {
    private static final long serialVersionUID = 1L;

    private final long line;
    private final long turn;
    private final boolean endOfTape;

    TapeMismatchException(String file, long line, long turn, String what, boolean endOfTape) {
        super(file + ":" + line + ": turn " + turn + ": " + what);
        this.line = line;
        this.turn = turn;
        this.endOfTape = endOfTape;
    }

    /** Returns the line of the tape, 1 or more. */
    public long line() {
        return line;
    }

    /** Returns the number of calls of {@code doWork}, including the current one. */
    public long turn() {
        return turn;
    }

    /** Whether the end of the tape was reached. */
    public boolean isEndOfTape() {
        return endOfTape;
    }
}
