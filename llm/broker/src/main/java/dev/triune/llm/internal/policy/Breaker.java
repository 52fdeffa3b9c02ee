/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.BreakerSettings;
import dev.triune.llm.Ticker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Opens on repeated server and transport errors: a provider that is down is left alone for a
 * while, then tried by a few calls. Resilience4j's circuit breaker keeps the window and decides;
 * here are the time, to the nanosecond of our clock, and the calls that outlive a change of state.
 * No thread, no wall clock. Not thread-safe.
 */
public final class Breaker {
    private static final Duration ENDLESS = Duration.ofDays(365);

    private final CircuitBreaker circuit;
    private final BreakerSettings breakerSettings;
    private final Ticker ticker;
    private final Throwable failure = new ServerFault();
    private boolean everOpened;
    private long openedAt;
    private int freeTrials;
    private int trialsInFlight;

    /**
     * Closed.
     *
     * @param name for the log
     */
    public Breaker(String name, BreakerSettings breakerSettings, Ticker ticker) {
        this.breakerSettings = breakerSettings;
        this.ticker = ticker;
        this.circuit = CircuitBreaker.of(name, config(breakerSettings, ticker));
    }

    private static CircuitBreakerConfig config(BreakerSettings breakerSettings, Ticker ticker) {
        return CircuitBreakerConfig.custom()
                .slidingWindow(
                        breakerSettings.window(),
                        breakerSettings.minimumCalls(),
                        SlidingWindowType.COUNT_BASED)
                .failureRateThreshold((float) (breakerSettings.failureRate() * 100))
                .slowCallDurationThreshold(ENDLESS) // slow is not broken; there are timeouts
                .waitDurationInOpenState(breakerSettings.open())
                .permittedNumberOfCallsInHalfOpenState(breakerSettings.trials())
                .automaticTransitionFromOpenToHalfOpenEnabled(false) // would start a thread
                .clock(new TickerClock(ticker))
                .currentTimestampFunction(clock -> ticker.nanos(), TimeUnit.NANOSECONDS)
                .build();
    }

    /** Whether a call may begin now. Asking changes nothing. */
    public boolean allows() {
        return switch (circuit.getState()) {
            case OPEN -> remainingOpen().isZero();
            case HALF_OPEN -> freeTrials > 0;
            default -> true;
        };
    }

    /**
     * Notes that a call begins; it ends in {@link #succeeded}, {@link #failed} or {@link
     * #abandoned}, once.
     *
     * @throws IllegalStateException if none {@linkplain #allows may}
     */
    public void begin() {
        if (!allows()) {
            throw new IllegalStateException(
                    circuit.getName() + " is not to be called now (expected a check by allows)");
        }
        if (circuit.getState() == State.OPEN) {
            circuit.transitionToHalfOpenState();
            freeTrials = breakerSettings.trials();
            trialsInFlight = 0;
        }
        if (circuit.getState() == State.HALF_OPEN) {
            freeTrials--;
            trialsInFlight++;
        }
        circuit.acquirePermission();
    }

    /**
     * Notes that a call was answered.
     *
     * @param took since its beginning, by the clock given
     */
    public void succeeded(Duration took) {
        if (beganBeforeOpening(took)) {
            return;
        }
        trialEnded();
        circuit.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Notes that a call failed by the fault of the server or the network.
     *
     * @param took since its beginning, by the clock given
     */
    public void failed(Duration took) {
        if (beganBeforeOpening(took)) {
            return;
        }
        trialEnded();
        circuit.onError(took.toNanos(), TimeUnit.NANOSECONDS, failure);
        if (circuit.getState() == State.OPEN) {
            everOpened = true;
            openedAt = ticker.nanos();
        }
    }

    /** Notes that a call was given up or refused, which says nothing; a trial may be repeated. */
    public void abandoned() {
        if (circuit.getState() == State.HALF_OPEN && trialsInFlight > 0) {
            trialsInFlight--;
            freeTrials++;
            circuit.releasePermission();
        }
    }

    /** How long it stays open at least; zero if a call may begin or a trial is under way. */
    public Duration remainingOpen() {
        if (circuit.getState() != State.OPEN) {
            return Duration.ZERO;
        }
        long left = breakerSettings.open().toNanos() - (ticker.nanos() - openedAt);
        return Duration.ofNanos(Math.max(0, left));
    }

    /**
     * Such a call tells of a state of the server that is known already: it is no trial, and does
     * not spoil a fresh start. Nothing begins while it is open, so this tells them for certain.
     */
    private boolean beganBeforeOpening(Duration took) {
        return everOpened && ticker.nanos() - took.toNanos() - openedAt <= 0;
    }

    private void trialEnded() {
        if (circuit.getState() == State.HALF_OPEN) {
            trialsInFlight = Math.max(0, trialsInFlight - 1);
        }
    }

    /** What the library wants to hear of a failure; it carries nothing. */
    private static final class ServerFault extends RuntimeException {
        private static final long serialVersionUID = 1;

        ServerFault() {
            super("a fault of the server or the network", null, false, false);
        }
    }
}
