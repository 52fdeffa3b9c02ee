/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Usage;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes responses of OpenAI and their events. */
final class ResponsesWriter implements AnswerWriter {
    private final AnswerHead head;
    private final Request<String> request;

    /** The completed items. */
    private final ArrayNode output = Json.array();

    /** The text of the streamed message; null without one. */
    private @Nullable StringBuilder text;

    private boolean started;
    private int sequence;

    ResponsesWriter(AnswerHead head, CompletionRequest request) {
        this.head = head;
        this.request = request.first();
    }

    @Override
    public JsonNode whole(List<WholeAnswer> answers) {
        WholeAnswer answer = answers.get(0);
        if (answer.outcome().finishReason() == FinishReason.REFUSAL) {
            output.add(refusal(answer.text()));
        } else if (!answer.text().isEmpty() || answer.toolCalls().isEmpty()) {
            output.add(message(answer.text(), "completed"));
        }
        answer.toolCalls().forEach(call -> output.add(functionCall(call, call.arguments())));
        Outcome.Finished outcome = answer.outcome();
        return response(outcome.model(), outcome.finishReason(), outcome.usage());
    }

    private ObjectNode response(String model, @Nullable FinishReason reason, Usage usage) {
        boolean complete = reason != null && isComplete(reason);
        String status = reason == null ? "in_progress" : complete ? "completed" : "incomplete";
        ObjectNode response = Json.object()
                .put("id", head.id())
                .put("object", "response")
                .put("created_at", head.created())
                .put("status", status)
                .put("model", model)
                .putNull("error")
                .putNull("instructions")
                .putNull("previous_response_id")
                .put("max_output_tokens", request.maxTokens())
                .put("parallel_tool_calls", true)
                .put("temperature", request.temperature())
                .put("store", false)
                .put("truncation", "disabled")
                .put("tool_choice", "auto");
        Double topP = request.options().topP();
        response.put("top_p", topP == null ? 1.0 : topP);
        response.putObject("text").putObject("format").put("type", "text");
        response.putArray("tools");
        response.putObject("metadata");
        if (reason == null || complete) {
            response.putNull("incomplete_details");
        } else {
            boolean filtered = reason == FinishReason.CONTENT_FILTER;
            response.putObject("incomplete_details")
                    .put("reason", filtered ? "content_filter" : "max_output_tokens");
        }
        response.set("output", output.deepCopy());
        response.set("usage", ChatCompletionWriter.isKnown(usage) ? usageJson(usage) : null);
        return response;
    }

    /** Whether the response is complete; a refusal is, as it is a message. */
    private static boolean isComplete(FinishReason reason) {
        return reason.isComplete()
                || reason == FinishReason.REFUSAL
                || reason == FinishReason.EMPTY;
    }

    private static ObjectNode usageJson(Usage usage) {
        ObjectNode json = Json.object()
                .put("input_tokens", usage.prompt())
                .put("output_tokens", usage.output())
                .put("total_tokens", usage.total());
        json.putObject("input_tokens_details").put("cached_tokens", usage.cacheRead());
        json.putObject("output_tokens_details").put("reasoning_tokens", 0);
        return json;
    }

    private String itemId(String prefix) {
        return prefix + head.id().substring("resp_".length()) + "_" + output.size();
    }

    private ObjectNode message(String content, String status) {
        ObjectNode item = Json.object()
                .put("id", itemId("msg_"))
                .put("type", "message")
                .put("role", "assistant")
                .put("status", status);
        ArrayNode parts = item.putArray("content");
        if (status.equals("completed")) {
            parts.add(part(content));
        }
        return item;
    }

    private ObjectNode refusal(String content) {
        ObjectNode item = message("", "in_progress").put("status", "completed");
        item.putArray("content")
                .addObject()
                .put("type", "refusal")
                .put("refusal", content.isBlank() ? ChatCompletionWriter.REFUSAL : content);
        return item;
    }

    private static ObjectNode part(String content) {
        ObjectNode part = Json.object().put("type", "output_text").put("text", content);
        part.putArray("annotations");
        part.putArray("logprobs");
        return part;
    }

    private ObjectNode functionCall(ToolCall call, String arguments) {
        return Json.object()
                .put("id", itemId("fc_"))
                .put("type", "function_call")
                .put("call_id", call.id())
                .put("name", call.name())
                .put("arguments", arguments)
                .put("status", arguments.isEmpty() ? "in_progress" : "completed");
    }

    @Override
    public byte[] text(int choice, String delta) {
        Events events = begin();
        if (text == null) {
            text = new StringBuilder();
            events.item("response.output_item.added", message("", "in_progress"));
            events.part("response.content_part.added").set("part", part(""));
        }
        text.append(delta);
        events.part("response.output_text.delta").put("delta", delta).putArray("logprobs");
        return events.bytes();
    }

    @Override
    public byte[] toolCall(int choice, ToolCall call) {
        Events events = begin();
        endText(events);
        String id = itemId("fc_");
        events.item("response.output_item.added", functionCall(call, ""));
        events.arguments("response.function_call_arguments.delta", id)
                .put("delta", call.arguments());
        events.arguments("response.function_call_arguments.done", id)
                .put("name", call.name())
                .put("arguments", call.arguments());
        ObjectNode item = functionCall(call, call.arguments());
        events.item("response.output_item.done", item);
        output.add(item);
        return events.bytes();
    }

    @Override
    public byte[] end(int choice, Outcome.Finished answered) {
        Events events = begin();
        endText(events);
        if (answered.finishReason() == FinishReason.REFUSAL && output.isEmpty()) {
            ObjectNode item = refusal("");
            events.item("response.output_item.added", item);
            events.item("response.output_item.done", item);
            output.add(item);
        }
        return events.bytes();
    }

    @Override
    public byte[] last(Outcome.Finished answered, Usage usage) {
        Events events = begin();
        FinishReason reason = answered.finishReason();
        events.event(isComplete(reason) ? "response.completed" : "response.incomplete")
                .set("response", response(answered.model(), reason, usage));
        return events.bytes();
    }

    private Events begin() {
        Events events = new Events();
        if (!started) {
            started = true;
            ObjectNode response = response(head.model(), null, Usage.NONE);
            events.event("response.created").set("response", response);
            events.event("response.in_progress").set("response", response);
        }
        return events;
    }

    private void endText(Events events) {
        if (text == null) {
            return;
        }
        String whole = text.toString();
        text = null;
        events.part("response.output_text.done").put("text", whole).putArray("logprobs");
        events.part("response.content_part.done").set("part", part(whole));
        ObjectNode item = message(whole, "completed");
        events.item("response.output_item.done", item);
        output.add(item);
    }

    /** Numbered events, written when complete. */
    private final class Events {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private @Nullable ObjectNode open;

        ObjectNode event(String type) {
            flush();
            open = Json.object().put("type", type).put("sequence_number", sequence++);
            return open;
        }

        void item(String type, ObjectNode item) {
            event(type).put("output_index", output.size()).set("item", item);
        }

        ObjectNode part(String type) {
            return event(type)
                    .put("item_id", itemId("msg_"))
                    .put("output_index", output.size())
                    .put("content_index", 0);
        }

        ObjectNode arguments(String type, String id) {
            return event(type).put("item_id", id).put("output_index", output.size());
        }

        private void flush() {
            if (open != null) {
                out.writeBytes(ServerSentEvents.of(open.path("type").asString(""), open));
            }
            open = null;
        }

        byte[] bytes() {
            flush();
            return out.toByteArray();
        }
    }
}
