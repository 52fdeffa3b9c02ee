/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

/**
 * What a simulated provider allows each key. Immutable.
 *
 * @param kind how it counts
 * @param perMinute requests in a minute, 1 or more; {@link Integer#MAX_VALUE} for no limit
 * @param perDay requests in a day, counted likewise
 * @param tokensPerMinute tokens in a minute, counted likewise
 * @param countsMaxTokens whether a call's {@code max_tokens} count when it comes (OpenAI, Groq,
 *     Cerebras), or its answer when it has ended (Anthropic)
 * @param refusedCount whether refused requests count as well
 * @param perModel whether each model has limits of its own
 */
public record SimulatedPlan(
        SimulatedLimitKind kind,
        int perMinute,
        int perDay,
        int tokensPerMinute,
        boolean countsMaxTokens,
        boolean refusedCount,
        boolean perModel) {
    /** No limits at all. */
    public static final SimulatedPlan UNLIMITED =
            of(SimulatedLimitKind.TOKEN_BUCKET, Integer.MAX_VALUE, Integer.MAX_VALUE, true);

    /** Refuses limits below 1. */
    public SimulatedPlan {
        if (perMinute < 1 || perDay < 1 || tokensPerMinute < 1) {
            throw new IllegalArgumentException("limits of " + perMinute + ", " + perDay + ", "
                    + tokensPerMinute + " (expected 1 or more each)");
        }
    }

    /** Limits for a minute; refusals are free, and all models share them. */
    public static SimulatedPlan of(
            SimulatedLimitKind kind, int perMinute, int tokensPerMinute, boolean countsMaxTokens) {
        return new SimulatedPlan(
                kind, perMinute, Integer.MAX_VALUE, tokensPerMinute, countsMaxTokens, false, false);
    }

    /** The same with so many requests a day. */
    public SimulatedPlan withPerDay(int requests) {
        return new SimulatedPlan(
                kind,
                perMinute,
                requests,
                tokensPerMinute,
                countsMaxTokens,
                refusedCount,
                perModel);
    }

    /** The same with limits for each model apart. */
    public SimulatedPlan withPerModel() {
        return new SimulatedPlan(
                kind, perMinute, perDay, tokensPerMinute, countsMaxTokens, refusedCount, true);
    }

    /** The same with refusals that count. */
    public SimulatedPlan withRefusedCount() {
        return new SimulatedPlan(
                kind, perMinute, perDay, tokensPerMinute, countsMaxTokens, true, perModel);
    }
}
