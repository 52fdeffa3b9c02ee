/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.signal;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A refusal, taken apart. Immutable.
 *
 * @param status the status of the error, also where it came inside a stream
 * @param headers those of the answer, and those in the body that it lacks; names in any case
 * @param text what people are told; the whole body if that is not known
 * @param spendLimit whether the body says somewhere that a spend limit is enforced
 */
record Answer(
        int status,
        Map<String, String> headers,
        ServerError error,
        ErrorDetails details,
        String text,
        boolean spendLimit) {
    private static final String SPEND_LIMIT = "enforced_spend_limit_reached";
    private static final String RETRY_AFTER_MS = "retry-after-ms";
    private static final String RETRY_AFTER = "retry-after";

    static Answer of(Refusal refusal, String body, JsonNode tree) {
        ServerError error = ServerError.of(tree);
        boolean inStream = refusal.status() / 100 == 2;
        int status = inStream ? error.status() : refusal.status();
        ErrorDetails details = ErrorDetails.of(tree);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(details.headers());
        headers.putAll(refusal.headers());
        String text = error.message().isEmpty() ? body : error.message();
        boolean spendLimit = body.contains(SPEND_LIMIT);
        return new Answer(status, headers, error, details, text, spendLimit);
    }

    /** Whether anything is said about when to come back, readable or not. */
    boolean isAdvised() {
        return details.retryDelay().isPresent() || saysRetryAfter();
    }

    boolean saysRetryAfter() {
        return headers.containsKey(RETRY_AFTER_MS) || headers.containsKey(RETRY_AFTER);
    }

    /** Whether the provider says that the same call will be refused again. */
    boolean forbidsRetry() {
        return header("x-should-retry").equalsIgnoreCase("false");
    }

    /** The time at the server; empty if it tells none. */
    Optional<Instant> date() {
        return Spelling.instant(header("date"));
    }

    /** Whether it says that money is what is missing. */
    boolean isSpent() {
        return error.is("insufficient_quota") || spendLimit;
    }

    /** How long to wait, zero to the longest; empty if nothing that can be read says so. */
    Optional<Duration> advice(@Nullable Instant now) {
        return told(now)
                .or(() -> ResetHeaders.largest(headers, now))
                .or(() -> Spelling.saidIn(text));
    }

    /** As {@link #advice}, but not for the sake of the buckets that the headers tell of. */
    Optional<Duration> adviceOfItsOwn(@Nullable Instant now) {
        return told(now).or(() -> Spelling.saidIn(text));
    }

    /** What {@code retry-after-ms} or {@code retry-after} says; empty if neither can be read. */
    Optional<Duration> retryAfter(@Nullable Instant now) {
        return Spelling.span(header(RETRY_AFTER_MS), Spelling.MILLI)
                .or(() -> Spelling.span(header(RETRY_AFTER), Spelling.SECOND))
                .or(() -> Spelling.instant(header(RETRY_AFTER))
                        .flatMap(until -> Spelling.between(now, until)));
    }

    private Optional<Duration> told(@Nullable Instant now) {
        return details.retryDelay().or(() -> retryAfter(now));
    }

    private String header(String name) {
        return headers.getOrDefault(name, "").strip();
    }
}
