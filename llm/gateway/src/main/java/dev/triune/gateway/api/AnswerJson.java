/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.api.AnswerCollector.WholeAnswer;
import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers in the format of the games' API. */
final class AnswerJson {
    private AnswerJson() {}

    /** Writes the event at the end of an answer, with its other fields, such as its name. */
    static byte[] event(ObjectNode event, ObjectNode answer) {
        event.put("type", "complete").set("response", answer);
        return ServerSentEvents.of(event);
    }

    static ObjectNode of(WholeAnswer whole) {
        return of(whole.text(), whole.toolCalls(), whole.outcome(), whole.cooldown());
    }

    /**
     * Writes an answer.
     *
     * @param text the whole text; null if it was streamed
     * @param toolCalls the tool calls of the model
     * @param cooldown when the game should send its next request; null if unknown
     */
    static ObjectNode of(
            @Nullable String text,
            List<ToolCall> toolCalls,
            Outcome.Finished answered,
            @Nullable CooldownNotice cooldown) {
        ObjectNode object = Json.object();
        if (text != null) {
            object.put("text", text);
        }
        if (!toolCalls.isEmpty()) {
            ArrayNode calls = object.putArray("toolCalls");
            for (ToolCall call : toolCalls) {
                ObjectNode json = calls.addObject()
                        .put("id", call.id())
                        .put("name", call.name())
                        .put("arguments", call.arguments());
                if (!call.extra().isEmpty()) {
                    json.put("extra", call.extra());
                }
            }
        }
        Usage usage = answered.usage();
        object.put("model", answered.model())
                .put("tokensUsed", usage.total())
                .put("provider", answered.provider())
                .put("finishReason", answered.finishReason().code());
        ObjectNode counts = object.putObject("usage")
                .put("input", usage.input())
                .put("cacheRead", usage.cacheRead())
                .put("cacheWrite", usage.cacheWrite())
                .put("output", usage.output());
        if (usage.estimated()) {
            counts.put("estimated", true);
        }
        if (cooldown != null) {
            object.set("cooldown", ApiErrorFormat.of(cooldown));
        }
        return object;
    }
}
