/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.ProblemException;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Writes the answer to one request, in one piece or as the events of a stream: the pieces of each
 * choice, its end, and after the last choice the end of the stream. Formats without streams do not
 * implement those methods. Broker's thread only.
 */
interface AnswerWriter {
    /**
     * Writes the answers to all choices in one piece.
     *
     * @throws ProblemException if the provider's answer is unreadable
     */
    JsonNode whole(List<WholeAnswer> answers) throws ProblemException;

    /** Returns the events of a piece of text. */
    default byte[] text(int choice, String delta) {
        throw new UnsupportedOperationException("answered in one piece");
    }

    /** Returns the events of a complete tool call. */
    default byte[] toolCall(int choice, ToolCall call) {
        throw new UnsupportedOperationException("answered in one piece");
    }

    /**
     * Returns the events of log probabilities, as OpenAI's providers send them; none by default.
     */
    default byte[] logprobs(int choice, JsonNode logprobs) {
        return new byte[0];
    }

    /** Returns the events at the end of a choice. */
    default byte[] end(int choice, Outcome.Finished answered) {
        throw new UnsupportedOperationException("answered in one piece");
    }

    /**
     * Returns the events at the end of the stream.
     *
     * @param usage the tokens of all choices
     */
    default byte[] last(Outcome.Finished answered, Usage usage) {
        throw new UnsupportedOperationException("answered in one piece");
    }

    /** Returns the tokens of all answers. */
    static Usage usage(List<WholeAnswer> answers) {
        return answers.stream()
                .map(answer -> answer.outcome().usage())
                .reduce(Usage.NONE, Usage::plus);
    }
}
