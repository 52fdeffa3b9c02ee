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
            "((?:x-)?rate-?limit-)remaining((?:-.*)?)|(anthropic-ratelimit-.+-)remaining",
            Pattern.CASE_INSENSITIVE);

    /** The reset of servers that state nothing else. */
    private static final Pattern LONE_RESET =
            Pattern.compile("(?:x-)?rate-?limit-reset(?:-after)?", Pattern.CASE_INSENSITIVE);

    /** What is left and when it ends, in the field of the drafts for RateLimit, of any age. */
    private static final Pattern LEFT = Pattern.compile("\\b(?:r|remaining)=(\\d{1,15})");

    private static final Pattern END = Pattern.compile("\\b(?:t|reset)=(\\d{1,15})");

    /** The limit that a server does not count, and of which -1 is left. */
    private static final String UNLIMITED = "-1";

    private static final String COMBINED = "ratelimit";

    /** The minimum number that counts as Unix time rather than as a duration. */
    private static final BigDecimal UNIX_SECONDS = new BigDecimal("1e9");

    private static final BigDecimal UNIX_MILLIS = new BigDecimal("1e11");
    private static final BigDecimal LAST_MILLIS = new BigDecimal("1e15");

    private RateLimitHeaders() {}

    /** Returns the longest reset of the exhausted buckets; empty if there is none. */
    static Optional<Duration> largest(Map<String, String> headers, @Nullable Instant now) {
        return headers.entrySet().stream()
                .filter(header -> isZero(header.getValue()))
                .filter(header -> !UNLIMITED.equals(
                        headers.get(header.getKey().replaceFirst("(?i)remaining", "limit"))))
                .map(header -> headers.get(resetOf(header.getKey())))
                .flatMap(Stream::ofNullable)
                .flatMap(reset -> until(reset.strip(), now).stream())
                .max(Comparator.naturalOrder());
    }

    /** Returns the longest reset of the used-up policies in the field {@code RateLimit}. */
    static Optional<Duration> combined(Map<String, String> headers) {
        String field = headers.getOrDefault(COMBINED, "");
        boolean quoted = field.contains(";");
        // the parameters of an older draft are a list, as its policies are now
        return Stream.of(quoted ? field.split(",(?=\\s*\")") : new String[] {field})
                .filter(policy -> isZero(first(LEFT, policy)))
                .flatMap(policy -> TimeFormats.parseNumber(first(END, policy)).stream())
                .map(seconds -> TimeFormats.bounded(seconds.multiply(TimeFormats.SECOND)))
                .max(Comparator.naturalOrder());
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }

    /**
     * Returns a reset of a server that does not state what is left: after a rate limit, that is
     * nothing.
     */
    static Optional<Duration> alone(Map<String, String> headers, @Nullable Instant now) {
        boolean stated = headers.keySet().stream()
                .anyMatch(name -> REMAINING.matcher(name).matches());
        return stated
                ? Optional.empty()
                : headers.entrySet().stream()
                        .filter(header -> LONE_RESET.matcher(header.getKey()).matches())
                        .flatMap(header -> until(header.getValue().strip(), now).stream())
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
