/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;

/** Handles the lines of a chat, the last one with {@code done} and the usage. Not thread-safe. */
final class OllamaEventHandler extends AnswerEventHandler {
    private long prompt;
    private long answer;
    private boolean done;

    OllamaEventHandler(AnswerSink sink) {
        super(ApiFamily.OLLAMA, sink);
    }

    @Override
    Usage usage() {
        return new Usage(prompt, 0, 0, answer);
    }

    @Override
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "message" -> value.fields(this::ofMessage);
            case "embeddings" -> {
                emitText(value.json());
                done = true;
            }
            case "done" -> done = value.isTrue();
            case "done_reason" -> readReason(value.text());
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
        } else if (name.equals("tool_calls")) {
            value.each(element -> {
                ToolCallDraft toolCall = new ToolCallDraft();
                element.fields(toolCall::field);
                beginToolCall(toolCall);
            });
        }
    }
}
