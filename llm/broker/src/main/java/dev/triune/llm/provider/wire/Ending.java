/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.Usage;

/** How the bytes of an answer ended. Immutable. */
public sealed interface Ending {
    /**
     * The answer is whole.
     *
     * @param usage what it took; {@link Usage#NONE} if the server did not say
     */
    record Whole(Usage usage) implements Ending {}

    /** The bytes ended before the answer did. */
    record CutOff() implements Ending {}

    /**
     * The server reported an error where an answer was to be.
     *
     * @param body its JSON, which may hold anything
     */
    record Reported(String body) implements Ending {
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
    record Unreadable(String how) implements Ending {}
}
