/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import java.util.Optional;

/** An answer that is given in one piece, up to a bound. Thread-safe. */
final class AnswerBuffer {
    /** Characters: more than any model answers at once, less than a server minds. */
    static final int MAX_CHARACTERS = 8 << 20;

    private final StringBuilder text = new StringBuilder();
    private boolean tooLong;
    private Runnable cancel = () -> {};

    /** Adds a piece; false for the first one for which there is no room, the later ones are dropped. */
    synchronized boolean add(String delta) {
        if (tooLong) {
            return true;
        }
        if (delta.length() > MAX_CHARACTERS - text.length()) {
            tooLong = true;
            cancel.run();
            return false;
        }
        text.append(delta);
        return true;
    }

    /** Sets what ends the request once there is no more room. */
    synchronized void onOverflow(Runnable action) {
        cancel = action;
        if (tooLong) {
            action.run();
        }
    }

    /** What came so far. */
    synchronized String text() {
        return text.toString();
    }

    /** Whether nothing came. */
    synchronized boolean isEmpty() {
        return text.isEmpty();
    }

    /** What a client is told of an answer without an end. */
    static Problem tooLongProblem() {
        return new Problem(
                ErrorCode.PROVIDER_ERROR,
                "the answer has more than " + MAX_CHARACTERS + " characters (expected fewer)",
                "",
                "unreadable_answer",
                Optional.empty(),
                Optional.empty(),
                false);
    }
}
