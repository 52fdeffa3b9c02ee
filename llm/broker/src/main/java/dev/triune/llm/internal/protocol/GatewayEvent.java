/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event of a gateway about one request. Immutable. */
public sealed interface GatewayEvent {
    /** Returns the request's id in the batch; empty for the only one of a stream. */
    String request();

    /** A piece of the answer; may be empty. */
    record Delta(String request, String text) implements GatewayEvent {
        @Override
        public String toString() {
            return "Delta[" + request + ", " + text.length() + " characters]";
        }
    }

    /** The regular end of an answer; its text is empty if it was streamed. */
    record Complete(
            String request,
            String text,
            List<ToolCall> toolCalls,
            FinishReason reason,
            Usage usage,
            @Nullable GatewayCooldown cooldown)
            implements GatewayEvent {
        @Override
        public String toString() {
            return "Complete[" + request + ", " + text.length() + " characters, " + usage + "]";
        }
    }

    record Failed(String request, GatewayError error) implements GatewayEvent {}
}
