/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.signal;

import static dev.triune.llm.provider.signal.SignalCorpus.EXHAUSTED;
import static dev.triune.llm.provider.signal.SignalCorpus.NO_LIMIT;
import static dev.triune.llm.provider.signal.SignalCorpus.UNKNOWN;
import static dev.triune.llm.provider.signal.SignalCorpus.answer;
import static dev.triune.llm.provider.signal.SignalCorpus.headers;
import static dev.triune.llm.provider.signal.SignalCorpus.waits;

import dev.triune.llm.provider.signal.SignalCorpus.Case;
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

    static List<Case> gemini() {
        String exact = "45.837906927s";
        Map<String, String> march = headers("Date", "Sun, 08 Mar 2026 09:00:00 GMT");
        return List.of(
                answer("gemini: delay", 429, NONE, geminiError(retryInfo("45.8s")), waits("45.8S")),
                answer(
                        "gemini: delay to a nanosecond",
                        429,
                        NONE,
                        geminiError(retryInfo(exact)),
                        waits("45.837906927S")),
                answer("gemini: no delay", 429, NONE, geminiError(quota("PerMinute")), UNKNOWN),
                answer(
                        "gemini: the minute's quota",
                        429,
                        NONE,
                        geminiError(quota("PerMinute") + "," + retryInfo("36s")),
                        waits("36S")),
                answer(
                        "gemini: the day's quota",
                        429,
                        NONE,
                        geminiError(quota("PerDay") + "," + retryInfo("36s")),
                        waits("20H")),
                answer(
                        "gemini: the day's quota, no delay",
                        429,
                        NONE,
                        geminiError(quota("PerDay")),
                        waits("20H")),
                answer(
                        "gemini: the day's quota as clocks change",
                        429,
                        march,
                        geminiError(quota("PerDay")),
                        waits("22H")),
                answer(
                        "gemini: delay before retry-after",
                        429,
                        headers("retry-after", "1"),
                        geminiError(retryInfo("2s")),
                        waits("2S")),
                answer(
                        "gemini: unreadable delay",
                        429,
                        headers("retry-after", "1"),
                        geminiError(retryInfo("soon")),
                        waits("1S")),
                answer(
                        "gemini: negative delay",
                        429,
                        NONE,
                        geminiError(retryInfo("-3s")),
                        waits("0S")),
                answer(
                        "gemini: in an array",
                        429,
                        NONE,
                        "[" + geminiError(retryInfo("7s")) + "]",
                        waits("7S")),
                answer(
                        "gemini: within a stream",
                        200,
                        NONE,
                        geminiError(retryInfo("7s")),
                        waits("7S")),
                answer(
                        "gemini: details are no list",
                        429,
                        NONE,
                        "{\"error\":{\"details\":7}}",
                        UNKNOWN),
                answer("gemini: a bad request", 400, NONE, geminiError(retryInfo("7s")), NO_LIMIT));
    }

    private static String geminiError(String details) {
        return "{\"error\":{\"code\":429,\"message\":\"You exceeded your current quota.\",\"status\":"
                + "\"RESOURCE_EXHAUSTED\",\"details\":[" + details + "]}}";
    }

    private static String retryInfo(String delay) {
        return "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"" + delay
                + "\"}";
    }

    private static String quota(String period) {
        return "{\"@type\":\"type.googleapis.com/google.rpc.QuotaFailure\",\"violations\":[{\"quotaId\":"
                + "\"GenerateRequests" + period + "PerProjectPerModel-FreeTier\"}]}";
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
