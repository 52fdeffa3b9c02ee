/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static dev.triune.llm.internal.protocol.signal.SignalCorpus.EXHAUSTED;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.NO_LIMIT;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.UNKNOWN;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.answer;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.error;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.exhausted;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.headers;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.waits;

import dev.triune.llm.FailureCode;
import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** OpenAI, and providers that use the same headers. */
final class OpenAiFamilyCases {
    private static final String REQUESTS_LEFT = "x-ratelimit-remaining-requests";
    private static final String REQUESTS_RESET = "x-ratelimit-reset-requests";
    private static final String TOKENS_LEFT = "x-ratelimit-remaining-tokens";
    private static final String TOKENS_RESET = "x-ratelimit-reset-tokens";
    private static final Map<String, String> NONE = Map.of();

    private OpenAiFamilyCases() {}

    static List<Case> openAi() {
        String slow = error("rate_limit_exceeded", "tokens", "Rate limit reached.");
        String soon = error(
                "rate_limit_exceeded",
                "tokens",
                "Rate limit reached for a-model on tokens per min (TPM): Limit 30000, Used 29800,"
                        + " Requested 428. Please try again in 456ms. Visit the limits page.");
        String daily = error(
                "rate_limit_exceeded",
                "requests",
                "Rate limit reached for a-model on requests per day (RPD): Limit 200, Used 200,"
                        + " Requested 1. Please try again in 7m12s.");
        String quota = error("insufficient_quota", "insufficient_quota", "Check your plan.");
        Map<String, String> both = headers(
                REQUESTS_LEFT, "0", REQUESTS_RESET, "12ms", TOKENS_LEFT, "0", TOKENS_RESET, "6m0s");
        Map<String, String> tokens = headers(
                REQUESTS_LEFT,
                "99",
                REQUESTS_RESET,
                "1h0m0s",
                TOKENS_LEFT,
                "0",
                TOKENS_RESET,
                "1s");
        Map<String, String> plenty = headers(
                REQUESTS_LEFT, "7", REQUESTS_RESET, "1s", TOKENS_LEFT, "9", TOKENS_RESET, "6m0s");
        return List.of(
                answer("openai: nothing said", 429, NONE, slow, UNKNOWN),
                answer("openai: a time in the text", 429, NONE, soon, waits("0.456S")),
                answer("openai: the larger of two exhausted buckets", 429, both, soon, waits("6M")),
                answer("openai: a bucket with requests left", 429, tokens, soon, waits("1S")),
                answer("openai: no bucket is exhausted", 429, plenty, soon, waits("0.456S")),
                answer("openai: no bucket is exhausted, no text", 429, plenty, slow, UNKNOWN),
                answer(
                        "openai: milliseconds before seconds",
                        429,
                        headers("retry-after-ms", "1234", "retry-after", "2", TOKENS_LEFT, "0"),
                        soon,
                        waits("1.234S")),
                answer(
                        "openai: retry-after before the buckets",
                        429,
                        headers("Retry-After", "3", TOKENS_LEFT, "0", TOKENS_RESET, "6m0s"),
                        soon,
                        waits("3S")),
                answer("openai: no quota", 429, NONE, quota, EXHAUSTED),
                answer(
                        "openai: no quota, whatever the header",
                        429,
                        headers("retry-after", "1"),
                        quota,
                        exhausted("1S")),
                answer(
                        "openai: no quota, in the type only",
                        429,
                        NONE,
                        error("429", "insufficient_quota", "pay"),
                        EXHAUSTED),
                answer(
                        "openai: should not retry",
                        429,
                        headers("X-Should-Retry", "false"),
                        slow,
                        EXHAUSTED),
                answer(
                        "openai: should retry",
                        429,
                        headers("x-should-retry", "true"),
                        soon,
                        waits("0.456S")),
                answer(
                        "openai: should not retry, an error",
                        500,
                        headers("x-should-retry", "false"),
                        slow,
                        NO_LIMIT),
                answer(
                        "openai: overloaded",
                        503,
                        NONE,
                        error("", "server_error", "Overloaded"),
                        NO_LIMIT),
                answer("openai: within a stream", 200, NONE, soon, waits("0.456S")),
                answer("openai: the requests of the day", 429, plenty, daily, waits("7M12S")),
                answer(
                        "openai: in the type",
                        429,
                        NONE,
                        error("rate_limit_exceeded", "requests", ""),
                        UNKNOWN),
                answer(
                        "openai: the tokens left are too few",
                        429,
                        headers(TOKENS_LEFT, "72", TOKENS_RESET, "59s"),
                        soon,
                        waits("0.456S")),
                answer("openai: no quota, whatever the buckets", 429, both, quota, EXHAUSTED),
                answer(
                        "openai: should not retry until a bucket is full",
                        429,
                        headers("x-should-retry", "false", TOKENS_LEFT, "0", TOKENS_RESET, "6m0s"),
                        slow,
                        exhausted("6M")),
                answer("openai: no quota within a stream", 200, NONE, quota, EXHAUSTED),
                answer(
                        "openai: context too long",
                        400,
                        NONE,
                        error("context_length_exceeded", "", "x"),
                        NO_LIMIT));
    }

    static List<Case> groq() {
        String text = error(
                "rate_limit_exceeded",
                "tokens",
                "Rate limit reached on tokens per minute (TPM): Limit 6000. Please try again in"
                        + " 2m59.56s. Need more tokens?");
        String tooLarge = error("rate_limit_exceeded", "tokens", "Request too large: Limit 6000");
        return List.of(
                answer("groq: text", 429, NONE, text, waits("2M59.56S")),
                answer(
                        "groq: the requests of the day",
                        429,
                        headers(
                                REQUESTS_LEFT,
                                "0",
                                REQUESTS_RESET,
                                "2m59.56s",
                                TOKENS_LEFT,
                                "17997",
                                TOKENS_RESET,
                                "7.66s"),
                        "",
                        waits("2M59.56S")),
                answer(
                        "groq: the tokens of the minute",
                        429,
                        headers(
                                REQUESTS_LEFT,
                                "14370",
                                REQUESTS_RESET,
                                "2m59.56s",
                                TOKENS_LEFT,
                                "0",
                                TOKENS_RESET,
                                "7.66s"),
                        text,
                        waits("7.66S")),
                answer("groq: retry-after", 429, headers("retry-after", "2"), text, waits("2S")),
                answer("groq: above the tokens of a minute", 413, NONE, tooLarge, tooLarge(null)),
                answer(
                        "groq: above them, with retry-after",
                        413,
                        headers("retry-after", "2"),
                        tooLarge,
                        tooLarge(Duration.ofSeconds(2))),
                answer(
                        "groq: above the tokens of a minute, in words",
                        413,
                        headers(REQUESTS_LEFT, "0", REQUESTS_RESET, "2m59.56s"),
                        error(
                                "rate_limit_exceeded",
                                "tokens",
                                "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000"),
                        tooLarge(null)),
                answer(
                        "groq: the tokens of the day",
                        429,
                        headers("retry-after", "520"),
                        error(
                                "rate_limit_exceeded",
                                "tokens",
                                "Rate limit reached on tokens per day (TPD): Limit 100000"),
                        waits("520S")),
                answer(
                        "groq: the requests of the day, in words",
                        429,
                        headers(REQUESTS_LEFT, "0", REQUESTS_RESET, "2m59.56s"),
                        error(
                                "rate_limit_exceeded",
                                "requests",
                                "Rate limit reached on requests per day (RPD): Limit 1000"),
                        waits("2M59.56S")),
                answer(
                        "groq: too large for HTTP",
                        413,
                        NONE,
                        error("request_too_large", "", "x"),
                        NO_LIMIT),
                answer("groq: capacity", 498, NONE, error("capacity_exceeded", "", "x"), NO_LIMIT));
    }

    private static RetryAdvice tooLarge(@Nullable Duration duration) {
        return new RetryAdvice.Permanent(FailureCode.BAD_REQUEST, duration);
    }
}
