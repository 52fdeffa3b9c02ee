/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;

/**
 * Events of a message, or the message in one piece. Unknown kinds of events and blocks are skipped,
 * as the protocol asks. Later figures replace earlier ones. Not thread-safe.
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
            case "content" -> value.each(block -> takeBlock(block, true));
            case "content_block" -> takeBlock(value, false);
            case "delta" -> value.fields(this::ofDelta);
            case "stop_reason" -> takeReason(value); // of a message in one piece
            case "usage" -> value.fields(this::ofUsage);
            default -> {}
        }
    }

    /** A message in one piece is its own last event. */
    private static boolean isLast(String type) {
        return type.equals("message_stop") || type.equals("message");
    }

    @Override
    void endOfEvent() {
        if (stopped) {
            endComplete();
        }
    }

    /** The message as it was when the stream began: its blocks are still to come. */
    private void ofMessage(String name, JsonEventReader value) {
        if (name.equals("usage")) {
            value.fields(this::ofUsage);
        }
    }

    /** Thinking has no text. Tools of the server's own, too, get arguments; they are not handed out. */
    private void takeBlock(JsonEventReader value, boolean whole) {
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

    /** What is added to the block that began last, or to the message. */
    private void ofDelta(String name, JsonEventReader value) {
        switch (name) {
            case "text" -> emitText(value.text());
            case "partial_json" -> takeArguments(value);
            case "stop_reason" -> takeReason(value);
            default -> {}
        }
    }

    private void takeArguments(JsonEventReader value) {
        if (inTool) {
            ToolCallDraft piece = new ToolCallDraft();
            piece.field("partial_json", value);
            addToolCall(piece);
        }
    }

    /** A reason that is not known counts as {@link FinishReason#STOP}. */
    private void takeReason(JsonEventReader value) {
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
