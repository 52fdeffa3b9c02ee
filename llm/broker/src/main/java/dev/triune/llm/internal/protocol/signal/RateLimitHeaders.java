/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The resets of exhausted buckets in headers such as {@code x-ratelimit-remaining-tokens} with
 * {@code x-ratelimit-reset-tokens}, or {@code anthropic-ratelimit-tokens-remaining} with {@code
 * anthropic-ratelimit-tokens-reset}.
 */
final class RateLimitHeaders {
    private static final Pattern REMAINING = Pattern.compile(
            "(x-ratelimit-)remaining((?:-.*)?)|(anthropic-ratelimit-.+-)remaining",
            Pattern.CASE_INSENSITIVE);

    /** The minimum number that counts as Unix time rather than as a duration. */
    private static final BigDecimal UNIX_SECONDS = new BigDecimal("1e9");

    private static final BigDecimal UNIX_MILLIS = new BigDecimal("1e11");
    private static final BigDecimal LAST_MILLIS = new BigDecimal("1e15");

    private RateLimitHeaders() {}

    /** Returns the longest reset of the exhausted buckets; empty if there is none. */
    static Optional<Duration> largest(Map<String, String> headers, @Nullable Instant now) {
        return headers.entrySet().stream()
                .filter(header -> isZero(header.getValue()))
                .map(header -> headers.get(resetOf(header.getKey())))
                .flatMap(Stream::ofNullable)
                .flatMap(reset -> until(reset.strip(), now).stream())
                .max(Comparator.naturalOrder());
    }

    private static boolean isZero(String remaining) {
        return TimeFormats.parseNumber(remaining.strip())
                .filter(left -> left.signum() <= 0)
                .isPresent();
    }

    /** Returns the reset header for a remaining header; empty if it is another header. */
    private static String resetOf(String name) {
        Matcher remaining = REMAINING.matcher(name);
        if (!remaining.matches()) {
            return "";
        }
        String infix = remaining.group(1);
        return infix == null ? remaining.group(3) + "reset" : infix + "reset" + remaining.group(2);
    }

    /** Parses a number of seconds, a duration, Unix time or a date. */
    static Optional<Duration> until(String reset, @Nullable Instant now) {
        Optional<BigDecimal> number = TimeFormats.parseNumber(reset);
        if (number.filter(value -> value.compareTo(UNIX_SECONDS) >= 0).isPresent()) {
            return number.flatMap(RateLimitHeaders::unix)
                    .flatMap(instant -> TimeFormats.between(now, instant));
        }
        return TimeFormats.parseDuration(reset, TimeFormats.SECOND)
                .or(() -> TimeFormats.parseInstant(reset)
                        .flatMap(instant -> TimeFormats.between(now, instant)));
    }

    static boolean isBeyondUnix(BigDecimal number) {
        return number.compareTo(LAST_MILLIS) > 0;
    }

    /** Parses Unix time in seconds, or in milliseconds as OpenRouter sends it. */
    private static Optional<Instant> unix(BigDecimal number) {
        if (isBeyondUnix(number)) {
            return Optional.empty();
        }
        boolean millis = number.compareTo(UNIX_MILLIS) >= 0;
        BigDecimal unit = millis ? TimeFormats.MILLI : TimeFormats.SECOND;
        BigDecimal nanos = number.multiply(unit);
        return Optional.of(Instant.ofEpochSecond(
                nanos.divideToIntegralValue(TimeFormats.SECOND).longValueExact(),
                nanos.remainder(TimeFormats.SECOND).longValue()));
    }
}
