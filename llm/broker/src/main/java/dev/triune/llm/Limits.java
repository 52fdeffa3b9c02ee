/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/**
 * What a provider allows one key. Zero in any field means that no such limit is known. Immutable.
 *
 * @param perSecond requests a second, zero or more
 * @param perMinute requests a minute, zero or more
 * @param perDay requests a day, zero or more
 * @param tokensPerMinute tokens of prompts and answers together a minute, zero or more
 * @param burst requests at once, refilled evenly at the rate of {@code perMinute}, zero or more;
 *     means nothing without a limit per minute and is refused then
 * @param countsMaxTokens whether the provider counts the most tokens that a call may take as used
 *     when it begins (OpenAI, Groq, Cerebras), or only what was used (Anthropic, Gemini)
 */
public record Limits(
        int perSecond,
        int perMinute,
        int perDay,
        int tokensPerMinute,
        int burst,
        boolean countsMaxTokens) {

    /** No limits; of the two ways to count, the careful one. */
    public static final Limits NONE = new Limits(0, 0, 0, 0, 0, true);

    /** Checks that the limits make sense together. */
    public Limits {
        check("requests per second", perSecond);
        check("requests per minute", perMinute);
        check("requests per day", perDay);
        check("tokens per minute", tokensPerMinute);
        check("burst", burst);
        if (burst > 0 && perMinute == 0) {
            throw new IllegalArgumentException(
                    "burst " + burst
                            + " without requests per minute (expected both: the burst refills at that rate)");
        }
    }

    /** That many requests a minute, and no other limit. */
    public static Limits perMinute(int requests) {
        return NONE.withPerMinute(requests);
    }

    /** Copies these limits with a limit of requests per second. */
    public Limits withPerSecond(int requests) {
        return new Limits(requests, perMinute, perDay, tokensPerMinute, burst, countsMaxTokens);
    }

    /** Copies these limits with a limit of requests per minute. */
    public Limits withPerMinute(int requests) {
        return new Limits(perSecond, requests, perDay, tokensPerMinute, burst, countsMaxTokens);
    }

    /** Copies these limits with a limit of requests per day. */
    public Limits withPerDay(int requests) {
        return new Limits(perSecond, perMinute, requests, tokensPerMinute, burst, countsMaxTokens);
    }

    /** Copies these limits with a limit of tokens per minute. */
    public Limits withTokensPerMinute(int tokens) {
        return new Limits(perSecond, perMinute, perDay, tokens, burst, countsMaxTokens);
    }

    /** Copies these limits with a limit of requests in a burst. */
    public Limits withBurst(int requests) {
        return new Limits(perSecond, perMinute, perDay, tokensPerMinute, requests, countsMaxTokens);
    }

    /** Copies these limits with another way to count tokens. */
    public Limits withCountsMaxTokens(boolean counts) {
        return new Limits(perSecond, perMinute, perDay, tokensPerMinute, burst, counts);
    }

    /** How many requests a second they allow in the long run; 0 if no such limit is known. */
    public double requestsPerSecond() {
        double slow = perMinute / 60.0;
        return perSecond == 0 || (perMinute > 0 && slow < perSecond) ? slow : perSecond;
    }

    /** Whether there is any limit at all. */
    public boolean isKnown() {
        return perSecond > 0 || perMinute > 0 || perDay > 0 || tokensPerMinute > 0;
    }

    private static void check(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected 0 for no limit, or more)");
        }
    }
}
