/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A circuit breaker: repeated failures block calls for a while, then a few trial calls are allowed.
 * Calls started before it last opened do not count. Not thread-safe.
 */
public final class Breaker {
    private enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    private final String name;
    private final BreakerSettings settings;
    private final Ticker ticker;

    /** The recent results, oldest first; true if a call failed. */
    private final Deque<Boolean> results = new ArrayDeque<>();

    private State state = State.CLOSED;
    private int failures;
    private boolean everOpened;
    private long openedAt;
    private int freeTrials;
    private int trialsInFlight;

    public Breaker(String name, BreakerSettings settings, Ticker ticker) {
        this.name = name;
        this.settings = settings;
        this.ticker = ticker;
    }

    /** Whether a call may start now; changes nothing. */
    public boolean allows() {
        return switch (state) {
            case CLOSED -> true;
            case OPEN -> remainingOpen().isZero();
            case HALF_OPEN -> freeTrials > 0;
        };
    }

    /**
     * Records the start of a call, to be ended by {@link #succeeded}, {@link #failed} or {@link
     * #abandoned}; throws IllegalStateException unless it is {@linkplain #allows allowed}.
     */
    public void begin() {
        if (!allows()) {
            throw new IllegalStateException(name + " is not to be called now (ask allows first)");
        }
        if (state == State.OPEN) {
            enter(State.HALF_OPEN);
        }
        if (state == State.HALF_OPEN) {
            freeTrials--;
            trialsInFlight++;
        }
    }

    public void succeeded(Duration callDuration) {
        recordEnd(callDuration, false);
    }

    /** Records a failure of the server or the network after that duration. */
    public void failed(Duration callDuration) {
        recordEnd(callDuration, true);
    }

    /** Records that a call was cancelled or rejected, which proves nothing; frees its trial. */
    public void abandoned() {
        if (state == State.HALF_OPEN && trialsInFlight > 0) {
            trialsInFlight--;
            freeTrials++;
        }
    }

    /** Returns the minimum time it stays open; zero if a call may start or a trial is in flight. */
    public Duration remainingOpen() {
        if (state != State.OPEN) {
            return Duration.ZERO;
        }
        long remainingOpenNanos = settings.open().toNanos() - (ticker.nanos() - openedAt);
        return Duration.ofNanos(Math.max(0, remainingOpenNanos));
    }

    private void recordEnd(Duration callDuration, boolean failed) {
        if (everOpened && ticker.nanos() - callDuration.toNanos() - openedAt <= 0) {
            return; // started before it opened; no call starts while it is open
        }
        boolean trial = state == State.HALF_OPEN;
        int size = trial ? settings.trials() : settings.window();
        trialsInFlight = Math.max(0, trialsInFlight - 1);
        results.add(failed);
        failures += failed ? 1 : 0;
        if (results.size() > size && results.remove()) {
            failures--;
        }
        if (results.size() >= Math.min(settings.minimumCalls(), size)) {
            if (100f * failures / results.size() >= (float) (100 * settings.failureRate())) {
                enter(State.OPEN);
                everOpened = true;
                openedAt = ticker.nanos();
            } else if (trial) {
                enter(State.CLOSED);
            }
        }
    }

    private void enter(State next) {
        state = next;
        results.clear();
        failures = 0;
        freeTrials = settings.trials();
        trialsInFlight = 0;
    }
}
