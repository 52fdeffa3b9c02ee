/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A parsed error response. Immutable.
 *
 * @param status the status of the error, also inside a stream
 * @param headers the headers of the response, and further ones in the body; case-insensitive
 * @param retryDelay the longest delay in Gemini's details; null if there is none
 * @param daily whether these details report that the daily quota is used up
 * @param text the human-readable message; the whole body if there is none
 * @param spendLimit whether the body reports an enforced spend limit
 */
record ParsedErrorResponse(
        int status,
        Map<String, String> headers,
        ServerError error,
        @Nullable Duration retryDelay,
        boolean daily,
        String text,
        boolean spendLimit) {
    private static final String PER_DAY = "PerDay";
    private static final String SPEND_LIMIT = "enforced_spend_limit_reached";
    private static final String RETRY_AFTER_MS = "retry-after-ms";
    private static final String RETRY_AFTER = "retry-after";

    static ParsedErrorResponse of(ErrorResponse answer, String body, JsonNode tree) {
        ServerError error = ServerError.of(tree);
        boolean inStream = answer.status() / 100 == 2;
        int status = inStream ? error.status() : answer.status();
        JsonNode inside = ServerError.inside(tree);
        JsonNode details = inside.path("details");
        Duration retryDelay = details.valueStream()
                .flatMap(detail -> TimeFormats.parseDuration(text(detail, "retryDelay")).stream())
                .max(Comparator.naturalOrder())
                .orElse(null);
        boolean daily = details.valueStream()
                .flatMap(detail -> detail.path("violations").valueStream())
                .anyMatch(violation -> text(violation, "quotaId").contains(PER_DAY));
        Map<String, String> headers = headers(inside);
        headers.putAll(answer.headers());
        String text = error.message().isEmpty() ? body : error.message();
        boolean spendLimit = body.contains(SPEND_LIMIT);
        return new ParsedErrorResponse(status, headers, error, retryDelay, daily, text, spendLimit);
    }

    /** Returns the headers that OpenRouter passes on, case-insensitively; the last one counts. */
    private static Map<String, String> headers(JsonNode error) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        error.path("metadata").path("headers").propertyStream().forEach(header -> {
            if (header.getValue().isValueNode()) {
                headers.put(header.getKey(), header.getValue().asString(""));
            }
        });
        return headers;
    }

    private static String text(JsonNode object, String name) {
        return object.path(name).stringValue("").strip();
    }

    /** Whether there is a retry delay, readable or not. */
    boolean isAdvised() {
        return retryDelay != null || hasRetryAfter();
    }

    boolean hasRetryAfter() {
        return headers.containsKey(RETRY_AFTER_MS) || headers.containsKey(RETRY_AFTER);
    }

    /** Whether the provider reports that the same call will be rejected again. */
    boolean forbidsRetry() {
        return header("x-should-retry").equalsIgnoreCase("false");
    }

    /** Returns the server's time; empty if it reports none. */
    Optional<Instant> date() {
        return TimeFormats.parseInstant(header("date"));
    }

    /** Returns the time to wait, from zero to the maximum; empty if none is readable. */
    Optional<Duration> advice(@Nullable Instant now) {
        return headerAdvice(now)
                .or(() -> RateLimitHeaders.largest(headers, now))
                .or(() -> TimeFormats.findIn(text));
    }

    /** Returns {@link #advice} without the resets of rate limits. */
    Optional<Duration> explicitAdvice(@Nullable Instant now) {
        return headerAdvice(now).or(() -> TimeFormats.findIn(text));
    }

    /** Returns {@code retry-after-ms} or {@code retry-after}; empty if neither is readable. */
    Optional<Duration> retryAfter(@Nullable Instant now) {
        return TimeFormats.parseDuration(header(RETRY_AFTER_MS), TimeFormats.MILLI)
                .or(() -> RateLimitHeaders.until(header(RETRY_AFTER), now))
                .or(() -> TimeFormats.parseNumber(header(RETRY_AFTER))
                        .filter(RateLimitHeaders::isBeyondUnix)
                        .map(TimeFormats::bounded));
    }

    private Optional<Duration> headerAdvice(@Nullable Instant now) {
        return Optional.ofNullable(retryDelay).or(() -> retryAfter(now));
    }

    private String header(String name) {
        return headers.getOrDefault(name, "").strip();
    }
}
