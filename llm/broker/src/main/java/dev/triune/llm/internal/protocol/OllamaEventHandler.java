/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Usage;
import java.util.function.Consumer;

/**
 * Lines of a chat. The last one says {@code done} and bears the figures; a prompt that was cached
 * whole has no count of its own in older servers. Not thread-safe.
 */
final class OllamaEventHandler extends AnswerEventHandler {
    private long prompt;
    private long answer;
    private boolean done;

    OllamaEventHandler(Consumer<String> text) {
        super(text);
    }

    @Override
    Usage usage() {
        return new Usage(prompt, 0, 0, answer);
    }

    @Override
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "message" -> value.fields(this::ofMessage);
            case "done" -> done = value.isTrue();
            case "prompt_eval_count" -> prompt = value.tokens();
            case "eval_count" -> answer = value.tokens();
            default -> {}
        }
    }

    @Override
    void endOfEvent() {
        if (done) {
            endComplete();
        }
    }

    private void ofMessage(String name, JsonEventReader value) {
        if (name.equals("content")) {
            emitText(value.text());
        }
    }
}
