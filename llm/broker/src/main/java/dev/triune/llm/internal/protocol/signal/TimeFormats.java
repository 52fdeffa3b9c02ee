/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses times in the formats of providers. Quantifiers are bounded against hostile texts. */
final class TimeFormats {
    static final BigDecimal MILLI = BigDecimal.valueOf(1_000_000);
    static final BigDecimal SECOND = BigDecimal.valueOf(1_000_000_000);

    private static final BigDecimal MINUTE = SECOND.multiply(BigDecimal.valueOf(60));
    private static final BigDecimal HOUR = MINUTE.multiply(BigDecimal.valueOf(60));
    private static final BigDecimal DAY = HOUR.multiply(BigDecimal.valueOf(24));
    private static final BigDecimal MAX_DURATION =
            BigDecimal.valueOf(RateLimitSignals.MAX_WAIT.toNanos());

    private static final Instant END = Instant.parse("9999-12-31T00:00:00Z");

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?\\d{1,40}(?:\\.\\d{1,40})?(?:[eE][+-]?\\d{1,4})?");

    /** A number with its unit, and the separator before the next such piece. */
    private static final Pattern PIECE = Pattern.compile(
            "(\\d{1,20}(?:\\.\\d{1,20})?) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m"
                    + "|hours?|hrs?|h|days?|d)(?![a-z])(?:,? (?:and )?(?=\\d))?",
            Pattern.CASE_INSENSITIVE);

    /** The words before a time in a message: "try again in", "retry after", "wait for". */
    private static final Pattern CUE = Pattern.compile(
            "\\b(?:again|retry|wait)(?: in| after| for)?:? (?=\\d)", Pattern.CASE_INSENSITIVE);

    /** The three date formats of HTTP (RFC 9110, section 5.6.7); the last two are obsolete. */
    private static final List<DateTimeFormatter> HTTP_DATES = List.of(
            DateTimeFormatter.RFC_1123_DATE_TIME,
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC));

    private TimeFormats() {}

    /** Parses a plain number, such as {@code 11.382867} or {@code 1e3}. */
    static Optional<BigDecimal> parseNumber(String text) {
        boolean number = NUMBER.matcher(text).matches();
        return number ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    /** Parses a duration with units, like {@code 12ms} or {@code 1h2m3.5s}; negative is zero. */
    static Optional<Duration> parseDuration(String text) {
        boolean negative = text.startsWith("-");
        Matcher pieces = PIECE.matcher(text).region(negative ? 1 : 0, text.length());
        Optional<Duration> sum = sum(pieces);
        return pieces.regionStart() < text.length()
                ? Optional.empty()
                : sum.map(span -> negative ? Duration.ZERO : span);
    }

    /** Parses a number of this unit, or a duration with units. */
    static Optional<Duration> parseDuration(String text, BigDecimal nanosOfUnit) {
        return parseNumber(text)
                .map(count -> bounded(count.multiply(nanosOfUnit)))
                .or(() -> parseDuration(text));
    }

    /** Finds the first time to wait in a message, as in "Please try again in 2m59.56s". */
    static Optional<Duration> findIn(String message) {
        Matcher cues = CUE.matcher(message);
        while (cues.find()) {
            Matcher pieces = PIECE.matcher(message).region(cues.end(), message.length());
            Optional<Duration> total = sum(pieces.useTransparentBounds(true));
            if (total.isPresent()) {
                return total;
            }
        }
        return Optional.empty();
    }

    /** Adds up consecutive pieces, and moves the region behind the last one. */
    private static Optional<Duration> sum(Matcher pieces) {
        Optional<BigDecimal> sum = Optional.empty();
        while (pieces.lookingAt()) {
            BigDecimal piece = new BigDecimal(pieces.group(1)).multiply(unit(pieces.group(2)));
            sum = Optional.of(sum.orElse(BigDecimal.ZERO).add(piece));
            pieces.region(pieces.end(), pieces.regionEnd());
        }
        return sum.map(TimeFormats::bounded);
    }

    private static BigDecimal unit(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("ms") || lower.startsWith("milli")) {
            return MILLI;
        }
        return switch (lower.charAt(0)) {
            case 's' -> SECOND;
            case 'm' -> MINUTE;
            case 'h' -> HOUR;
            default -> DAY;
        };
    }

    /** Parses an HTTP date, or a date and time of RFC 3339, from 1970 to 9999. */
    static Optional<Instant> parseInstant(String text) {
        String inGmt = text.endsWith(" UTC") ? text.replaceFirst("UTC$", "GMT") : text;
        for (DateTimeFormatter format : HTTP_DATES) {
            Optional<Instant> read = parseInstant(inGmt, format);
            if (read.isPresent()) {
                return read;
            }
        }
        return parseInstant(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    }

    private static Optional<Instant> parseInstant(String text, DateTimeFormatter format) {
        try {
            return Optional.of(Instant.from(format.parse(text)))
                    .filter(read -> !read.isBefore(Instant.EPOCH) && read.isBefore(END));
        } catch (DateTimeException noDate) {
            return Optional.empty();
        }
    }

    /** Rounds up to a nanosecond, since a retry that is too early is rejected again. */
    static Duration bounded(BigDecimal nanos) {
        BigDecimal within = nanos.max(BigDecimal.ZERO).min(MAX_DURATION);
        return Duration.ofNanos(within.setScale(0, RoundingMode.CEILING).longValueExact());
    }

    /** Returns the time from now until then, zero to the maximum; empty if now is unknown. */
    static Optional<Duration> between(@Nullable Instant now, Instant then) {
        if (now == null) {
            return Optional.empty();
        }
        Duration span = Duration.between(now, then);
        Duration maxWait = RateLimitSignals.MAX_WAIT;
        Duration shortened = span.compareTo(maxWait) < 0 ? span : maxWait;
        return Optional.of(span.isNegative() ? Duration.ZERO : shortened);
    }
}
