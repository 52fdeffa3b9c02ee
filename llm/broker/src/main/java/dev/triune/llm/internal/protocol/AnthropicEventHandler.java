/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the events of a message, or a message in one piece. Unknown events and blocks are
 * skipped, as the protocol requires. The largest counts of tokens count, since later events may
 * report none of the earlier ones. Not thread-safe.
 */
final class AnthropicEventHandler extends AnswerEventHandler {
    private static final int MAX_BLOCKS = 4096;

    private long input;
    private long cacheRead;
    private long cacheWrite;
    private long output;
    private boolean stopped;

    /** The tool calls by the index of their block; null for blocks of another type. */
    private final Map<Long, @Nullable ToolCallDraft> blocks = new HashMap<>();

    private long lastBlock;
    private long index = -1; // of the event's block; -1 if it has none
    private @Nullable ToolCallDraft begun; // by this event
    private boolean isBlock;
    private @Nullable ToolCallDraft piece; // of this event

    AnthropicEventHandler(AnswerSink sink) {
        super(ApiFamily.ANTHROPIC, sink);
    }

    @Override
    Usage usage() {
        return new Usage(input, cacheRead, cacheWrite, output);
    }

    @Override
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "type" -> stopped |= isLast(value.text());
            case "index" -> index = value.index();
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
        long block = index < 0 ? lastBlock + (isBlock ? 1 : 0) : index;
        if (isBlock && (blocks.containsKey(block) || blocks.size() < MAX_BLOCKS)) {
            blocks.put(block, begun);
            lastBlock = block;
        }
        ToolCallDraft call = blocks.get(block);
        if (piece != null && call != null) {
            continueToolCall(call, piece);
        }
        index = -1;
        isBlock = false;
        begun = null;
        piece = null;
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
        if (block.isA("tool_use")) {
            if (!whole) {
                block.keepArgumentsAsDefault();
            }
            beginToolCall(block);
            begun = block;
        }
        isBlock = !whole;
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
        piece = new ToolCallDraft();
        piece.field("partial_json", value);
    }

    private void readStopReason(JsonEventReader value) {
        if (value.isText() && readReason(value.text())) {
            finish();
        }
    }

    private void ofUsage(String name, JsonEventReader count) {
        if (!count.isNumber()) {
            return;
        }
        reportUsage();
        switch (name) {
            case "input_tokens" -> input = Math.max(input, count.tokens());
            case "cache_read_input_tokens" -> cacheRead = Math.max(cacheRead, count.tokens());
            case "cache_creation_input_tokens" -> cacheWrite = Math.max(cacheWrite, count.tokens());
            case "output_tokens" -> output = Math.max(output, count.tokens());
            default -> {}
        }
    }
}
