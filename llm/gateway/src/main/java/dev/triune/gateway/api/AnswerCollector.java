/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import dev.triune.llm.Update.Telemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Collects an answer for a non-streaming client, up to a maximum length. A longer answer fails, and
 * its request is cancelled. Broker's thread only.
 */
public final class AnswerCollector implements AnswerListener {
    /** The maximum characters of an answer: more than any model writes, few enough for a server. */
    static final int MAX_CHARACTERS = 8 << 20;

    private final StringBuilder text = new StringBuilder();
    private final List<ToolCall> toolCalls = new ArrayList<>(); // bounded by the broker
    private final List<String> leftOut = new ArrayList<>();
    private final List<JsonNode> logprobs = new ArrayList<>();
    private final CancelToken token;
    private final Consumer<WholeAnswer> onAnswered;
    private final FailureListener onFailed;
    private boolean tooLong;

    /**
     * Creates an empty collector.
     *
     * @param request the request to cancel if its answer is too long; has a cancel token
     * @param onAnswered called when the provider ended the answer
     * @param onFailed called when the request ends without a complete answer
     */
    public AnswerCollector(
            Request<String> request, Consumer<WholeAnswer> onAnswered, FailureListener onFailed) {
        this.token = request.cancelToken().orElseThrow();
        this.onAnswered = onAnswered;
        this.onFailed = onFailed;
    }

    /**
     * A complete answer. Immutable.
     *
     * @param leftOut the options that the provider does not have
     * @param logprobs log probabilities of its pieces, as the provider sent them
     * @param cooldown when the game should send its next request; null if unknown
     */
    public record WholeAnswer(
            String text,
            List<ToolCall> toolCalls,
            List<String> leftOut,
            List<JsonNode> logprobs,
            Outcome.Finished outcome,
            Telemetry telemetry,
            @Nullable CooldownNotice cooldown) {}

    /** Receives the end of a request without a complete answer. */
    @FunctionalInterface
    public interface FailureListener {
        /**
         * Called once.
         *
         * @param text the answer so far; empty if it was too long
         * @param telemetry the measurements; null if the broker rejected it, or the answer was too
         *     long
         */
        void onFailed(String text, Problem problem, @Nullable Telemetry telemetry);
    }

    @Override
    public void onLeftOut(List<String> options) {
        leftOut.clear(); // those of a call before this one
        leftOut.addAll(options);
    }

    @Override
    public void onToolCall(ToolCall call) {
        toolCalls.add(call);
    }

    @Override
    public void onLogprobs(String json) {
        logprobs.add(Json.read(json));
    }

    @Override
    public void onText(String delta) {
        if (tooLong) {
            return;
        }
        tooLong = delta.length() > MAX_CHARACTERS - text.length();
        if (tooLong) {
            onFailed.onFailed("", tooLongProblem(), null);
            token.cancel();
        } else {
            text.append(delta);
        }
    }

    @Override
    public void onAnswered(
            Outcome.Finished answered, Telemetry telemetry, @Nullable CooldownNotice cooldown) {
        if (!tooLong) {
            onAnswered.accept(new WholeAnswer(
                    text.toString(), toolCalls, leftOut, logprobs, answered, telemetry, cooldown));
        }
    }

    @Override
    public void onFailed(Problem problem, @Nullable Telemetry telemetry) {
        if (!tooLong) {
            onFailed.onFailed(text.toString(), problem, telemetry);
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
