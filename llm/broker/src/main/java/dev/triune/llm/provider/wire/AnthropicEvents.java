/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.Usage;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Events of a message, or the message in one piece. Fresh input excludes what was read from and
 * written to a cache. Later figures replace earlier ones, each for itself. Kinds of events and blocks
 * that are not known are passed over, as the protocol asks. Not thread-safe.
 */
final class AnthropicEvents extends AnswerEvents {
    private long input;
    private long cacheRead;
    private long cacheWrite;
    private long output;

    AnthropicEvents(Consumer<String> text) {
        super(text);
    }

    @Override
    Usage usage() {
        return new Usage(input, cacheRead, cacheWrite, output);
    }

    @Override
    void take(JsonNode event) {
        switch (event.path("type").stringValue("")) {
            case "message_start" -> takeUsage(event.path("message").path("usage"));
            case "content_block_start" -> takeText(event.path("content_block"));
            case "content_block_delta" -> takeText(event.path("delta"));
            case "message_delta" -> {
                takeUsage(event.path("usage"));
                takeReason(event.path("delta"));
            }
            case "message_stop" -> endWhole();
            case "message" -> takeWhole(event);
            default -> {}
        }
    }

    private void takeWhole(JsonNode message) {
        takeUsage(message.path("usage"));
        message.path("content").forEach(this::takeText);
        endWhole();
    }

    /** Of a block or a piece of one; thinking and tools have no such text. */
    private void takeText(JsonNode block) {
        hand(block.path("text").stringValue(""));
    }

    private void takeReason(JsonNode delta) {
        if (delta.path("stop_reason").isString()) {
            finish();
        }
    }

    private void takeUsage(JsonNode usage) {
        input = latest(usage.path("input_tokens"), input);
        cacheRead = latest(usage.path("cache_read_input_tokens"), cacheRead);
        cacheWrite = latest(usage.path("cache_creation_input_tokens"), cacheWrite);
        output = latest(usage.path("output_tokens"), output);
    }

    private static long latest(JsonNode count, long before) {
        return count.isNumber() ? Tokens.of(count) : before;
    }
}
