/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The cooldown after rate limits: a backoff of 1 s that doubles with each further one up to a
 * minute, or the provider's advice if longer. Rate limits of concurrent calls count once. A provider
 * that is not ready, whoever asks, is left alone for as long as it says, without a backoff: the calls
 * were not too many. Jitter only adds, and a new cooldown never shortens a longer one. Not
 * thread-safe.
 */
public final class RateLimitCooldown {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final int MAX_DOUBLINGS = 20;

    private static final Duration MAX_BACKOFF = Duration.ofMinutes(1);

    private static final Duration MIN_NOT_READY = Duration.ofMillis(100);

    private static final double JITTER = 0.1;

    /** The maximum advice, to which longer ones are cut so that nanoseconds cannot overflow. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofDays(365);

    private final RandomGenerator random;
    private long until;
    private long startedAt;
    private boolean cooling;
    private int refusals;

    /** Creates an inactive cooldown; {@code random} supplies the jitter. */
    public RateLimitCooldown(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Records the rate limit of a call sent at {@code sentAt} with the provider's advice; returns
     * the remaining cooldown. A call sent before the current backoff restarts it without doubling.
     */
    public Duration rateLimited(long now, long sentAt, @Nullable Duration advice) {
        boolean further = !cooling || sentAt - startedAt > 0;
        int doublings = further ? refusals : Math.max(0, refusals - 1);
        Duration backoff = backoff(doublings);
        Duration longest = advice != null && advice.compareTo(backoff) > 0 ? advice : backoff;
        coolDown(now, longest);
        if (further) {
            startedAt = now;
            refusals = Math.min(refusals + 1, MAX_DOUBLINGS);
        }
        return remaining(now);
    }

    /**
     * Records that the provider accepts nothing for a time; returns the remaining cooldown, at least
     * 100 ms.
     */
    public Duration notReady(long now, Duration advice) {
        coolDown(now, advice.compareTo(MIN_NOT_READY) > 0 ? advice : MIN_NOT_READY);
        return remaining(now);
    }

    /** Records an answer: the next backoff starts at the minimum again. */
    public void answered() {
        refusals = 0;
    }

    public Duration remaining(long now) {
        if (!cooling || until - now <= 0) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(until - now);
    }

    private void coolDown(long now, Duration advice) {
        long wait = inRange(advice).toNanos();
        long end = now + wait + (long) (wait * JITTER * random.nextDouble());
        if (!cooling || end - until > 0) {
            until = end;
        }
        cooling = true;
    }

    private static Duration inRange(Duration advice) {
        return advice.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : advice;
    }

    private Duration backoff(int doublings) {
        Duration wait = FIRST.multipliedBy(1L << doublings);
        return wait.compareTo(MAX_BACKOFF) > 0 ? MAX_BACKOFF : wait;
    }
}
