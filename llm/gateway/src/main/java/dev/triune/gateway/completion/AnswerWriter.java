/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.ProblemException;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import java.io.ByteArrayOutputStream;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Writes the answer to one request, in one piece or as the events of a stream: the pieces of each
 * choice, its end, and after the last choice the end of the stream. Formats without streams do not
 * implement those methods. Broker's thread only.
 */
abstract class AnswerWriter {
    private final ByteArrayOutputStream events = new ByteArrayOutputStream();

    /** Writes the answers to all choices in one piece. */
    abstract JsonNode whole(List<WholeAnswer> answers) throws ProblemException;

    /** Adds the events of a piece of text. */
    void text(int choice, String delta) {}

    /** Adds the events of a piece of the words of a refusal; as text by default. */
    void refusal(int choice, String delta) {
        text(choice, delta);
    }

    /** Adds the events of a complete tool call. */
    void toolCall(int choice, ToolCall call) {}

    /** Adds the events of log probabilities, as OpenAI's providers send them; none by default. */
    void logprobs(int choice, JsonNode logprobs) {}

    /** Adds the events at the end of a choice. */
    void end(int choice, Outcome.Finished answered) {}

    /**
     * Adds the events at the end of the stream.
     *
     * @param usage the tokens of all choices
     */
    void last(Outcome.Finished answered, Usage usage) {}

    /** Adds the bytes of an event, or a part of them. */
    final void write(byte[] event) {
        events.writeBytes(event);
    }

    /** Returns the events since the last call. */
    byte[] take() {
        byte[] bytes = events.toByteArray();
        events.reset();
        return bytes;
    }

    /** Returns the tokens of all answers. */
    static Usage usage(List<WholeAnswer> answers) {
        return answers.stream()
                .map(answer -> answer.outcome().usage())
                .reduce(Usage.NONE, Usage::plus);
    }
}
