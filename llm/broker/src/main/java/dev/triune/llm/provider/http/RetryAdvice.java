/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * How long a provider says to wait, read from the headers {@code retry-after-ms} and
 * {@code retry-after}: seconds, with or without a fraction, or an HTTP date (RFC 9110, section
 * 10.2.3). Thread-safe.
 */
final class RetryAdvice {
    /** What is longer than this is taken as this. */
    static final Duration LONGEST = Duration.ofDays(30);

    private static final String MILLIS = "retry-after-ms";
    private static final String SECONDS_OR_DATE = "retry-after";
    private static final double NANOS_OF_MILLI = 1e6;
    private static final double NANOS_OF_SECOND = 1e9;

    private final @Nullable InstantSource clock;

    /**
     * Reads advice.
     *
     * @param clock tells the time for an HTTP date where the answer itself bears none; without it,
     *     such a date is no advice
     */
    RetryAdvice(@Nullable InstantSource clock) {
        this.clock = clock;
    }

    /** Whether the headers say anything about a wait, readable or not. */
    static boolean isIn(Headers headers) {
        return headers.get(MILLIS) != null || headers.get(SECONDS_OR_DATE) != null;
    }

    /** The wait, zero to {@link #LONGEST}; empty if the headers hold none that can be read. */
    Optional<Duration> of(Headers headers) {
        return number(headers.get(MILLIS), NANOS_OF_MILLI)
                .or(() -> number(headers.get(SECONDS_OR_DATE), NANOS_OF_SECOND))
                .or(() -> date(headers));
    }

    private static Optional<Duration> number(@Nullable String text, double nanosOfUnit) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            double nanos = Math.ceil(Double.parseDouble(text) * nanosOfUnit);
            return Double.isNaN(nanos) ? Optional.empty() : Optional.of(bounded(nanos));
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }

    private static Duration bounded(double nanos) {
        return Duration.ofNanos((long) Math.max(0, Math.min(nanos, (double) LONGEST.toNanos())));
    }

    private Optional<Duration> date(Headers headers) {
        Instant until = headers.getInstant(SECONDS_OR_DATE);
        Instant now = headers.getInstant("date");
        if (now == null && clock != null) {
            now = clock.instant();
        }
        if (until == null || now == null) {
            return Optional.empty();
        }
        Duration wait = Duration.between(now, until);
        return Optional.of(wait.isNegative() ? Duration.ZERO : shorter(wait, LONGEST));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
