/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.CancelToken;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Collects an answer that the client receives in one piece, up to a maximum length. A longer answer
 * fails, and its request is cancelled. Broker's thread only.
 */
public abstract class AnswerCollector implements AnswerListener {
    /** Characters: more than any model answers at once, few enough for a server to keep. */
    static final int MAX_CHARACTERS = 8 << 20;

    private final StringBuilder text = new StringBuilder();
    private final List<ToolCall> toolCalls = new ArrayList<>();
    private final List<JsonNode> logprobs = new ArrayList<>();
    private final CancelToken token;
    private boolean tooLong;

    /**
     * Creates an empty collector.
     *
     * @param request the request to cancel when its answer is too long; has a cancel token
     */
    protected AnswerCollector(Request<String> request) {
        this.token = request.cancelToken().orElseThrow();
    }

    /**
     * Called when the provider ended the answer.
     *
     * @param text the whole answer
     * @param cooldown when the game should send its next request; null if that is not known
     */
    protected abstract void onAnswered(
            String text,
            Outcome.Finished answered,
            Telemetry telemetry,
            @Nullable CooldownNotice cooldown);

    /**
     * Called when the request ends without a complete answer.
     *
     * @param text what had arrived of the answer; empty if it was too long
     * @param telemetry what the request took; null if the broker did not accept it, or the answer
     *     was too long
     */
    protected abstract void onFailed(String text, Problem problem, @Nullable Telemetry telemetry);

    /** Returns the tool calls so far. */
    protected final List<ToolCall> toolCalls() {
        return toolCalls;
    }

    /** Returns the log probabilities so far. */
    protected final List<JsonNode> logprobs() {
        return logprobs;
    }

    @Override
    public final void onToolCall(ToolCall call) {
        toolCalls.add(call); // the broker bounds them
    }

    @Override
    public final void onLogprobs(String json) {
        logprobs.add(Json.read(json));
    }

    @Override
    public final void onText(String delta) {
        if (tooLong) {
            return;
        }
        tooLong = delta.length() > MAX_CHARACTERS - text.length();
        if (tooLong) {
            onFailed("", tooLongProblem(), null);
            token.cancel();
        } else {
            text.append(delta);
        }
    }

    @Override
    public final void onAnswered(
            Outcome.Finished answered, Telemetry telemetry, @Nullable CooldownNotice cooldown) {
        if (!tooLong) {
            onAnswered(text.toString(), answered, telemetry, cooldown);
        }
    }

    @Override
    public final void onFailed(Problem problem, @Nullable Telemetry telemetry) {
        if (!tooLong) {
            onFailed(text.toString(), problem, telemetry);
        }
    }

    private static Problem tooLongProblem() {
        return new Problem(
                ErrorCode.PROVIDER_ERROR,
                "the answer has more than " + MAX_CHARACTERS + " characters (expected fewer)",
                "",
                "unreadable_answer",
                null,
                null,
                false,
                ErrorCode.PROVIDER_ERROR.status(),
                "");
    }
}
