/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static dev.triune.llm.internal.protocol.signal.SignalCorpus.CAPACITY;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.CONCURRENCY;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.INPUT_TOKENS;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.INPUT_TOKENS_PER_MINUTE;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.OUTPUT_TOKENS;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.REQUESTS;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.REQUESTS_PER_DAY;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.REQUESTS_PER_MINUTE;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.SPEND;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.TOKENS;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.TOKENS_PER_DAY;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.TOKENS_PER_MINUTE;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.answer;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.error;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.headers;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.unknown;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.waits;

import dev.triune.llm.internal.protocol.signal.Bucket.Resource;
import dev.triune.llm.internal.protocol.signal.Bucket.Window;
import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import java.util.List;
import java.util.Map;

/** What names a bucket, and what does not, whoever the provider is. */
final class BucketCases {
    private static final Map<String, String> NONE = Map.of();

    private BucketCases() {}

    static List<Case> names() {
        return List.of(
                name("requests", REQUESTS),
                name("REQUESTS-MINUTE", REQUESTS_PER_MINUTE),
                name("req-minute", REQUESTS_PER_MINUTE),
                name("requests-second", new Bucket(Resource.REQUESTS, Window.SECOND)),
                name("tokens-hour", new Bucket(Resource.TOKENS, Window.HOUR)),
                name("tokens_day", TOKENS_PER_DAY),
                name("requests-month", new Bucket(Resource.REQUESTS, Window.MONTH)),
                name("tokens-prompt", INPUT_TOKENS),
                name("tokens-generated", OUTPUT_TOKENS),
                name("input-tokens-minute", INPUT_TOKENS_PER_MINUTE),
                name("concurrent-requests", CONCURRENCY),
                name("credits", SPEND),
                name("rpd", REQUESTS_PER_DAY),
                name("tpm", TOKENS_PER_MINUTE),
                name("day", new Bucket(Resource.UNKNOWN, Window.DAY)),
                name("daylight", Bucket.UNNAMED),
                name("images", Bucket.UNNAMED),
                name("", Bucket.UNNAMED));
    }

    private static Case name(String name, Bucket expected) {
        Map<String, String> headers = headers("X-RateLimit-Remaining-" + name, "0");
        return answer("any: bucket \"" + name + "\"", 429, headers, "", unknown(expected));
    }

    static List<Case> codes() {
        return List.of(
                code("queue_exceeded", CAPACITY),
                code("overloaded_error", CAPACITY),
                code("token_quota_exceeded", TOKENS),
                code("tokens", TOKENS),
                code("requests", REQUESTS),
                code("too_many_requests_error", Bucket.UNNAMED),
                code("rate_limit_exceeded", Bucket.UNNAMED));
    }

    private static Case code(String code, Bucket expected) {
        String body = error(code, "", "x");
        return answer("any: code " + code, 429, NONE, body, unknown(expected));
    }

    static List<Case> texts() {
        return List.of(
                text("on tokens per minute (TPM): Limit 6", TOKENS_PER_MINUTE),
                text("40000 tokens / min", TOKENS_PER_MINUTE),
                text("Tokens-per-day limit", TOKENS_PER_DAY),
                text("on requests per day (RPD)", REQUESTS_PER_DAY),
                text("3 requests/minute", REQUESTS_PER_MINUTE),
                text("10 RPM are too many", REQUESTS_PER_MINUTE),
                text("above your TPD", TOKENS_PER_DAY),
                text("ITPM reached", INPUT_TOKENS_PER_MINUTE),
                text("output tokens per hour", new Bucket(Resource.OUTPUT_TOKENS, Window.HOUR)),
                text("your daily token limit", TOKENS_PER_DAY),
                text("your monthly spend limit", new Bucket(Resource.SPEND, Window.MONTH)),
                text("Too many concurrent requests", CONCURRENCY),
                text("max organization concurrency", CONCURRENCY),
                text("Number of request tokens has exceeded", TOKENS),
                text("Too many tokens, please wait", TOKENS),
                text("Requests rate limit exceeded", REQUESTS),
                text("exceeded token rate limit of your tier", TOKENS),
                text("The model is overloaded", CAPACITY),
                text("server busy, please try again", CAPACITY),
                text("Service tier capacity exceeded", CAPACITY),
                text("exceeded call rate limit", REQUESTS),
                text("Your spend limit is reached", SPEND),
                text("Insufficient balance", SPEND),
                text("your daily quota", new Bucket(Resource.UNKNOWN, Window.DAY)),
                text("tokens per minute, and 5 RPD", TOKENS_PER_MINUTE),
                text("concurrent, your per-minute limit", CONCURRENCY),
                text("Too many requests", Bucket.UNNAMED),
                text("try your request again in a minute", Bucket.UNNAMED),
                text("Requested 428 at 3000 rpm", Bucket.UNNAMED),
                text("tokens per minutely", Bucket.UNNAMED),
                text("tokens per", Bucket.UNNAMED),
                text("You exceeded your current quota, check your billing", Bucket.UNNAMED),
                answer("any: text without JSON", 429, NONE, "5 RPM", unknown(REQUESTS_PER_MINUTE)));
    }

    private static Case text(String text, Bucket expected) {
        String body = error("", "", text);
        return answer("any: said \"" + text + "\"", 429, NONE, body, unknown(expected));
    }

    static List<Case> contradictions() {
        Map<String, String> requests = headers("x-ratelimit-remaining-requests", "0");
        Map<String, String> day = headers(
                "x-ratelimit-remaining-requests-day",
                "0",
                "x-ratelimit-reset-requests-day",
                "9",
                "x-ratelimit-remaining",
                "0");
        Map<String, String> left = headers("x-ratelimit-remaining-requests", "1");
        Map<String, String> nameless = headers(
                "x-ratelimit-remaining-tokens",
                "0",
                "x-ratelimit-reset-tokens",
                "1",
                "x-ratelimit-remaining",
                "0",
                "x-ratelimit-reset",
                "60");
        return List.of(
                mixed("the header before the code", requests, "tokens", "x", unknown(REQUESTS)),
                mixed("the code before the text", NONE, "requests", "1 TPM", unknown(REQUESTS)),
                mixed(
                        "the text adds a window",
                        requests,
                        "",
                        "2 RPM",
                        unknown(REQUESTS_PER_MINUTE)),
                mixed(
                        "the text adds a window alone",
                        requests,
                        "",
                        "your daily limit",
                        unknown(REQUESTS_PER_DAY)),
                mixed(
                        "the text adds a direction",
                        headers("x-ratelimit-remaining-tokens", "0"),
                        "",
                        "input tokens per minute",
                        unknown(INPUT_TOKENS_PER_MINUTE)),
                mixed("no window of others", requests, "", "1 TPD", unknown(REQUESTS)),
                mixed("no other window", day, "", "1 RPM", waits("9S", REQUESTS_PER_DAY)),
                mixed(
                        "no resource of another window",
                        headers("x-ratelimit-remaining-day", "0"),
                        "",
                        "1 TPM",
                        unknown(new Bucket(Resource.UNKNOWN, Window.DAY))),
                mixed(
                        "no direction of another window",
                        headers("x-ratelimit-remaining-tokens-day", "0"),
                        "",
                        "input tokens per minute",
                        unknown(TOKENS_PER_DAY)),
                mixed(
                        "the better name of two for one reset",
                        headers(
                                "x-ratelimit-remaining-tokens",
                                "0",
                                "x-ratelimit-remaining-tokens-prompt",
                                "0"),
                        "",
                        "",
                        unknown(INPUT_TOKENS)),
                mixed("no window of capacity", NONE, "queue_exceeded", "5 RPM", unknown(CAPACITY)),
                mixed("not what is left", left, "", "1 TPD", unknown(TOKENS_PER_DAY)),
                mixed(
                        "a reset without a name is the largest",
                        nameless,
                        "requests",
                        "x",
                        waits("60S", REQUESTS)),
                answer(
                        "any: no quota under an overload's status",
                        503,
                        headers("retry-after", "2"),
                        error("insufficient_quota", "", ""),
                        waits("2S", SPEND)),
                answer(
                        "any: a limit under an overload's status",
                        503,
                        headers("retry-after", "2"),
                        error("", "", "5 RPM"),
                        waits("2S", REQUESTS_PER_MINUTE)));
    }

    private static Case mixed(
            String name,
            Map<String, String> headers,
            String code,
            String text,
            RetryAdvice expected) {
        return answer("any: " + name, 429, headers, error(code, "", text), expected);
    }
}
