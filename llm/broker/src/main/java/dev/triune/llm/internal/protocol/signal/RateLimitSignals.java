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
 * Determines whether an error is a rate limit and how long to wait, by the first of these: the
 * delay in Gemini's details; {@code retry-after-ms}; {@code retry-after} (RFC 9110, section
 * 10.2.3); the longest reset of exhausted buckets; a time in the message. Never fails. Thread-safe.
 */
public final class RateLimitSignals {
    /** The maximum wait, to which longer ones are cut. */
    public static final Duration MAX_WAIT = Duration.ofDays(30);

    private static final RetryAdvice NO_LIMIT = new RetryAdvice.NotRateLimited();

    /** The time zone in which Gemini's days begin. */
    private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");

    /** OpenRouter: there is credit, but reserved by calls in flight. */
    private static final String IN_FLIGHT_BUDGET = "openrouter_in_flight_budget";

    private static final String SPEND_LIMIT = "enforced_spend_limit_reached";

    /** The wait for a daily quota if no clock tells the time of day. */
    private static final Duration WITHIN_A_DAY = Duration.ofHours(1);

    private final @Nullable InstantSource clock;

    /**
     * Creates a reader with a clock for responses without {@code date}; without a clock their dates
     * are ignored.
     */
    public RateLimitSignals(@Nullable InstantSource clock) {
        this.clock = clock;
    }

    public RetryAdvice read(ErrorResponse answer) {
        return switch (answer.status()) {
            case 402 -> answer.contains(IN_FLIGHT_BUDGET) ? limited(answer) : spendLimit(answer);
            case 413 -> tooLarge(answer);
            case 429 -> limited(answer);
            case 425, 500, 502, 504, 520, 521, 522, 523, 524 -> serverFailure(answer);
            case 503, 529 -> overloaded(answer);
            default -> NO_LIMIT;
        };
    }

    /** Returns the time to wait by the same rules, whatever the status; null if none is stated. */
    public @Nullable Duration advice(ErrorResponse answer) {
        return answer.advice(now(answer)).orElse(null);
    }

    /** Returns how long a final error lasts, without the resets of limits; null if unknown. */
    public @Nullable Duration outage(ErrorResponse answer) {
        return answer.explicitAdvice(now(answer)).filter(time -> !time.isZero()).orElse(null);
    }

    /** Handles missing credit, for which the resets of rate limits do not matter. */
    private RetryAdvice spendLimit(ErrorResponse answer) {
        return permanent(FailureCode.QUOTA_EXHAUSTED, answer);
    }

    /** Handles Groq's error for a request above the tokens per minute, which never fits. */
    private RetryAdvice tooLarge(ErrorResponse answer) {
        return answer.error().is("rate_limit_exceeded")
                ? permanent(FailureCode.BAD_REQUEST, answer)
                : NO_LIMIT;
    }

    private RetryAdvice permanent(FailureCode code, ErrorResponse answer) {
        return new RetryAdvice.Permanent(code, outage(answer));
    }

    private RetryAdvice limited(ErrorResponse answer) {
        if (answer.error().isOutOfMoney()
                || (answer.contains(SPEND_LIMIT) && !answer.hasRetryAfter())) {
            return spendLimit(answer);
        }
        Instant now = now(answer);
        // for a daily quota, Gemini's delay is only that of the minute
        Duration duration =
                answer.isDaily() ? untilTomorrow(now) : answer.advice(now).orElse(null);
        return answer.forbidsRetry()
                ? new RetryAdvice.Permanent(FailureCode.QUOTA_EXHAUSTED, duration)
                : wait(duration);
    }

    /** Handles server errors, and calls sent too early (RFC 8470); with a retry time the server, or an intermediary, is overloaded. */
    private RetryAdvice serverFailure(ErrorResponse answer) {
        return answer.retryAfter(now(answer)).map(RateLimitSignals::wait).orElse(NO_LIMIT);
    }

    /** Handles overloads; without advice or a name, one is an ordinary error. */
    private RetryAdvice overloaded(ErrorResponse answer) {
        if (!answer.error().isOverloaded() && !answer.isAdvised()) {
            return NO_LIMIT;
        }
        return wait(answer.advice(now(answer)).orElse(null));
    }

    private static RetryAdvice wait(@Nullable Duration advice) {
        return advice == null ? new RetryAdvice.WaitUnspecified() : new RetryAdvice.Wait(advice);
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

    private @Nullable Instant now(ErrorResponse answer) {
        Optional<Instant> date = answer.date();
        return date.isEmpty() && clock != null ? clock.instant() : date.orElse(null);
    }
}
