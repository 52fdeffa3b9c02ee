/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;

/**
 * Receives the answer of a call: pieces, then one {@link #complete} or {@link #fail}, from one
 * thread at a time. Calls after the end or a cancel are ignored. {@link #text} may block an I/O
 * thread while the owner thread lags behind.
 */
public interface AnswerSink {
    /** Receives the next piece of the answer's text, of any length. */
    void text(String delta);

    /**
     * Whether the pieces may as well come together at the end, in time for the timeouts of streams;
     * false by default.
     */
    default boolean gathers() {
        return false;
    }

    /** Receives a complete tool call of the model. Ignored by default. */
    default void toolCall(AnswerPart.ToolCall call) {}

    /** Receives a piece of the words of a refusal, apart from the answer. Ignored by default. */
    default void refusal(String delta) {}

    /** Receives log probabilities, in OpenAI's form. Ignored by default. */
    default void logprobs(String json) {}

    /** Receives the tokens so far, charged if no final report follows. Ignored by default. */
    default void usage(Usage soFar) {}

    /**
     * Ends the call with its finish reason (the broker itself detects {@link FinishReason#EMPTY})
     * and the final token usage, or {@link Usage#NONE}.
     */
    void complete(FinishReason reason, Usage usage);

    /** Ends the call with {@link FinishReason#STOP}. */
    default void complete(Usage usage) {
        complete(FinishReason.STOP, usage);
    }

    /** Ends the call without an answer, or without the rest of it. */
    void fail(CallFailure failure);
}
