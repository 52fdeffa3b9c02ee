/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.Usage;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Chunks of a chat completion, or the completion in one piece. Only the first choice counts. Usage
 * may come with the last chunk, in a chunk of its own, with each chunk, or, at Groq, in a place of
 * its own; the last one counts. Not thread-safe.
 */
final class OpenAiEvents extends AnswerEvents {
    private Usage usage = Usage.NONE;

    OpenAiEvents(Consumer<String> text) {
        super(text);
    }

    @Override
    Usage usage() {
        return usage;
    }

    @Override
    void take(JsonNode event) {
        takeUsage(event.path("x_groq").path("usage"));
        takeUsage(event.path("usage"));
        JsonNode choice = event.path("choices").path(0);
        JsonNode message = choice.path("message");
        takeContent((message.isObject() ? message : choice.path("delta")).path("content"));
        takeReason(choice.path("finish_reason"));
        if (message.isObject()) {
            endWhole();
        }
    }

    private void takeUsage(JsonNode node) {
        if (node.isObject()) {
            usage = OpenAiUsage.of(node);
        }
    }

    /** Some servers send a list of typed parts, of which the text counts. */
    private void takeContent(JsonNode content) {
        if (content.isArray()) {
            content.forEach(part -> hand(part.path("text").stringValue("")));
        } else {
            hand(content.stringValue(""));
        }
    }

    /** Two reasons say that it was the server that stopped, not the model. */
    private void takeReason(JsonNode reason) {
        switch (reason.stringValue("")) {
            case "" -> {}
            case "error" -> end(new Ending.Reported("{\"error\":{\"code\":500}}"));
            case "insufficient_system_resource" -> end(new Ending.CutOff());
            default -> finish();
        }
    }
}
