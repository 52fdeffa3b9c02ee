/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome;
import dev.triune.llm.Update.Telemetry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives the answer to one request: any number of pieces, then exactly one call of {@link
 * #onAnswered} or {@link #onFailed}. Called on the broker's thread; must not block.
 */
public interface AnswerListener {
    /**
     * Called for each piece of the answer.
     *
     * @param delta the next piece of text, not empty
     */
    void onText(String delta);

    /** Called for options that the provider of a call does not have. Ignored by default. */
    default void onLeftOut(List<String> options) {}

    /** Called for each complete tool call of the model. Ignored by default. */
    default void onToolCall(ToolCall call) {}

    /** Called for the words of a refusal, which count as text by default. */
    default void onRefusal(String delta) {
        onText(delta);
    }

    /** Called for log probabilities, if they were requested. Ignored by default. */
    default void onLogprobs(String json) {}

    /**
     * Called when the provider ended the answer, which may be truncated, filtered or empty: see its
     * finish reason.
     *
     * @param cooldown when the game should send its next request; null if unknown
     */
    void onAnswered(
            Outcome.Finished answered, Telemetry telemetry, @Nullable CooldownNotice cooldown);

    /**
     * Called when the request ends without a complete answer.
     *
     * @param telemetry the measurements of the request; null if the broker rejected it
     */
    void onFailed(Problem problem, @Nullable Telemetry telemetry);
}
