/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;
import java.util.List;
import java.util.Optional;

/** What a gateway says of one request. Immutable. */
public sealed interface GatewayEvent {
    /** Which request of the batch; empty for the only one of a stream. */
    String request();

    /** A piece of the answer; it may be empty. */
    record Delta(String request, String text) implements GatewayEvent {
        /** Without the text. */
        @Override
        public String toString() {
            return "Delta[" + request + ", " + text.length() + " characters]";
        }
    }

    /** The answer ended regularly; its text is empty where it came in pieces. */
    record Complete(
            String request,
            String text,
            List<ToolCall> toolCalls,
            FinishReason reason,
            Usage usage,
            Optional<GatewayCooldown> cooldown)
            implements GatewayEvent {
        /** Without the text. */
        @Override
        public String toString() {
            return "Complete[" + request + ", " + text.length() + " characters, " + usage + "]";
        }
    }

    /** There is no answer, or no more of it. */
    record Failed(String request, GatewayError error) implements GatewayEvent {}
}
