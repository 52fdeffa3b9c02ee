/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes chat completions and their chunks. */
final class ChatCompletionWriter extends AnswerWriter {
    /** The text of a refusal for which the provider sent none. */
    static final String REFUSAL = "The model declined to answer.";

    /** The last event of a successful stream. */
    private static final byte[] DONE = ServerSentEvents.of("[DONE]");

    /** Occurs only once, as the quotes would be escaped within a JSON text. */
    private static final String PLACEHOLDER = "\"content\":\"\"";

    private final AnswerHead head;
    private final boolean withUsage;

    /** The number of tool calls of each choice that has started. */
    private final Map<Integer, Integer> toolCalls = new HashMap<>();

    /** The choices whose words of refusal were written. */
    private final Set<Integer> refused = new HashSet<>();

    /** The constant bytes before and after the text of a chunk of the first choice. */
    private byte[] before = {};

    private byte[] after = {};

    ChatCompletionWriter(AnswerHead head, CompletionRequest request) {
        this.head = head;
        this.withUsage = request.includeUsage();
    }

    @Override
    JsonNode whole(List<WholeAnswer> answers) {
        ObjectNode object = Json.object()
                .put("id", head.id())
                .put("object", "chat.completion")
                .put("created", head.created())
                .put("model", answers.get(0).outcome().model());
        ArrayNode choices = object.putArray("choices");
        answers.forEach(answer -> addChoice(choices, answer));
        Usage usage = AnswerWriter.usage(answers);
        if (isKnown(usage)) {
            object.set("usage", usageJson(usage));
        }
        return object;
    }

    private static void addChoice(ArrayNode choices, WholeAnswer answer) {
        ObjectNode choice = choices.addObject().put("index", choices.size() - 1);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        FinishReason reason = answer.outcome().finishReason();
        String text = answer.text();
        if (reason == FinishReason.REFUSAL) {
            message.putNull("content").put("refusal", text.isBlank() ? REFUSAL : text);
        } else if (text.isEmpty() && !answer.toolCalls().isEmpty()) {
            message.putNull("content").putNull("refusal");
        } else {
            message.put("content", text).putNull("refusal");
        }
        if (!answer.toolCalls().isEmpty()) {
            ArrayNode calls = message.putArray("tool_calls");
            for (ToolCall call : answer.toolCalls()) {
                addToolCall(calls.addObject(), call);
                addReasoning(message, call);
            }
        }
        if (answer.logprobs().isEmpty()) {
            choice.putNull("logprobs");
        } else {
            choice.set("logprobs", joined(answer.logprobs()));
        }
        choice.put("finish_reason", finishReason(reason));
    }

    private static void addToolCall(ObjectNode object, ToolCall call) {
        object.put("id", call.id())
                .put("type", "function")
                .putObject("function")
                .put("name", call.name())
                .put("arguments", call.arguments());
        JsonNode extra = extra(call).path("extra_content");
        if (extra.isObject()) {
            object.set("extra_content", extra);
        }
    }

    /** Returns what the provider wants back with a call. */
    private static JsonNode extra(ToolCall call) {
        return call.extra().isEmpty() ? Json.object() : Json.read(call.extra());
    }

    /** Adds the reasoning that the provider wants back with a call to its message. */
    private static void addReasoning(ObjectNode message, ToolCall call) {
        extra(call)
                .propertyStream()
                .filter(field -> field.getKey().startsWith("reasoning"))
                .forEach(field -> message.set(field.getKey(), field.getValue()));
    }

    /** Joins lists of the same name. */
    private static ObjectNode joined(List<JsonNode> pieces) {
        ObjectNode all = Json.object();
        for (JsonNode piece : pieces) {
            piece.propertyStream().forEach(list -> {
                if (list.getValue() instanceof ArrayNode items) {
                    all.withArray(list.getKey()).addAll(items);
                } else {
                    all.putIfAbsent(list.getKey(), list.getValue());
                }
            });
        }
        return all;
    }

    @Override
    void text(int choice, String delta) {
        begin(choice);
        if (choice == 0) {
            write(before);
            write(Json.bytes(delta));
            write(after);
        } else {
            write(chunk(choice, Json.object().put("content", delta), null, null));
        }
    }

    @Override
    void refusal(int choice, String delta) {
        begin(choice);
        refused.add(choice);
        write(chunk(choice, Json.object().put("refusal", delta), null, null));
    }

    @Override
    void toolCall(int choice, ToolCall call) {
        begin(choice);
        ObjectNode delta = Json.object();
        int index = toolCalls.merge(choice, 1, Integer::sum) - 1;
        addToolCall(delta.putArray("tool_calls").addObject().put("index", index), call);
        addReasoning(delta, call);
        write(chunk(choice, delta, null, null));
    }

    @Override
    void logprobs(int choice, JsonNode logprobs) {
        begin(choice);
        write(chunk(choice, Json.object(), null, logprobs));
    }

    @Override
    void end(int choice, Outcome.Finished answered) {
        begin(choice);
        if (answered.finishReason() == FinishReason.REFUSAL && !refused.contains(choice)) {
            write(chunk(choice, Json.object().put("refusal", REFUSAL), null, null));
        }
        write(chunk(choice, Json.object(), finishReason(answered.finishReason()), null));
    }

    @Override
    void last(Outcome.Finished answered, Usage usage) {
        if (withUsage && isKnown(usage)) {
            ObjectNode object = chunkHead();
            object.putArray("choices");
            object.set("usage", usageJson(usage));
            write(ServerSentEvents.of(object));
        }
        write(DONE);
    }

    /** Adds the first chunk of a choice, which has the role, once. */
    private void begin(int choice) {
        if (toolCalls.putIfAbsent(choice, 0) == null) {
            ObjectNode role =
                    Json.object().put("role", "assistant").put("content", "").putNull("refusal");
            write(chunk(choice, role, null, null));
            if (choice == 0) {
                splitChunk();
            }
        }
    }

    private void splitChunk() {
        String form = new String(
                chunk(0, Json.object().put("content", ""), null, null), StandardCharsets.UTF_8);
        int hole = form.indexOf(PLACEHOLDER) + PLACEHOLDER.length() - 2;
        before = form.substring(0, hole).getBytes(StandardCharsets.UTF_8);
        after = form.substring(hole + 2).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] chunk(
            int index, ObjectNode delta, @Nullable String reason, @Nullable JsonNode logprobs) {
        ObjectNode object = chunkHead();
        ObjectNode choice = object.putArray("choices").addObject().put("index", index);
        choice.set("delta", delta);
        choice.set("logprobs", logprobs);
        choice.put("finish_reason", reason);
        if (withUsage) {
            object.putNull("usage");
        }
        return ServerSentEvents.of(object);
    }

    private ObjectNode chunkHead() {
        return Json.object()
                .put("id", head.id())
                .put("object", "chat.completion.chunk")
                .put("created", head.created())
                .put("model", head.model());
    }

    /** Returns OpenAI's finish reason, which it does not have for an empty answer. */
    private static String finishReason(FinishReason reason) {
        return switch (reason) {
            case STOP, EMPTY, REFUSAL -> "stop"; // a refusal has its own field
            case LENGTH, PAUSED -> "length";
            case CONTENT_FILTER -> "content_filter";
            case TOOL_CALLS -> "tool_calls";
        };
    }

    /** Whether the provider reported the tokens. */
    static boolean isKnown(Usage usage) {
        return usage.total() > 0 && !usage.estimated();
    }

    /** Writes tokens as OpenAI counts them: cached ones are part of the prompt. */
    static ObjectNode usageJson(Usage usage) {
        ObjectNode object = Json.object()
                .put("prompt_tokens", usage.prompt())
                .put("completion_tokens", usage.output())
                .put("total_tokens", usage.total());
        object.putObject("prompt_tokens_details").put("cached_tokens", usage.cacheRead());
        return object;
    }
}
