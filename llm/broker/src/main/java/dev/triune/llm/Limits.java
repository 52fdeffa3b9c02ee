/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.EnumMap;
import java.util.Map;

/**
 * The rate limits of one key; zero means that no limit is known. Immutable; each {@code with}
 * method returns a changed copy and throws IllegalArgumentException for a negative limit.
 */
public final class Limits {
    private enum Kind {
        PER_SECOND("requests per second"),
        PER_MINUTE("requests per minute"),
        PER_DAY("requests per day"),
        TOKENS("tokens per minute"),
        INPUT_TOKENS("input tokens per minute"),
        OUTPUT_TOKENS("output tokens per minute"),
        DAILY_TOKENS("tokens per day"),
        BURST("burst");

        private final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    /** No limits; if any is added, maximum tokens and cached reads count. */
    public static final Limits NONE = new Limits(new EnumMap<>(Kind.class), true, true);

    private final Map<Kind, Integer> known;
    private final boolean countsMaxTokens;
    private final boolean countsCachedReads;

    private Limits(Map<Kind, Integer> known, boolean countsMaxTokens, boolean countsCachedReads) {
        this.known = known;
        this.countsMaxTokens = countsMaxTokens;
        this.countsCachedReads = countsCachedReads;
        if (burst() > 0 && perMinute() == 0) {
            throw new IllegalArgumentException(
                    "burst " + burst()
                            + " without requests per minute (expected both: the burst refills at that rate)");
        }
    }

    private Limits with(Kind kind, int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException(
                    kind.label + " " + limit + " (expected 0 for no limit, or more)");
        }
        Map<Kind, Integer> changed = new EnumMap<>(known);
        if (limit == 0) {
            changed.remove(kind);
        } else {
            changed.put(kind, limit);
        }
        return new Limits(changed, countsMaxTokens, countsCachedReads);
    }

    private int get(Kind kind) {
        return known.getOrDefault(kind, 0);
    }

    /** Creates a limit of requests per minute, and no other limit. */
    public static Limits perMinute(int requests) {
        return NONE.withPerMinute(requests);
    }

    /** Returns the requests per second. */
    public int perSecond() {
        return get(Kind.PER_SECOND);
    }

    /** Copies these limits with a limit of requests per second. */
    public Limits withPerSecond(int requests) {
        return with(Kind.PER_SECOND, requests);
    }

    /** Returns the requests per minute. */
    public int perMinute() {
        return get(Kind.PER_MINUTE);
    }

    /** Copies these limits with a limit of requests per minute. */
    public Limits withPerMinute(int requests) {
        return with(Kind.PER_MINUTE, requests);
    }

    /** Returns the requests per day. */
    public int perDay() {
        return get(Kind.PER_DAY);
    }

    /** Copies these limits with a limit of requests per day. */
    public Limits withPerDay(int requests) {
        return with(Kind.PER_DAY, requests);
    }

    /** Returns the tokens per minute, of prompts and answers together. */
    public int tokensPerMinute() {
        return get(Kind.TOKENS);
    }

    /** Copies these limits with a limit of tokens per minute. */
    public Limits withTokensPerMinute(int tokens) {
        return with(Kind.TOKENS, tokens);
    }

    /** Returns the tokens of prompts per minute. */
    public int inputTokensPerMinute() {
        return get(Kind.INPUT_TOKENS);
    }

    /** Copies these limits with a limit of input tokens per minute. */
    public Limits withInputTokensPerMinute(int tokens) {
        return with(Kind.INPUT_TOKENS, tokens);
    }

    /** Returns the tokens of answers per minute. */
    public int outputTokensPerMinute() {
        return get(Kind.OUTPUT_TOKENS);
    }

    /** Copies these limits with a limit of output tokens per minute. */
    public Limits withOutputTokensPerMinute(int tokens) {
        return with(Kind.OUTPUT_TOKENS, tokens);
    }

    /** Returns the tokens per day, of prompts and answers together. */
    public int tokensPerDay() {
        return get(Kind.DAILY_TOKENS);
    }

    /** Copies these limits with a limit of tokens per day. */
    public Limits withTokensPerDay(int tokens) {
        return with(Kind.DAILY_TOKENS, tokens);
    }

    /** Returns the largest burst of requests, refilled evenly at {@link #perMinute()}. */
    public int burst() {
        return get(Kind.BURST);
    }

    /** Copies these limits with another burst, which also needs a limit per minute. */
    public Limits withBurst(int requests) {
        return with(Kind.BURST, requests);
    }

    /**
     * Whether the maximum tokens of a call count (OpenAI, Groq, Cerebras; the default), or the used
     * ones.
     */
    public boolean countsMaxTokens() {
        return countsMaxTokens;
    }

    /** Copies these limits with another way to count the maximum tokens of a call. */
    public Limits withCountsMaxTokens(boolean counts) {
        return new Limits(known, counts, countsCachedReads);
    }

    /** Whether cached input counts as tokens (OpenAI; the default) or not (Anthropic, Groq). */
    public boolean countsCachedReads() {
        return countsCachedReads;
    }

    /** Copies these limits with another way to count cached reads. */
    public Limits withCountsCachedReads(boolean counts) {
        return new Limits(known, countsMaxTokens, counts);
    }

    /** Returns the requests per second allowed in the long run; 0 if no such limit is known. */
    public double requestsPerSecond() {
        double slow = perMinute() / 60.0;
        return perSecond() == 0 || (perMinute() > 0 && slow < perSecond()) ? slow : perSecond();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Limits that
                && known.equals(that.known)
                && countsMaxTokens == that.countsMaxTokens
                && countsCachedReads == that.countsCachedReads;
    }

    @Override
    public int hashCode() {
        return known.hashCode();
    }

    @Override
    public String toString() {
        return "Limits" + known + (countsMaxTokens ? " counting max tokens" : "")
                + (countsCachedReads ? "" : " without cached reads");
    }
}
