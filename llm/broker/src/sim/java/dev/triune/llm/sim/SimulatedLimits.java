/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The limits of one key of a simulated provider, and the usage counted against them. */
final class SimulatedLimits {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long DAY = Duration.ofDays(1).toNanos();

    private final SimulatedPlan plan;
    private final Map<String, Limiters> byModel = new LinkedHashMap<>();
    private long requestsCounted;
    private long tokensCounted;

    SimulatedLimits(SimulatedPlan plan) {
        this.plan = plan;
    }

    /** The limiters of one model, or of all. */
    private record Limiters(
            SimulatedLimiter requests, SimulatedLimiter day, SimulatedLimiter tokens) {
        /** Returns the time until a request with a number of tokens is admitted; 0 if it is now. */
        long nanosUntil(long amount, long now) {
            long wait = Math.max(requests.nanosUntil(1, now), day.nanosUntil(1, now));
            return Math.max(wait, tokens.nanosUntil(amount, now));
        }
    }

    /**
     * The values that a refusal may contain.
     *
     * @param delay the time until the request would be admitted
     * @param requests the state of the limit of requests
     * @param tokens the state of the limit of tokens
     */
    record Shortage(Duration delay, Standing requests, Standing tokens) {}

    /** The state of one limit. */
    record Standing(long limit, long remaining, Duration full) {
        boolean exhausted() {
            return remaining <= 0;
        }
    }

    /** Admits and counts a request, or returns the limits that it exceeds. */
    Optional<Shortage> admit(String model, long prompt, int maxTokens, long now) {
        Limiters limiters = limiters(model);
        long tokens = prompt + (plan.countsMaxTokens() ? maxTokens : 0);
        long wait = limiters.nanosUntil(tokens, now);
        if (wait == 0 || plan.refusedCount()) {
            limiters.requests.count(1, now);
            limiters.day.count(1, now);
        }
        if (wait == 0) {
            requestsCounted++;
            countTokens(limiters, tokens, now);
            return Optional.empty();
        }
        // a refused request may have counted as well, so compute the wait again
        Standing requests = limiters.day.nanosUntil(1, now) > 0
                ? standing(limiters.day, 1, now)
                : standing(limiters.requests, 1, now);
        return Optional.of(new Shortage(
                Duration.ofNanos(limiters.nanosUntil(tokens, now)),
                requests,
                standing(limiters.tokens, tokens, now)));
    }

    /** Counts the answer of a call that has ended, where answers count. */
    void ended(String model, long answer, long now) {
        if (!plan.countsMaxTokens()) {
            countTokens(limiters(model), answer, now);
        }
    }

    long requestsCounted() {
        return requestsCounted;
    }

    long tokensCounted() {
        return tokensCounted;
    }

    private void countTokens(Limiters limiters, long tokens, long now) {
        limiters.tokens.count(tokens, now);
        tokensCounted += tokens;
    }

    /**
     * Returns the state of a limit; too little for the request is reported as 0, as by real
     * limiters.
     */
    private static Standing standing(SimulatedLimiter simulatedLimiter, long amount, long now) {
        long remaining =
                simulatedLimiter.nanosUntil(amount, now) > 0 ? 0 : simulatedLimiter.remaining(now);
        Duration full = Duration.ofNanos(simulatedLimiter.nanosUntilFull(now));
        return new Standing(simulatedLimiter.limit, remaining, full);
    }

    private Limiters limiters(String model) {
        return byModel.computeIfAbsent(
                plan.perModel() ? model : "",
                key -> new Limiters(
                        SimulatedLimiter.of(plan.kind(), plan.perMinute(), MINUTE),
                        SimulatedLimiter.of(plan.kind(), plan.perDay(), DAY),
                        SimulatedLimiter.of(plan.kind(), plan.tokensPerMinute(), MINUTE)));
    }
}
