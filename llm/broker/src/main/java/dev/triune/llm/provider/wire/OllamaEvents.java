/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.Usage;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Lines of a chat. The last one says {@code done} and bears the figures; a prompt that was cached
 * whole has no count of its own in older servers. Not thread-safe.
 */
final class OllamaEvents extends AnswerEvents {
    private Usage usage = Usage.NONE;

    OllamaEvents(Consumer<String> text) {
        super(text);
    }

    @Override
    Usage usage() {
        return usage;
    }

    @Override
    void take(JsonNode event) {
        hand(event.path("message").path("content").stringValue(""));
        if (event.path("done").booleanValue(false)) {
            long prompt = Tokens.of(event.path("prompt_eval_count"));
            usage = new Usage(prompt, 0, 0, Tokens.of(event.path("eval_count")));
            endWhole();
        }
    }
}
