/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Request;
import dev.triune.llm.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes responses of OpenAI and their events. */
final class ResponsesWriter extends AnswerWriter {
    private final AnswerHead head;
    private final Request<String> request;

    /** The completed items. */
    private final ArrayNode output = Json.array();

    /** The text of the streamed message; null without one. */
    private @Nullable StringBuilder text;

    /** The event that is not written yet, as it may lack fields. */
    private @Nullable ObjectNode latest;

    private boolean started;
    private int sequence;

    ResponsesWriter(AnswerHead head, CompletionRequest request) {
        this.head = head;
        this.request = request.first();
    }

    @Override
    JsonNode whole(List<WholeAnswer> answers) {
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
    void text(int choice, String delta) {
        begin();
        if (text == null) {
            text = new StringBuilder();
            itemEvent("response.output_item.added", message("", "in_progress"));
            partEvent("response.content_part.added").set("part", part(""));
        }
        text.append(delta);
        partEvent("response.output_text.delta").put("delta", delta).putArray("logprobs");
    }

    @Override
    void toolCall(int choice, ToolCall call) {
        begin();
        endText();
        String id = itemId("fc_");
        itemEvent("response.output_item.added", functionCall(call, ""));
        argumentsEvent("response.function_call_arguments.delta", id).put("delta", call.arguments());
        argumentsEvent("response.function_call_arguments.done", id)
                .put("name", call.name())
                .put("arguments", call.arguments());
        endItem(functionCall(call, call.arguments()));
    }

    @Override
    void end(int choice, Outcome.Finished answered) {
        begin();
        endText();
        if (answered.finishReason() == FinishReason.REFUSAL && output.isEmpty()) {
            ObjectNode item = refusal("");
            itemEvent("response.output_item.added", item);
            endItem(item);
        }
    }

    @Override
    void last(Outcome.Finished answered, Usage usage) {
        begin();
        FinishReason reason = answered.finishReason();
        event(isComplete(reason) ? "response.completed" : "response.incomplete")
                .set("response", response(answered.model(), reason, usage));
    }

    private void begin() {
        if (!started) {
            started = true;
            ObjectNode response = response(head.model(), null, Usage.NONE);
            event("response.created").set("response", response);
            event("response.in_progress").set("response", response);
        }
    }

    private void endText() {
        if (text == null) {
            return;
        }
        String whole = text.toString();
        text = null;
        partEvent("response.output_text.done").put("text", whole).putArray("logprobs");
        partEvent("response.content_part.done").set("part", part(whole));
        endItem(message(whole, "completed"));
    }

    private void endItem(ObjectNode item) {
        itemEvent("response.output_item.done", item);
        output.add(item);
    }

    /** Starts the next event, to which the caller may add fields until another one starts. */
    private ObjectNode event(String type) {
        writeLatest();
        latest = Json.object().put("type", type).put("sequence_number", sequence++);
        return latest;
    }

    private void itemEvent(String type, ObjectNode item) {
        event(type).put("output_index", output.size()).set("item", item);
    }

    private ObjectNode partEvent(String type) {
        return argumentsEvent(type, itemId("msg_")).put("content_index", 0);
    }

    private ObjectNode argumentsEvent(String type, String id) {
        return event(type).put("item_id", id).put("output_index", output.size());
    }

    private void writeLatest() {
        if (latest != null) {
            write(ServerSentEvents.of(latest.path("type").asString(""), latest));
        }
        latest = null;
    }

    @Override
    byte[] take() {
        writeLatest();
        return super.take();
    }
}
