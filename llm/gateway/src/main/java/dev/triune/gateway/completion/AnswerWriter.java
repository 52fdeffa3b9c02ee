/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Writes the answer to one request, in one piece or as the events of a stream: the pieces of each
 * choice, its end, and after the last choice the end of the stream. Broker's thread only.
 */
interface AnswerWriter {
    /** Writes the answers to all choices in one piece. */
    JsonNode whole(List<CollectedAnswer> answers);

    /** Returns the events of a piece of text. */
    byte[] text(int choice, String delta);

    /** Returns the events of a complete tool call. */
    byte[] toolCall(int choice, ToolCall call);

    /** Returns the events of log probabilities, an object as OpenAI's providers send it. */
    byte[] logprobs(int choice, JsonNode logprobs);

    /** Returns the events at the end of a choice. */
    byte[] end(int choice, Outcome.Finished answered);

    /**
     * Returns the events at the end of the stream.
     *
     * @param usage the tokens of all choices
     */
    byte[] last(Outcome.Finished answered, Usage usage);

    /**
     * A complete answer. Immutable.
     *
     * @param logprobs log probabilities of its pieces, as the provider sent them
     */
    record CollectedAnswer(
            String text,
            List<ToolCall> toolCalls,
            List<JsonNode> logprobs,
            Outcome.Finished outcome) {
        /** Returns the tokens of all answers. */
        static Usage usage(List<CollectedAnswer> answers) {
            return answers.stream()
                    .map(answer -> answer.outcome().usage())
                    .reduce(Usage.NONE, Usage::plus);
        }
    }
}
