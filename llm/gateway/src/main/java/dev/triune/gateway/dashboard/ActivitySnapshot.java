/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * What was seen of a broker up to now. Immutable.
 *
 * @param uptimeMs how long it has been watched
 * @param perSecond requests answered in a second, over the last ten
 * @param tokensPerSecond tokens in a second, likewise
 * @param firstDelta from the call to the first piece, over the last minute
 * @param complete from the call to the end of the answer, likewise
 * @param waitTime from submit to the first call, likewise
 * @param costs what each provider's answers cost, in USD
 * @param tokens of each provider's answers
 * @param gameTokens tokens of each game in the last minute; games without any are missing
 * @param recent the latest requests that ended, the latest first
 */
record ActivitySnapshot(
        long uptimeMs,
        double perSecond,
        double tokensPerSecond,
        DurationSamples.LatencyPercentiles firstDelta,
        DurationSamples.LatencyPercentiles complete,
        DurationSamples.LatencyPercentiles waitTime,
        Map<String, BigDecimal> costs,
        Map<String, Long> tokens,
        Map<String, Long> gameTokens,
        List<EndedRequest> recent) {

    /** What all answers cost, in USD. */
    BigDecimal cost() {
        return costs.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * One request that ended. Immutable; texts are cut.
     *
     * @param at when, in milliseconds since 1970
     * @param session of the game, may be empty
     * @param agent may be empty
     * @param model that was asked last
     * @param provider that was called last; empty if none was
     * @param waitMs from submit to the first call, or to the end
     * @param latencyMs of the last call; 0 if there was none
     * @param tokens of the answer and the question
     * @param outcome {@code answered}, or the code of another end
     * @param prompt how it begins, where prompts are shown; else empty
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
            String prompt) {}
}
