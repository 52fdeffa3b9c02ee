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
 * An error answer, taken apart. Immutable.
 *
 * @param status the status of the error, also where it came inside a stream
 * @param headers those of the answer, and those in the body that it lacks; names in any case
 * @param retryDelay the longest delay of the details that Gemini gives
 * @param daily whether these say that the quota of a day is used up
 * @param text the message for people; the whole body if there is none
 * @param spendLimit whether the body says somewhere that a spend limit is enforced
 */
record ParsedErrorResponse(
        int status,
        Map<String, String> headers,
        ServerError error,
        Optional<Duration> retryDelay,
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
        Optional<Duration> retryDelay = details.valueStream()
                .flatMap(detail -> TimeFormats.parseDuration(text(detail, "retryDelay")).stream())
                .max(Comparator.naturalOrder());
        boolean daily = details.valueStream()
                .flatMap(detail -> detail.path("violations").valueStream())
                .anyMatch(violation -> text(violation, "quotaId").contains(PER_DAY));
        Map<String, String> headers = headers(inside);
        headers.putAll(answer.headers());
        String text = error.message().isEmpty() ? body : error.message();
        boolean spendLimit = body.contains(SPEND_LIMIT);
        return new ParsedErrorResponse(status, headers, error, retryDelay, daily, text, spendLimit);
    }

    /** The headers that OpenRouter passes on, by names in any case, of which the last one counts. */
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

    /** Whether anything is said about when to come back, readable or not. */
    boolean isAdvised() {
        return retryDelay.isPresent() || hasRetryAfter();
    }

    boolean hasRetryAfter() {
        return headers.containsKey(RETRY_AFTER_MS) || headers.containsKey(RETRY_AFTER);
    }

    /** Whether the provider says that the same call will be refused again. */
    boolean forbidsRetry() {
        return header("x-should-retry").equalsIgnoreCase("false");
    }

    /** The time at the server; empty if it tells none. */
    Optional<Instant> date() {
        return TimeFormats.parseInstant(header("date"));
    }

    /** How long to wait, zero to the longest; empty if nothing that can be read says so. */
    Optional<Duration> advice(@Nullable Instant now) {
        return headerAdvice(now)
                .or(() -> RateLimitHeaders.largest(headers, now))
                .or(() -> TimeFormats.findIn(text));
    }

    /** What {@link #advice} gives without the resets of rate limits. */
    Optional<Duration> explicitAdvice(@Nullable Instant now) {
        return headerAdvice(now).or(() -> TimeFormats.findIn(text));
    }

    /** What {@code retry-after-ms} or {@code retry-after} says; empty if neither can be read. */
    Optional<Duration> retryAfter(@Nullable Instant now) {
        return TimeFormats.parseDuration(header(RETRY_AFTER_MS), TimeFormats.MILLI)
                .or(() -> TimeFormats.parseDuration(header(RETRY_AFTER), TimeFormats.SECOND))
                .or(() -> TimeFormats.parseInstant(header(RETRY_AFTER))
                        .flatMap(until -> TimeFormats.between(now, until)));
    }

    private Optional<Duration> headerAdvice(@Nullable Instant now) {
        return retryDelay.or(() -> retryAfter(now));
    }

    private String header(String name) {
        return headers.getOrDefault(name, "").strip();
    }
}
