/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;

/** The way in which the bytes of an answer ended. Immutable. */
public sealed interface StreamEnd {
    record Complete(FinishReason reason, Usage usage) implements StreamEnd {}

    record CutOff() implements StreamEnd {}

    /**
     * The server reported an error in place of an answer, in JSON with any content, perhaps with the
     * HTTP status that it would have; 0 without one.
     */
    record ErrorReported(String body, int status) implements StreamEnd {
        public ErrorReported(String body) {
            this(body, 0);
        }

        /** Omits the body, which may repeat the prompt. */
        @Override
        public String toString() {
            return "Reported[body of " + body.length() + " characters]";
        }
    }

    /** The answer violates the protocol, as {@code how} describes without any of its text. */
    record Unreadable(String how) implements StreamEnd {}
}
