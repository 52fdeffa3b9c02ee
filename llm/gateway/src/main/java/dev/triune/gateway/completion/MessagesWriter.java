/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.protocol.WireFamily;
import dev.triune.llm.provider.ApiFamily;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages of Anthropic and their events. */
final class MessagesWriter extends AnswerWriter {
    private static final WireFamily FAMILY = WireFamily.of(ApiFamily.ANTHROPIC);

    private final AnswerHead head;
    private boolean started;
    private boolean inText;
    private int blocks;

    MessagesWriter(AnswerHead head) {
        this.head = head;
    }

    @Override
    JsonNode whole(List<WholeAnswer> answers) {
        WholeAnswer answer = answers.get(0);
        ObjectNode message = message(answer.outcome().model());
        ArrayNode content = message.putArray("content");
        if (!answer.text().isEmpty()) {
            addText(content.addObject(), answer.text());
        }
        for (ToolCall call : answer.toolCalls()) {
            addToolUse(content.addObject(), call).set("input", arguments(call));
        }
        FinishReason reason = answer.outcome().finishReason();
        message.put("stop_reason", stopReason(reason)).putNull("stop_sequence");
        message.set("usage", usageJson(answer.outcome().usage()));
        return message;
    }

    private ObjectNode message(String model) {
        return Json.object()
                .put("id", head.id())
                .put("type", "message")
                .put("role", "assistant")
                .put("model", model);
    }

    private static ObjectNode addText(ObjectNode block, String text) {
        return block.put("type", "text").put("text", text);
    }

    private static ObjectNode addToolUse(ObjectNode block, ToolCall call) {
        return block.put("type", "tool_use")
                .put("id", FAMILY.toolId(call.id()))
                .put("name", call.name());
    }

    /** Returns the arguments as an object, as Anthropic's clients expect. */
    private static JsonNode arguments(ToolCall call) {
        try {
            JsonNode arguments = Json.read(call.arguments());
            return arguments.isObject() ? arguments : Json.object();
        } catch (JacksonException e) {
            return Json.object().put("invalid_json", call.arguments());
        }
    }

    @Override
    void text(int choice, String delta) {
        begin();
        if (!inText) {
            inText = true;
            blockStart(addText(Json.object(), ""));
        }
        blockDelta(Json.object().put("type", "text_delta").put("text", delta));
    }

    @Override
    void toolCall(int choice, ToolCall call) {
        begin();
        endText();
        ObjectNode block = addToolUse(Json.object(), call);
        block.putObject("input");
        blockStart(block);
        blockDelta(Json.object()
                .put("type", "input_json_delta")
                .put("partial_json", call.arguments()));
        blockStop();
    }

    @Override
    void end(int choice, Outcome.Finished answered) {
        begin();
        endText();
    }

    @Override
    void last(Outcome.Finished answered, Usage usage) {
        ObjectNode delta = event("message_delta");
        delta.putObject("delta")
                .put("stop_reason", stopReason(answered.finishReason()))
                .putNull("stop_sequence");
        delta.set("usage", usageJson(usage));
        send(delta);
        send(event("message_stop"));
    }

    /** Adds the first event of the stream, once; tokens are only known at its end. */
    private void begin() {
        if (started) {
            return;
        }
        started = true;
        ObjectNode start = event("message_start");
        ObjectNode message = message(head.model());
        message.putArray("content");
        message.putNull("stop_reason").putNull("stop_sequence");
        message.set("usage", usageJson(Usage.NONE));
        start.set("message", message);
        send(start);
    }

    private void endText() {
        if (inText) {
            blockStop();
        }
        inText = false;
    }

    private void blockStart(ObjectNode block) {
        ObjectNode start = event("content_block_start").put("index", blocks);
        start.set("content_block", block);
        send(start);
    }

    private void blockDelta(ObjectNode piece) {
        ObjectNode delta = event("content_block_delta").put("index", blocks);
        delta.set("delta", piece);
        send(delta);
    }

    private void blockStop() {
        send(event("content_block_stop").put("index", blocks++));
    }

    private static ObjectNode event(String type) {
        return Json.object().put("type", type);
    }

    private void send(ObjectNode event) {
        write(ServerSentEvents.of(event.path("type").asString(""), event));
    }

    private static String stopReason(FinishReason reason) {
        return switch (reason) {
            case STOP, EMPTY -> "end_turn"; // providers do not say which text stopped them
            case LENGTH -> "max_tokens";
            case CONTENT_FILTER, REFUSAL -> "refusal";
            case TOOL_CALLS -> "tool_use";
            case PAUSED -> "pause_turn";
        };
    }

    private static ObjectNode usageJson(Usage usage) {
        return Json.object()
                .put("input_tokens", usage.input())
                .put("cache_creation_input_tokens", usage.cacheWrite())
                .put("cache_read_input_tokens", usage.cacheRead())
                .put("output_tokens", usage.output());
    }
}
