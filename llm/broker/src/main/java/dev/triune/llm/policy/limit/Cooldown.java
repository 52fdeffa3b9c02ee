/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How long a provider that refused by its rate limit is left alone: as long as it advises, else a
 * backoff of 1 s that doubles with each further refusal up to a minute. Jitter only ever adds, and
 * a new cooldown never shortens a longer one. Not thread-safe.
 */
public final class Cooldown {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final int MOST_DOUBLINGS = 6;
    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(1);
    private static final double JITTER = 0.1;

    /** An advice beyond this is taken as this: nanoseconds must not overflow on nonsense. */
    private static final Duration LONGEST_ADVICE = Duration.ofDays(365);

    private final RandomGenerator random;
    private long until;
    private boolean cooling;
    private int refusals;

    /** When the last refusal that counts was noted. */
    private long countedAt;

    /**
     * Not cooling.
     *
     * @param random source of the jitter
     */
    public Cooldown(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Notes a refusal. Of several calls that were under way together, the first to be refused
     * begins the backoff and the others do not double it.
     *
     * @param sentAt when the refused call was sent
     * @param advice the provider's own advice, if it gave any; a negative one counts as zero, one
     *     of more than a year as a year
     * @return how long the provider cools from now on
     */
    public Duration refused(long now, long sentAt, Optional<Duration> advice) {
        long wait =
                advice.map(Cooldown::inRange).orElseGet(() -> backoff(sentAt)).toNanos();
        long advised = now + wait + (long) (wait * JITTER * random.nextDouble());
        if (!cooling || advised - until > 0) {
            until = advised;
        }
        cooling = true;
        if (isNews(sentAt)) {
            refusals = Math.min(refusals + 1, MOST_DOUBLINGS);
            countedAt = now;
        }
        return left(now);
    }

    /** Notes an answer: the next backoff begins small again. */
    public void answered() {
        refusals = 0;
    }

    /** How long it still cools at that time; zero if it does not. */
    public Duration left(long now) {
        if (!cooling || until - now <= 0) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(until - now);
    }

    /** Whether a call may be sent at that time. */
    public boolean over(long now) {
        return !cooling || until - now <= 0;
    }

    private static Duration inRange(Duration advice) {
        if (advice.isNegative()) {
            return Duration.ZERO;
        }
        return advice.compareTo(LONGEST_ADVICE) > 0 ? LONGEST_ADVICE : advice;
    }

    private boolean isNews(long sentAt) {
        return refusals == 0 || sentAt - countedAt > 0;
    }

    private Duration backoff(long sentAt) {
        int doublings = isNews(sentAt) ? refusals : refusals - 1;
        Duration wait = FIRST.multipliedBy(1L << doublings);
        return wait.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : wait;
    }
}
