/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;

/** How the bytes of an answer ended. Immutable. */
public sealed interface StreamEnd {
    record Complete(FinishReason reason, Usage usage) implements StreamEnd {}

    record CutOff() implements StreamEnd {}

    /** The server reported an error where an answer was to be, in JSON that may hold anything. */
    record ErrorReported(String body) implements StreamEnd {
        /** Without the body, which may repeat the prompt. */
        @Override
        public String toString() {
            return "Reported[body of " + body.length() + " characters]";
        }
    }

    /** The answer does not follow the protocol, as {@code how} says without any of its text. */
    record Unreadable(String how) implements StreamEnd {}
}
