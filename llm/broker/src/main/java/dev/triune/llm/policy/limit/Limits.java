/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

/**
 * What a provider allows one key. Immutable; 0 means that no such limit is known.
 *
 * @param perSecond requests in any second
 * @param perMinute requests in any minute
 * @param perDay requests in any day
 * @param tokensPerMinute tokens in any minute, prompts and answers together
 * @param burst requests at once, refilled evenly at the rate of {@code perMinute}
 * @param countsMaxTokens whether the provider counts the tokens that a call may take as used when it
 *     begins (OpenAI, Groq, Cerebras), or only those that it took (Anthropic, Gemini)
 */
public record Limits(
        int perSecond,
        int perMinute,
        int perDay,
        int tokensPerMinute,
        int burst,
        boolean countsMaxTokens) {
    /** No known limit. */
    public static final Limits NONE = new Limits(0, 0, 0, 0, 0, true);

    /** Refuses negative limits, and a burst without the rate that refills it. */
    public Limits {
        notNegative("requests per second", perSecond);
        notNegative("requests per minute", perMinute);
        notNegative("requests per day", perDay);
        notNegative("tokens per minute", tokensPerMinute);
        notNegative("burst", burst);
        if (burst > 0 && perMinute == 0) {
            throw new IllegalArgumentException(
                    "burst " + burst + " without requests per minute (set both, or no burst)");
        }
    }

    /** So many requests a minute, and no other known limit. */
    public static Limits perMinute(int requests) {
        return NONE.withPerMinute(requests);
    }

    /** The same with so many requests a second. */
    public Limits withPerSecond(int requests) {
        return new Limits(requests, perMinute, perDay, tokensPerMinute, burst, countsMaxTokens);
    }

    /** The same with so many requests a minute. */
    public Limits withPerMinute(int requests) {
        return new Limits(perSecond, requests, perDay, tokensPerMinute, burst, countsMaxTokens);
    }

    /** The same with so many requests a day. */
    public Limits withPerDay(int requests) {
        return new Limits(perSecond, perMinute, requests, tokensPerMinute, burst, countsMaxTokens);
    }

    /** The same with so many tokens a minute. */
    public Limits withTokensPerMinute(int tokens) {
        return new Limits(perSecond, perMinute, perDay, tokens, burst, countsMaxTokens);
    }

    /** The same with so many requests at once. */
    public Limits withBurst(int requests) {
        return new Limits(perSecond, perMinute, perDay, tokensPerMinute, requests, countsMaxTokens);
    }

    /** The same with that way of counting tokens. */
    public Limits withCountsMaxTokens(boolean value) {
        return new Limits(perSecond, perMinute, perDay, tokensPerMinute, burst, value);
    }

    private static void notNegative(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected 1 or more, or 0 for none known)");
        }
    }
}
