/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

/**
 * The limits of each key of a simulated provider. Immutable.
 *
 * @param kind the algorithm
 * @param perMinute the requests per minute, 1 or more; {@link Integer#MAX_VALUE} for no limit
 * @param perDay the requests per day, likewise
 * @param tokensPerMinute the tokens per minute, likewise
 * @param countsMaxTokens whether a call's {@code max_tokens} count when it arrives (OpenAI, Groq,
 *     Cerebras), or its answer when it has ended (Anthropic)
 * @param refusedCount whether refused requests count as well
 * @param perModel whether each model has separate limits
 */
public record SimulatedPlan(
        SimulatedLimitKind kind,
        int perMinute,
        int perDay,
        int tokensPerMinute,
        boolean countsMaxTokens,
        boolean refusedCount,
        boolean perModel) {
    /** No limits. */
    public static final SimulatedPlan UNLIMITED =
            of(SimulatedLimitKind.TOKEN_BUCKET, Integer.MAX_VALUE, Integer.MAX_VALUE, true);

    /** Rejects limits below 1. */
    public SimulatedPlan {
        if (perMinute < 1 || perDay < 1 || tokensPerMinute < 1) {
            throw new IllegalArgumentException("limits of " + perMinute + ", " + perDay + ", "
                    + tokensPerMinute + " (expected 1 or more each)");
        }
    }

    /** Returns limits per minute, shared by all models; refused requests do not count. */
    public static SimulatedPlan of(
            SimulatedLimitKind kind, int perMinute, int tokensPerMinute, boolean countsMaxTokens) {
        return new SimulatedPlan(
                kind, perMinute, Integer.MAX_VALUE, tokensPerMinute, countsMaxTokens, false, false);
    }

    /** Returns this plan with a limit of requests per day. */
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

    /** Returns this plan with separate limits for each model. */
    public SimulatedPlan withPerModel() {
        return new SimulatedPlan(
                kind, perMinute, perDay, tokensPerMinute, countsMaxTokens, refusedCount, true);
    }

    /** Returns this plan with refused requests counted. */
    public SimulatedPlan withRefusedCount() {
        return new SimulatedPlan(
                kind, perMinute, perDay, tokensPerMinute, countsMaxTokens, true, perModel);
    }
}
