/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static dev.triune.llm.internal.protocol.signal.SignalCorpus.EXHAUSTED;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.NO_LIMIT;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.UNKNOWN;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.answer;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.exhausted;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.headers;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.waits;

import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import java.util.List;
import java.util.Map;

/** Hosted providers with spellings of their own. */
final class OtherProviderCases {
    private static final Map<String, String> NONE = Map.of();

    private OtherProviderCases() {}

    static List<Case> anthropic() {
        String limit = anthropicError("rate_limit_error", "Too many requests");
        String overloaded = anthropicError("overloaded_error", "Overloaded");
        String spent = anthropicError("enforced_spend_limit_reached", "Raise the limit");
        String spentInDetails = "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\","
                + "\"message\":\"x\",\"details\":{\"error_code\":\"enforced_spend_limit_reached\"}}}";
        Map<String, String> retry = headers("Retry-After", "17");
        Map<String, String> both = bucket("tokens", "0", "12:00:30Z");
        both.putAll(bucket("input-tokens", "0", "12:00:30Z"));
        both.putAll(bucket("output-tokens", "0", "12:00:10Z"));
        both.putAll(bucket("requests", "5", "12:01:00Z"));
        return List.of(
                answer("anthropic: retry-after", 429, retry, limit, waits("17S")),
                answer("anthropic: nothing said", 429, NONE, limit, UNKNOWN),
                answer(
                        "anthropic: requests",
                        429,
                        bucket("requests", "0", "12:00:09Z"),
                        limit,
                        waits("9S")),
                answer(
                        "anthropic: tokens",
                        429,
                        bucket("tokens", "0", "12:01:00Z"),
                        limit,
                        waits("1M")),
                answer(
                        "anthropic: input",
                        429,
                        bucket("input-tokens", "0", "12:00:30Z"),
                        limit,
                        waits("30S")),
                answer(
                        "anthropic: output",
                        429,
                        bucket("output-tokens", "0", "12:00:30.5Z"),
                        limit,
                        waits("30.5S")),
                answer(
                        "anthropic: an offset",
                        429,
                        bucket("tokens", "0", "13:00:30+01:00"),
                        limit,
                        waits("30S")),
                answer(
                        "anthropic: a reset that has passed",
                        429,
                        bucket("tokens", "0", "11:59:00Z"),
                        limit,
                        waits("0S")),
                answer(
                        "anthropic: tokens left",
                        429,
                        bucket("tokens", "1", "12:01:00Z"),
                        limit,
                        UNKNOWN),
                answer("anthropic: the input behind the tokens", 429, both, limit, waits("30S")),
                answer(
                        "anthropic: in words",
                        429,
                        retry,
                        anthropicError(
                                "rate_limit_error",
                                "This request would exceed your organization's rate limit of 40,000 input tokens per minute."),
                        waits("17S")),
                answer(
                        "anthropic: in other words",
                        429,
                        retry,
                        anthropicError(
                                "rate_limit_error",
                                "Number of requests has exceeded your per-minute rate limit"),
                        waits("17S")),
                answer(
                        "anthropic: connections",
                        429,
                        retry,
                        anthropicError(
                                "rate_limit_error",
                                "Number of concurrent connections has exceeded your rate limit."),
                        waits("17S")),
                answer(
                        "anthropic: spent, whatever the buckets",
                        429,
                        bucket("tokens", "0", "12:01:00Z"),
                        spent,
                        EXHAUSTED),
                answer("anthropic: spent", 429, NONE, spent, EXHAUSTED),
                answer("anthropic: spent, in the details", 429, NONE, spentInDetails, EXHAUSTED),
                answer("anthropic: spent, with retry-after", 429, retry, spent, waits("17S")),
                answer("anthropic: overloaded", 529, NONE, overloaded, UNKNOWN),
                answer(
                        "anthropic: overloaded, with retry-after",
                        529,
                        retry,
                        overloaded,
                        waits("17S")),
                answer("anthropic: overloaded within a stream", 200, NONE, overloaded, UNKNOWN),
                answer("anthropic: 529 without a name", 529, NONE, "", NO_LIMIT),
                answer("anthropic: error", 500, NONE, anthropicError("api_error", "x"), NO_LIMIT));
    }

    private static String anthropicError(String type, String message) {
        return "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message
                + "\"},\"request_id\":\"r\"}";
    }

    private static Map<String, String> bucket(String name, String left, String reset) {
        return headers(
                "anthropic-ratelimit-" + name + "-limit",
                "0",
                "anthropic-ratelimit-" + name + "-remaining",
                left,
                "anthropic-ratelimit-" + name + "-reset",
                "2026-01-01T" + reset);
    }

    static List<Case> openRouter() {
        String metadata = ",\"metadata\":{\"headers\":{\"X-RateLimit-Remaining\":\"0\","
                + "\"X-RateLimit-Reset\":\"1767268830000\"}}";
        return List.of(
                answer(
                        "openrouter: limit within a stream",
                        200,
                        NONE,
                        numbered("429", ""),
                        UNKNOWN),
                answer(
                        "openrouter: text within a stream",
                        200,
                        NONE,
                        numbered("\"429\"", "retry after 5 seconds"),
                        waits("5S")),
                answer(
                        "openrouter: credit within a stream",
                        200,
                        NONE,
                        numbered("402", ""),
                        EXHAUSTED),
                answer(
                        "openrouter: the free requests of the day",
                        429,
                        NONE,
                        numbered(
                                "429",
                                "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day"),
                        UNKNOWN),
                answer(
                        "openrouter: the free models of a minute",
                        429,
                        NONE,
                        numbered("429", "Rate limit exceeded: free-models-per-min."),
                        UNKNOWN),
                answer(
                        "openrouter: no credit until then",
                        402,
                        headers("Retry-After", "60"),
                        numbered("402", ""),
                        exhausted("60S")),
                answer(
                        "openrouter: error within a stream",
                        200,
                        NONE,
                        numbered("502", ""),
                        NO_LIMIT),
                answer(
                        "openrouter: retry-after",
                        429,
                        headers("Retry-After", "4"),
                        numbered("429", ""),
                        waits("4S")),
                answer(
                        "openrouter: headers in the body",
                        429,
                        NONE,
                        "{\"error\":{\"code\":429" + metadata + "}}",
                        waits("30S")),
                answer(
                        "openrouter: headers in a stream",
                        200,
                        NONE,
                        "{\"error\":{\"code\":429" + metadata + "}}",
                        waits("30S")),
                answer(
                        "openrouter: no credit",
                        402,
                        NONE,
                        numbered("402", "Insufficient credits"),
                        EXHAUSTED));
    }

    /** An error with a number for its code. */
    static String numbered(String code, String message) {
        return "{\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\",\"type\":\"x\"}}";
    }
}
