/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ServerSentEvents;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Update.Telemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Streams an answer to the client as it arrives. Broker's thread only. */
final class StreamedAnswer implements AnswerListener {
    private final Supplier<ObjectNode> event;
    private final Consumer<byte[]> onPiece;
    private final Consumer<byte[]> onEnd;
    private final Consumer<Problem> onFailed;
    private final List<ToolCall> toolCalls = new ArrayList<>();

    /** Creates an answer whose events begin with the fields of {@code event}. */
    StreamedAnswer(
            Supplier<ObjectNode> event,
            Consumer<byte[]> onPiece,
            Consumer<byte[]> onEnd,
            Consumer<Problem> onFailed) {
        this.event = event;
        this.onPiece = onPiece;
        this.onEnd = onEnd;
        this.onFailed = onFailed;
    }

    @Override
    public void onText(String delta) {
        send(delta, false);
    }

    private void send(String text, boolean done) {
        onPiece.accept(ServerSentEvents.of(
                event.get().put("type", "delta").put("text", text).put("done", done)));
    }

    @Override
    public void onToolCall(ToolCall call) {
        toolCalls.add(call); // bounded by the broker
    }

    @Override
    public void onAnswered(
            Outcome.Finished answered, Telemetry telemetry, @Nullable CooldownNotice cooldown) {
        send("", true);
        onEnd.accept(
                AnswerJson.event(event.get(), AnswerJson.of(null, toolCalls, answered, cooldown)));
    }

    @Override
    public void onFailed(Problem problem, @Nullable Telemetry telemetry) {
        onFailed.accept(problem);
    }
}
