/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static dev.triune.llm.internal.protocol.signal.SignalCorpus.NO_LIMIT;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.UNKNOWN;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.answer;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.headers;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.waits;

import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import java.util.List;
import java.util.Map;

/** Gemini, which reports in its error details what others report in headers. */
final class GeminiCases {
    private static final Map<String, String> NONE = Map.of();

    private GeminiCases() {}

    static List<Case> delays() {
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

    static List<Case> quotas() {
        String input = "GenerateContentInputTokensPerModelPerMinute-FreeTier";
        String metric = "generativelanguage.googleapis.com/generate_content_free_tier_requests";
        String requests = violation("quotaId", "GenerateRequestsPerMinutePerProjectPerModel");
        String tokens = violation("quotaId", input);
        Map<String, String> headers = headers("x-ratelimit-remaining-tokens", "0");
        return List.of(
                quota("input tokens", tokens, UNKNOWN),
                quota("metric alone", violation("quotaMetric", metric), UNKNOWN),
                quota(
                        "metric with a period",
                        violation("quotaMetric", "x.com/requests_per_minute_per_model"),
                        UNKNOWN),
                quota(
                        "the metric adds the resource",
                        "{\"quotaMetric\":\"" + metric + "\",\"quotaId\":\"FreePerDay\"}",
                        waits("20H")),
                quota("an id without a resource", violation("quotaId", "FreePerDay"), waits("20H")),
                quota(
                        "the longest period of several",
                        requests + "," + violation("quotaId", "GenerateRequestsPerDay") + ","
                                + tokens,
                        waits("20H")),
                quota("an id that is nonsense", violation("quotaId", "\\u0000 7"), UNKNOWN),
                quota("an id that is no text", "{\"quotaId\":7}", UNKNOWN),
                answer(
                        "gemini: the quota before the headers",
                        429,
                        headers,
                        geminiError(violations(requests)),
                        UNKNOWN));
    }

    private static Case quota(String name, String violation, RetryAdvice expected) {
        return answer("gemini: " + name, 429, NONE, geminiError(violations(violation)), expected);
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
        return violations(
                violation("quotaId", "GenerateRequests" + period + "PerProjectPerModel-FreeTier"));
    }

    private static String violations(String violations) {
        return "{\"@type\":\"type.googleapis.com/google.rpc.QuotaFailure\",\"violations\":["
                + violations + "]}";
    }

    private static String violation(String name, String value) {
        return "{\"" + name + "\":\"" + value + "\"}";
    }
}
