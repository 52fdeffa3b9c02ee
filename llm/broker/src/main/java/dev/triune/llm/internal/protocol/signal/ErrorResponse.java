/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An error of a provider, within a stream for status 2xx; its body may be truncated. Immutable. */
public final class ErrorResponse {
    private static final int MAX_BODY_CHARS = 64 * 1024;
    private static final String PER_DAY = "PerDay";
    private static final int RATE_LIMITED = 429;
    private static final String RETRY_AFTER_MS = "retry-after-ms";
    private static final String RETRY_AFTER_MS_OF_AZURE = "x-ms-retry-after-ms";
    private static final String RETRY_AFTER = "retry-after";

    private final int status;
    private final Map<String, String> headers;
    private final ServerError error;
    private final JsonNode details;
    private final double estimatedSeconds; // until a model is loaded (Hugging Face)
    private final String body;

    /** Parses a response; only the first 64 Ki characters of the body count. */
    public ErrorResponse(int status, Map<String, String> headers, String body) {
        this.body = body.substring(0, Math.min(body.length(), MAX_BODY_CHARS));
        JsonNode tree = ServerError.tree(this.body);
        JsonNode inside = ServerError.inside(tree);
        this.error = ServerError.of(tree);
        this.status = status / 100 == 2 ? stated(tree, inside, error) : status;
        JsonNode stated = inside.path("details");
        this.details = stated.isMissingNode() ? Behind.of(inside).path("details") : stated;
        this.estimatedSeconds = tree.path("estimated_time").doubleValue(0);
        this.headers = passedOn(inside);
        this.headers.putAll(headers);
    }

    /** Returns the status that an error within 200 states, or that matches it. */
    private static int stated(JsonNode tree, JsonNode inside, ServerError error) {
        return Stream.of(inside.path("status"), tree.path("status"))
                .filter(each -> each.isIntegralNumber() && each.asInt(0) / 200 == 2)
                .map(JsonNode::intValue)
                .findFirst()
                .orElseGet(error::status);
    }

    /** Returns the status of the error, also inside a stream. */
    public int status() {
        return status;
    }

    public ServerError error() {
        return error;
    }

    /** Returns the message; the whole body without one. */
    String words() {
        return error.message().isEmpty() ? body : error.message();
    }

    public boolean contains(String word) {
        return body.contains(word);
    }

    /** Whether Gemini's details report that the daily quota is used up. */
    boolean isDaily() {
        return details.valueStream()
                .flatMap(detail -> detail.path("violations").valueStream())
                .anyMatch(violation -> text(violation, "quotaId").contains(PER_DAY));
    }

    /** Returns the longest delay in Gemini's details. */
    private Optional<Duration> retryDelay() {
        return details.valueStream()
                .flatMap(detail -> TimeFormats.parseDuration(text(detail, "retryDelay")).stream())
                .max(Comparator.naturalOrder());
    }

    /** Returns the headers that OpenRouter passes on, case-insensitively; the last one counts. */
    private static Map<String, String> passedOn(JsonNode error) {
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
        return retryDelay().isPresent() || hasRetryAfter();
    }

    boolean hasRetryAfter() {
        return headers.containsKey(RETRY_AFTER_MS)
                || headers.containsKey(RETRY_AFTER_MS_OF_AZURE)
                || headers.containsKey(RETRY_AFTER);
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
                .or(() -> RateLimitHeaders.combined(headers))
                .or(this::messageAdvice)
                .or(() -> status == RATE_LIMITED
                        ? RateLimitHeaders.alone(headers, now)
                        : Optional.empty())
                .or(this::estimate);
    }

    private Optional<Duration> estimate() {
        return estimatedSeconds > 0
                ? Optional.of(TimeFormats.bounded(
                        BigDecimal.valueOf(estimatedSeconds).multiply(TimeFormats.SECOND)))
                : Optional.empty();
    }

    /** Returns {@link #advice} without the resets of rate limits. */
    Optional<Duration> explicitAdvice(@Nullable Instant now) {
        return headerAdvice(now).or(this::messageAdvice);
    }

    /** Returns {@code retry-after-ms} or {@code retry-after}; empty if neither is readable. */
    Optional<Duration> retryAfter(@Nullable Instant now) {
        return TimeFormats.parseDuration(header(RETRY_AFTER_MS), TimeFormats.MILLI)
                .or(() -> TimeFormats.parseDuration(
                        header(RETRY_AFTER_MS_OF_AZURE), TimeFormats.MILLI))
                .or(() -> RateLimitHeaders.until(header(RETRY_AFTER), now))
                .or(() -> longestOf(header(RETRY_AFTER)))
                .or(() -> TimeFormats.parseNumber(header(RETRY_AFTER))
                        .filter(RateLimitHeaders::isBeyondUnix)
                        .map(TimeFormats::bounded));
    }

    /** Returns the longest time of a header that several servers have set, as proxies join them. */
    private static Optional<Duration> longestOf(String list) {
        return Stream.of(list.contains(",") ? list.split(",") : new String[0])
                .flatMap(each ->
                        TimeFormats.parseDuration(each.strip(), TimeFormats.SECOND).stream())
                .max(Comparator.naturalOrder());
    }

    private Optional<Duration> headerAdvice(@Nullable Instant now) {
        return retryDelay().or(() -> retryAfter(now));
    }

    private Optional<Duration> messageAdvice() {
        return TimeFormats.findIn(words());
    }

    private String header(String name) {
        return headers.getOrDefault(name, "").strip();
    }

    /** Omits headers and body, which may repeat the prompt. */
    @Override
    public String toString() {
        return "ErrorResponse[status " + status + ", body of " + body.length() + " characters]";
    }
}
