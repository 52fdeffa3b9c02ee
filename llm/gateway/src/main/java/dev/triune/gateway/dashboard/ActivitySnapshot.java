/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * The activity of a broker until one moment. Immutable.
 *
 * @param uptimeMs milliseconds since recording began
 * @param perSecond requests answered per second, over the last ten seconds
 * @param tokensPerSecond tokens per second, over the last ten seconds
 * @param firstDelta the time from the call to the first piece, over the last minute
 * @param complete the time from the call to the end of the answer, over the last minute
 * @param waitTime the time from submission to the first call, over the last minute
 * @param providers the usage of each provider
 * @param games the usage of each game
 * @param models the usage of each model
 * @param callsLastMinute the calls to providers in the last minute
 * @param lastErrors the last error of each provider that had one
 * @param recent the latest requests that ended, the latest first
 */
record ActivitySnapshot(
        long uptimeMs,
        double perSecond,
        double tokensPerSecond,
        DurationSamples.LatencyPercentiles firstDelta,
        DurationSamples.LatencyPercentiles complete,
        DurationSamples.LatencyPercentiles waitTime,
        Map<String, Totals> providers,
        Map<String, Totals> games,
        Map<String, Totals> models,
        long callsLastMinute,
        Map<String, LastError> lastErrors,
        List<EndedRequest> recent) {

    /**
     * The usage of a provider, a game or a model since the start. Immutable.
     *
     * @param lastMinuteTokens the tokens of the last minute
     * @param cost the cost of its answers, in USD
     */
    record Totals(long requests, long tokens, long lastMinuteTokens, BigDecimal cost) {
        static final Totals NONE = new Totals(0, 0, 0, BigDecimal.ZERO);
    }

    /**
     * The time of a provider's last failure, in milliseconds since 1970, with its code. Immutable.
     */
    record LastError(long at, String code, String message) {}

    /** Returns the cost of all answers, in USD. */
    BigDecimal cost() {
        return providers.values().stream()
                .map(Totals::cost)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * A request that has ended, as the dashboard gets it. Immutable; texts are truncated.
     *
     * @param at when it ended, in milliseconds since 1970
     * @param session the session of the game; may be empty
     * @param agent the agent; may be empty
     * @param model the model of the last call
     * @param provider the provider of the last call; empty if there was none
     * @param waitMs milliseconds from submission to the first call, or to the end
     * @param latencyMs milliseconds of the last call; 0 if there was none
     * @param tokens the tokens of prompt and answer
     * @param outcome {@code answered}, or the code of another outcome
     * @param prompt the beginning of the prompt if prompts are shown, otherwise empty
     */
    record EndedRequest(
            long at,
            String session,
            String agent,
            String model,
            String provider,
            long waitMs,
            long latencyMs,
            long tokens,
            String outcome,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String prompt) {}
}
