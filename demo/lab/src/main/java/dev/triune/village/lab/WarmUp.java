/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.sim.HabitSource;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Logger;

/**
 * Simulates other villages on a daemon thread, so that the code of a game in real time is loaded
 * and compiled in advance: first the beginnings of several, which make the most requests, then days
 * of one while the game already runs.
 */
final class WarmUp {
    private static final int SHORT_RUNS = 8;
    private static final int SHORT_RUNS_BEFORE_START = 2;
    private static final int SHORT_RUN_TICKS = 100;
    private static final int LONG_RUN_TICKS = 48_000;

    /** The ticks after which the thread pauses, for machines with few cores. */
    private static final int TICKS_AT_ONCE = 50;

    private static final long PAUSE_NANOS = 1_000_000;

    /** Whether this JVM is warm or being warmed up. */
    private static final AtomicBoolean WARM = new AtomicBoolean();

    private final SimulationSettings longRun;
    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile boolean stopped;

    /** Creates a warm-up whose villages use seeds from the given one on. */
    WarmUp(long seed) {
        longRun = SimulationSettings.offline(seed)
                .with(new MindSource.Offline(FaultMode.ALL))
                .with(HabitSource.LEARNING);
    }

    /** Creates a warm-up for the first game of this JVM; empty for later ones. */
    static Optional<WarmUp> ofColdJvm(long seed) {
        return WARM.compareAndSet(false, true) ? Optional.of(new WarmUp(seed)) : Optional.empty();
    }

    /** Starts the thread. */
    void start() {
        Thread thread = new Thread(this::run, "warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until the code of a game's first seconds has run, or until {@link #stop}. */
    void awaitReady() {
        try {
            ready.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the thread soon. */
    void stop() {
        stopped = true;
    }

    private void run() {
        long own = Thread.currentThread().getId();
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            Filter before = handler.getFilter();
            // what these villages log, with their planted faults, concerns nobody
            handler.setFilter(message -> message.getLongThreadID() != own
                    && (before == null || before.isLoggable(message)));
        }
        try {
            simulate(realTime(), 1); // starts the timers of real time
            for (int i = 0; i < SHORT_RUNS; i++) {
                HabitSource habits = i % 2 == 0 ? HabitSource.LEARNING : HabitSource.OFF;
                simulate(
                        SimulationSettings.offline(longRun.seed() + i).with(habits),
                        SHORT_RUN_TICKS);
                if (i + 1 == SHORT_RUNS_BEFORE_START) {
                    ready.countDown();
                }
            }
            simulate(longRun, LONG_RUN_TICKS);
        } finally {
            ready.countDown(); // also if it was stopped or failed
        }
    }

    private SimulationSettings realTime() {
        return new SimulationSettings(
                longRun.seed(), longRun.villagers(), false, MindSource.Offline.RELIABLE);
    }

    private void simulate(SimulationSettings settings, int ticks) {
        try (VillageSimulation village = new VillageBuilder(settings).build()) {
            for (int i = 1; i <= ticks && !stopped; i++) {
                village.tick();
                if (i % TICKS_AT_ONCE == 0 && ready.getCount() == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }
}
