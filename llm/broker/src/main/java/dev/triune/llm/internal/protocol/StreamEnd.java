/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;

/** How the bytes of an answer ended. Immutable. */
public sealed interface StreamEnd {
    /**
     * The answer ended regularly.
     *
     * @param reason why the model stopped
     * @param usage what it took; {@link Usage#NONE} if the server did not say
     */
    record Complete(FinishReason reason, Usage usage) implements StreamEnd {}

    /** The bytes ended before the answer did. */
    record CutOff() implements StreamEnd {}

    /**
     * The server reported an error where an answer was to be.
     *
     * @param body its JSON, which may hold anything
     */
    record ErrorReported(String body) implements StreamEnd {
        /** Without the body, which may repeat the prompt. */
        @Override
        public String toString() {
            return "Reported[body of " + body.length() + " characters]";
        }
    }

    /**
     * The answer does not follow the protocol.
     *
     * @param how in words, without any of its text
     */
    record Unreadable(String how) implements StreamEnd {}
}
