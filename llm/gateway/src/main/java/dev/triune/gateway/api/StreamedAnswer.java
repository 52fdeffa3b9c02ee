/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.EventStream;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Telemetry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Streams an answer to the client as it arrives. Broker's thread only. */
final class StreamedAnswer implements AnswerListener {
    private final ServerExchange exchange;
    private final EventStream stream;
    private final List<ToolCall> toolCalls = new ArrayList<>();

    StreamedAnswer(ServerExchange exchange) {
        this.exchange = exchange;
        this.stream = exchange.stream();
    }

    @Override
    public void onText(String delta) {
        stream.send(delta(Json.object(), delta, false));
    }

    @Override
    public void onToolCall(ToolCall call) {
        toolCalls.add(call); // bounded by the broker
    }

    @Override
    public void onAnswered(
            Outcome.Finished answered, Telemetry telemetry, @Nullable CooldownNotice cooldown) {
        stream.send(delta(Json.object(), "", true));
        stream.end(complete(Json.object(), null, toolCalls, answered, cooldown));
    }

    @Override
    public void onFailed(Problem problem, @Nullable Telemetry telemetry) {
        exchange.respondWithProblem(problem);
    }

    /**
     * Returns the event of a piece of an answer.
     *
     * @param event the event's other fields, such as the name of the request
     */
    static byte[] delta(ObjectNode event, String text, boolean done) {
        return ServerSentEvents.of(event.put("type", "delta").put("text", text).put("done", done));
    }

    /**
     * Returns the event at the end of an answer.
     *
     * @param event the event's other fields, such as the name of the request
     * @param text the whole text; null if it was streamed
     * @param toolCalls the tool calls of the model
     */
    static byte[] complete(
            ObjectNode event,
            @Nullable String text,
            List<ToolCall> toolCalls,
            Outcome.Finished answered,
            @Nullable CooldownNotice cooldown) {
        event.put("type", "complete");
        event.set("response", AnswerJson.of(text, toolCalls, answered, cooldown));
        return ServerSentEvents.of(event);
    }
}
