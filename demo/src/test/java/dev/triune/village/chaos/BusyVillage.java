/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Ticker;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.TestVillages;
import dev.triune.village.sim.VillageSimulation;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A village on its own thread, at five times normal speed, that uses a gateway. */
final class BusyVillage implements AutoCloseable {
    /** Short timeouts, so that many faults fit into a short test. */
    private static final Duration GAP = Duration.ofSeconds(2);

    private static final Duration CALL = Duration.ofSeconds(5);

    /** A short pause after errors, so that many calls are made. */
    private static final BreakerSettings BREAKER =
            new BreakerSettings(20, 0.7, 10, Duration.ofMillis(500), 2);

    private static final int PERMITS = 4;
    private static final int TICK_MILLIS = 10;

    private final MindSource.Gateway gateway;
    private final SimulationSettings settings;
    private final ExactlyOnceCheck once = new ExactlyOnceCheck();
    private final CountDownLatch stopTicking = new CountDownLatch(1);
    private final CountDownLatch idle = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CompletableFuture<Ended> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile long lastTick = System.nanoTime();
    private volatile long longestGap;
    private volatile long used;
    private @Nullable Broker broker;
    private long loops;

    /** Starts the thread of the village. */
    BusyVillage(long seed, int villagers, String gateway) {
        String name = "village-" + seed;
        this.gateway = new MindSource.Gateway(gateway, name, "", "");
        this.settings = new SimulationSettings(seed, villagers, false, this.gateway);
        this.thread = new Thread(this::run, "chaos-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The result of a village.
     *
     * @param village closed; its figures can still be read
     * @param idle the broker's statistics once all requests had an outcome
     * @param last its statistics after it was closed
     * @param once the check for duplicate outcomes and answers
     * @param loops how many ticks were run
     */
    record Ended(
            VillageSimulation village,
            BrokerStats idle,
            BrokerStats last,
            ExactlyOnceCheck once,
            long loops) {}

    private void run() {
        try {
            ended.complete(runVillage(TestVillages.village(settings, once, this::open)));
        } catch (InterruptedException | RuntimeException | Error e) {
            ended.completeExceptionally(e);
        }
    }

    private Ended runVillage(VillageSimulation village) throws InterruptedException {
        BrokerStats stats;
        try (village) {
            tickUntilStopped(village);
            stats = becomeIdle(village);
            idle.countDown();
            closing.await();
        }
        return new Ended(village, stats, village.stats().broker(), once, loops);
    }

    private Broker open(Ticker ticker, BrokerListener listener) {
        GatewayProvider provider = GatewayProvider.builder(gateway.url(), gateway.game())
                .connectTimeout(GAP)
                .firstByteTimeout(GAP)
                .gapTimeout(GAP)
                .answerTimeout(CALL)
                .ticker(ticker)
                .build();
        Broker made = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("gateway", "")
                                .withPermits(PERMITS)
                                .withBreaker(BREAKER),
                        provider)
                .callTimeout(CALL)
                .ticker(ticker)
                .listener(listener)
                .listener(once)
                .build();
        broker = made;
        return made;
    }

    private void tickUntilStopped(VillageSimulation village) throws InterruptedException {
        long next = System.nanoTime();
        lastTick = next;
        while (stopTicking.getCount() > 0) {
            village.tick();
            loops++;
            long now = System.nanoTime();
            longestGap = Math.max(longestGap, now - lastTick);
            lastTick = now;
            used = village.stats().minds().answers().count(AnswerStatus.APPLIED)
                    + village.stats().minds().answers().count(AnswerStatus.REPAIRED);
            next = Math.max(next + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS), now);
            stopTicking.await(next - now, TimeUnit.NANOSECONDS);
        }
    }

    /** Waits, without ticking, until every request has an outcome. */
    private BrokerStats becomeIdle(VillageSimulation village) throws InterruptedException {
        Broker asked = Objects.requireNonNull(broker);
        BrokerStats stats = village.stats().broker();
        while ((stats.calls().inFlight() > 0 || stats.queue().waiting() > 0)
                && closing.getCount() > 0) {
            asked.doWork();
            closing.await(TICK_MILLIS, TimeUnit.MILLISECONDS);
            stats = village.stats().broker();
        }
        return stats;
    }

    /** The time since its last tick. */
    Duration sinceTick() {
        return Duration.ofNanos(System.nanoTime() - lastTick);
    }

    /** The longest time from one tick to the next, so far. */
    Duration longestGap() {
        return Duration.ofNanos(longestGap);
    }

    /** Answers that took effect so far. */
    long used() {
        return used;
    }

    /** Whether its thread ended with an exception. */
    boolean isBroken() {
        return ended.isCompletedExceptionally();
    }

    /** Stops ticking, so that no more requests are sent. */
    void stopAsking() {
        stopTicking.countDown();
    }

    /** Whether all its requests have an outcome. */
    boolean isIdle() {
        return idle.getCount() == 0 || ended.isDone();
    }

    /** Closes it and returns its result. Blocks. */
    Ended end() {
        close();
        return ended.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        stopTicking.countDown();
        closing.countDown();
    }
}
