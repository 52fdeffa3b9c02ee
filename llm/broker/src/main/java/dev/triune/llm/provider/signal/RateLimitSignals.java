/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.signal;

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
 * section 10.2.3); the largest reset over the exhausted buckets; a time in the message. Which
 * bucket, by the first of these that names one: the quota in Gemini's details; the exhausted bucket
 * with the largest reset; code and type; the message. Nonsense is passed over; reading never fails.
 * Thread-safe.
 */
public final class RateLimitSignals {
    /** What is longer than this is taken as this. */
    public static final Duration LONGEST = Duration.ofDays(30);

    private static final int MAX_BODY_CHARS = 64 * 1024;
    private static final Verdict NO_LIMIT = new Verdict.NotALimit();
    private static final Bucket SPEND = Bucket.of(Bucket.Resource.SPEND);
    private static final Bucket CAPACITY = Bucket.of(Bucket.Resource.CAPACITY);

    /** Gemini's days begin at midnight here. */
    private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");

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
     * @param refusal with a status of 2xx for an error inside a stream; its status is then the one
     *     that the body tells
     */
    public Verdict read(Refusal refusal) {
        String whole = refusal.body();
        String body = whole.substring(0, Math.min(whole.length(), MAX_BODY_CHARS));
        Answer answer = Answer.of(refusal, body, ErrorJson.tree(body));
        return switch (answer.status()) {
            case 402 -> spent(answer);
            case 413 -> tooLarge(answer);
            case 429 -> limited(answer);
            case 500, 502, 504, 520, 521, 522, 523, 524 -> broken(answer);
            case 503, 529 -> overloaded(answer);
            default -> NO_LIMIT;
        };
    }

    /** Money is missing; when other buckets are full again does not matter then. */
    private Verdict spent(Answer answer) {
        return new Verdict.Final(
                FailureCode.QUOTA_EXHAUSTED, SPEND, answer.adviceOfItsOwn(now(answer)));
    }

    /** Groq: the request alone is above the tokens of a minute, so it never fits. */
    private Verdict tooLarge(Answer answer) {
        return answer.error().is("rate_limit_exceeded")
                ? new Verdict.Final(
                        FailureCode.BAD_REQUEST,
                        BucketReader.described(answer),
                        answer.adviceOfItsOwn(now(answer)))
                : NO_LIMIT;
    }

    private Verdict limited(Answer answer) {
        if (answer.error().is("insufficient_quota")
                || (answer.spendLimit() && !answer.saysRetryAfter())) {
            return spent(answer);
        }
        Instant now = now(answer);
        Bucket bucket = BucketReader.exhausted(answer, now);
        Optional<Duration> duration = duration(answer, now);
        return answer.forbidsRetry()
                ? new Verdict.Final(FailureCode.QUOTA_EXHAUSTED, bucket, duration)
                : wait(duration, bucket);
    }

    /** Where the quota of a day is used up, Gemini's delay is still that of the minute. */
    private static Optional<Duration> duration(Answer answer, @Nullable Instant now) {
        return answer.details().daily() ? Optional.of(untilTomorrow(now)) : answer.advice(now);
    }

    /** A server that says when it will be back is too busy now, or somebody in front of it is. */
    private Verdict broken(Answer answer) {
        Optional<Duration> retryAfter = answer.retryAfter(now(answer));
        return retryAfter.isPresent() ? wait(retryAfter, CAPACITY) : NO_LIMIT;
    }

    /** An overload without advice is an error like others, unless the server calls it by name. */
    private Verdict overloaded(Answer answer) {
        if (!answer.error().isOverloaded() && !answer.isAdvised()) {
            return NO_LIMIT;
        }
        Instant now = now(answer);
        return wait(answer.advice(now), BucketReader.overloaded(answer, now));
    }

    private static Verdict wait(Optional<Duration> advice, Bucket bucket) {
        return advice.isPresent()
                ? new Verdict.Wait(advice.get(), bucket)
                : new Verdict.WaitUnknown(bucket);
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

    private @Nullable Instant now(Answer answer) {
        Optional<Instant> date = answer.date();
        return date.isEmpty() && clock != null ? clock.instant() : date.orElse(null);
    }
}
