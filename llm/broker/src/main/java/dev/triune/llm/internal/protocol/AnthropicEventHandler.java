/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;

/**
 * Handles the events of a message, or a message in one piece. Unknown events and blocks are
 * skipped, as the protocol requires. Later usage replaces earlier usage. Not thread-safe.
 */
final class AnthropicEventHandler extends AnswerEventHandler {
    private long input;
    private long cacheRead;
    private long cacheWrite;
    private long output;
    private boolean stopped;
    private boolean inTool;

    AnthropicEventHandler(AnswerSink sink) {
        super(sink);
    }

    @Override
    Usage usage() {
        return new Usage(input, cacheRead, cacheWrite, output);
    }

    @Override
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "type" -> stopped |= isLast(value.text());
            case "message" -> value.fields(this::ofMessage);
            case "content" -> value.each(block -> readBlock(block, true));
            case "content_block" -> readBlock(value, false);
            case "delta" -> value.fields(this::ofDelta);
            case "stop_reason" -> readStopReason(value); // of a complete message
            case "usage" -> value.fields(this::ofUsage);
            default -> {}
        }
    }

    /** Whether an event is the last; a message in one piece is. */
    private static boolean isLast(String type) {
        return type.equals("message_stop") || type.equals("message");
    }

    @Override
    void endOfEvent() {
        if (stopped) {
            endComplete();
        }
    }

    /** Handles a field of the initial message, which has no blocks yet. */
    private void ofMessage(String name, JsonEventReader value) {
        if (name.equals("usage")) {
            value.fields(this::ofUsage);
        }
    }

    /** Handles a block. Thinking has no text. Tools run by the server are not emitted. */
    private void readBlock(JsonEventReader value, boolean whole) {
        ToolCallDraft block = new ToolCallDraft();
        value.fields((name, field) -> {
            if (name.equals("text")) {
                emitText(field.text());
            } else {
                block.field(name, field);
            }
        });
        inTool = block.isA("tool_use");
        if (!whole) {
            block.dropArguments();
        }
        if (inTool) {
            beginToolCall(block);
        }
    }

    private void ofDelta(String name, JsonEventReader value) {
        switch (name) {
            case "text" -> emitText(value.text());
            case "partial_json" -> readArguments(value);
            case "stop_reason" -> readStopReason(value);
            default -> {}
        }
    }

    private void readArguments(JsonEventReader value) {
        if (inTool) {
            ToolCallDraft piece = new ToolCallDraft();
            piece.field("partial_json", value);
            addToolCall(piece);
        }
    }

    /** Handles a reason; unknown ones count as {@link FinishReason#STOP}. */
    private void readStopReason(JsonEventReader value) {
        if (value.isText()) {
            finish(
                    switch (value.text()) {
                        case "tool_use" -> FinishReason.TOOL_CALLS;
                        case "max_tokens", "model_context_window_exceeded" -> FinishReason.LENGTH;
                        case "refusal" -> FinishReason.REFUSAL;
                        case "pause_turn" -> FinishReason.PAUSED;
                        default -> FinishReason.STOP;
                    });
        }
    }

    private void ofUsage(String name, JsonEventReader count) {
        if (!count.isNumber()) {
            return;
        }
        reportUsage();
        switch (name) {
            case "input_tokens" -> input = count.tokens();
            case "cache_read_input_tokens" -> cacheRead = count.tokens();
            case "cache_creation_input_tokens" -> cacheWrite = count.tokens();
            case "output_tokens" -> output = count.tokens();
            default -> {}
        }
    }
}
