/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Usage;
import java.util.function.Consumer;

/**
 * Events of a message, or the message in one piece. Fresh input excludes what was read from and
 * written to a cache. Later figures replace earlier ones, each for itself. Kinds of events and blocks
 * that are not known are passed over, as the protocol asks: what counts is found by its place, which
 * is the same in all kinds. Not thread-safe.
 */
final class AnthropicEventHandler extends AnswerEventHandler {
    private long input;
    private long cacheRead;
    private long cacheWrite;
    private long output;
    private boolean stopped;

    AnthropicEventHandler(Consumer<String> text) {
        super(text);
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
            case "content" -> value.elements(this::ofBlock);
            case "content_block", "delta" -> value.fields(this::ofBlock);
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

    /** Of a block or what is added to one; thinking and tools have no text. */
    private void ofBlock(String name, JsonEventReader value) {
        if (name.equals("text")) {
            emitText(value.text());
        } else if (name.equals("stop_reason") && value.isText()) {
            finish();
        }
    }

    private void ofUsage(String name, JsonEventReader count) {
        if (!count.isNumber()) {
            return;
        }
        switch (name) {
            case "input_tokens" -> input = count.tokens();
            case "cache_read_input_tokens" -> cacheRead = count.tokens();
            case "cache_creation_input_tokens" -> cacheWrite = count.tokens();
            case "output_tokens" -> output = count.tokens();
            default -> {}
        }
    }
}
