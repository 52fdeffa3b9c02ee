/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import dev.triune.llm.FailureCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads from an error answer whether it is a rate limit and how long to wait, in the spellings of
 * the known providers. How long, the first of these that can be read: the delay in Gemini's
 * details; {@code retry-after-ms}; {@code retry-after} as a number of seconds or a date (RFC 9110,
 * section 10.2.3); the largest reset over the exhausted buckets; a time in the
 * message. Nonsense is passed over; reading never fails.
 * Thread-safe.
 */
public final class RateLimitSignals {
    /** What is longer than this is taken as this. */
    public static final Duration MAX_WAIT = Duration.ofDays(30);

    private static final int MAX_BODY_CHARS = 64 * 1024;
    private static final RetryAdvice NO_LIMIT = new RetryAdvice.NotRateLimited();

    /** Gemini's days begin at midnight here. */
    private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");

    /** OpenRouter: the credit is there, but reserved by calls under way. */
    private static final String IN_FLIGHT_BUDGET = "openrouter_in_flight_budget";

    /** A daily quota is asked for again after this long where no clock tells the time of day. */
    private static final Duration WITHIN_A_DAY = Duration.ofHours(1);

    private final @Nullable InstantSource clock;

    /**
     * Reads signals.
     *
     * @param clock tells the time where the answer itself bears no {@code date}; without either, a
     *     time of day or a date is no advice
     */
    public RateLimitSignals(@Nullable InstantSource clock) {
        this.clock = clock;
    }

    /**
     * What a refusal means. Of a body longer than 64 Ki characters only the beginning counts.
     *
     * @param errorResponse with a status of 2xx for an error inside a stream; its status is then the one
     *     that the body tells
     */
    public RetryAdvice read(ErrorResponse errorResponse) {
        String whole = errorResponse.body();
        String body = whole.substring(0, Math.min(whole.length(), MAX_BODY_CHARS));
        ParsedErrorResponse parsedErrorResponse =
                ParsedErrorResponse.of(errorResponse, body, ErrorJson.tree(body));
        return switch (parsedErrorResponse.status()) {
            case 402 ->
                body.contains(IN_FLIGHT_BUDGET)
                        ? limited(parsedErrorResponse)
                        : spendLimit(parsedErrorResponse);
            case 413 -> tooLarge(parsedErrorResponse);
            case 429 -> limited(parsedErrorResponse);
            case 500, 502, 504, 520, 521, 522, 523, 524 -> serverFailure(parsedErrorResponse);
            case 503, 529 -> overloaded(parsedErrorResponse);
            default -> NO_LIMIT;
        };
    }

    /** Money is missing; when rate limits reset does not matter then. */
    private RetryAdvice spendLimit(ParsedErrorResponse parsedErrorResponse) {
        return new RetryAdvice.Permanent(
                FailureCode.QUOTA_EXHAUSTED,
                parsedErrorResponse.explicitAdvice(now(parsedErrorResponse)));
    }

    /** Groq: the request alone is above the tokens of a minute, so it never fits. */
    private RetryAdvice tooLarge(ParsedErrorResponse parsedErrorResponse) {
        return parsedErrorResponse.error().is("rate_limit_exceeded")
                ? new RetryAdvice.Permanent(
                        FailureCode.BAD_REQUEST,
                        parsedErrorResponse.explicitAdvice(now(parsedErrorResponse)))
                : NO_LIMIT;
    }

    private RetryAdvice limited(ParsedErrorResponse parsedErrorResponse) {
        if (parsedErrorResponse.error().isOutOfMoney()
                || (parsedErrorResponse.spendLimit() && !parsedErrorResponse.hasRetryAfter())) {
            return spendLimit(parsedErrorResponse);
        }
        Instant now = now(parsedErrorResponse);
        Optional<Duration> duration = duration(parsedErrorResponse, now);
        return parsedErrorResponse.forbidsRetry()
                ? new RetryAdvice.Permanent(FailureCode.QUOTA_EXHAUSTED, duration)
                : wait(duration);
    }

    /** Where the quota of a day is used up, Gemini's delay is still that of the minute. */
    private static Optional<Duration> duration(
            ParsedErrorResponse parsedErrorResponse, @Nullable Instant now) {
        return parsedErrorResponse.details().daily()
                ? Optional.of(untilTomorrow(now))
                : parsedErrorResponse.advice(now);
    }

    /** A server that says when it will be back is too busy now, or somebody in front of it is. */
    private RetryAdvice serverFailure(ParsedErrorResponse parsedErrorResponse) {
        Optional<Duration> retryAfter = parsedErrorResponse.retryAfter(now(parsedErrorResponse));
        return retryAfter.isPresent() ? wait(retryAfter) : NO_LIMIT;
    }

    /** An overload without advice is an error like others, unless the server calls it by name. */
    private RetryAdvice overloaded(ParsedErrorResponse parsedErrorResponse) {
        if (!parsedErrorResponse.error().isOverloaded() && !parsedErrorResponse.isAdvised()) {
            return NO_LIMIT;
        }
        return wait(parsedErrorResponse.advice(now(parsedErrorResponse)));
    }

    private static RetryAdvice wait(Optional<Duration> advice) {
        return advice.<RetryAdvice>map(RetryAdvice.Wait::new)
                .orElseGet(RetryAdvice.WaitUnspecified::new);
    }

    private static Duration untilTomorrow(@Nullable Instant now) {
        if (now == null) {
            return WITHIN_A_DAY;
        }
        Instant midnight = now.atZone(PACIFIC)
                .toLocalDate()
                .plusDays(1)
                .atStartOfDay(PACIFIC)
                .toInstant();
        return Duration.between(now, midnight);
    }

    private @Nullable Instant now(ParsedErrorResponse parsedErrorResponse) {
        Optional<Instant> date = parsedErrorResponse.date();
        return date.isEmpty() && clock != null ? clock.instant() : date.orElse(null);
    }
}
