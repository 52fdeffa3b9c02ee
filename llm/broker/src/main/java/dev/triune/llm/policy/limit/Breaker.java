/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

import dev.triune.llm.time.Ticker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/**
 * Keeps calls away from a provider that fails again and again, and lets a few through after a while
 * to see whether it has recovered: Resilience4j's circuit breaker on our clock. It starts no thread.
 * Not thread-safe.
 */
public final class Breaker {
    private final CircuitBreaker breaker;
    private final Ticker ticker;
    private final long openNanos;
    private long openedAt;

    /**
     * When a breaker opens, and for how long.
     *
     * @param window calls that it remembers, 1 or more
     * @param failureRate the share of failures among them that opens it, more than 0, 1 at the most
     * @param minimumCalls calls that it has to have seen before it opens, 1 or more
     * @param open how long it stays open, more than zero
     * @param trials calls that are let through after that, 1 or more
     */
    public record Settings(
            int window, double failureRate, int minimumCalls, Duration open, int trials) {
        /** Half of the last 20 calls, 5 at least; 30 s; 2 trials. */
        public static final Settings DEFAULT = new Settings(20, 0.5, 5, Duration.ofSeconds(30), 2);

        /** Refuses values out of range. */
        public Settings {
            if (window < 1 || minimumCalls < 1 || trials < 1) {
                throw new IllegalArgumentException("breaker window " + window + ", minimum calls "
                        + minimumCalls + ", trials " + trials + " (expected 1 or more each)");
            }
            if (!(failureRate > 0 && failureRate <= 1)) {
                throw new IllegalArgumentException("breaker failure rate " + failureRate
                        + " (expected more than 0, at most 1)");
            }
            if (open.isNegative() || open.isZero()) {
                throw new IllegalArgumentException(
                        "breaker open for " + open + " (expected more than 0)");
            }
        }
    }

    /**
     * A closed breaker.
     *
     * @param name for its own reports
     */
    public Breaker(String name, Settings settings, Ticker ticker) {
        this.ticker = ticker;
        this.openNanos = settings.open().toNanos();
        this.breaker = CircuitBreaker.of(
                name,
                CircuitBreakerConfig.custom()
                        .slidingWindow(
                                settings.window(),
                                Math.min(settings.window(), settings.minimumCalls()),
                                CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                        .failureRateThreshold((float) (100 * settings.failureRate()))
                        .waitDurationInOpenState(settings.open())
                        .permittedNumberOfCallsInHalfOpenState(settings.trials())
                        .automaticTransitionFromOpenToHalfOpenEnabled(false)
                        .writableStackTraceEnabled(false)
                        .clock(new TickerClock(ticker))
                        .currentTimestampFunction(clock -> ticker.nanos(), TimeUnit.NANOSECONDS)
                        .build());
    }

    /** Whether a call may begin now. */
    public boolean allows() {
        if (breaker.getState() == CircuitBreaker.State.CLOSED) {
            return true;
        }
        boolean allowed = breaker.tryAcquirePermission();
        if (allowed) {
            breaker.releasePermission();
        }
        return allowed;
    }

    /**
     * A call begins.
     *
     * @throws IllegalStateException if none may
     */
    public void begin() {
        if (!breaker.tryAcquirePermission()) {
            throw new IllegalStateException("a call began while the breaker was open");
        }
    }

    /** A call that began has given an answer. */
    public void succeeded(Duration took) {
        breaker.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A call that began has failed, by the provider's fault. */
    public void failed(Duration took) {
        CircuitBreaker.State before = breaker.getState();
        breaker.onError(took.toNanos(), TimeUnit.NANOSECONDS, new ProviderFailed());
        if (before != CircuitBreaker.State.OPEN
                && breaker.getState() == CircuitBreaker.State.OPEN) {
            openedAt = ticker.nanos();
        }
    }

    /** A call that began ended in a way that says nothing about the provider. */
    public void abandoned() {
        breaker.releasePermission();
    }

    /** How long it stays open at least; zero if it is not. */
    public Duration left() {
        if (breaker.getState() != CircuitBreaker.State.OPEN) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, openNanos - (ticker.nanos() - openedAt)));
    }

    /** The library wants an exception, which it only counts. */
    private static final class ProviderFailed extends Exception {
        private static final long serialVersionUID = 1L;

        ProviderFailed() {
            super("the provider failed", null, false, false);
        }
    }

    /** Our ticker as the clock of the library. */
    private static final class TickerClock extends Clock {
        private final Ticker source;

        TickerClock(Ticker source) {
            this.source = source;
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH.plusNanos(source.nanos());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
