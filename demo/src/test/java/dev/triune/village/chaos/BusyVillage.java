/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import dev.triune.AnswerStatus;
import dev.triune.llm.BreakerSettings;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.ProviderSettings;
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

/** A village on a thread of its own, five times as fast as life, that asks a gateway. */
final class BusyVillage implements AutoCloseable {
    /** Short waits, or few faults would fit into a short test. */
    private static final Duration GAP = Duration.ofSeconds(2);

    private static final Duration CALL = Duration.ofSeconds(5);

    /** After errors the gateway is left alone only for a moment, or calls would be few. */
    private static final BreakerSettings BREAKER =
            new BreakerSettings(20, 0.7, 10, Duration.ofMillis(500), 2);

    private static final int PERMITS = 4;
    private static final int TICK_MILLIS = 10;

    private final MindSource.Gateway gateway;
    private final SimulationSettings settings;
    private final ExactlyOnceCheck once = new ExactlyOnceCheck();
    private final CountDownLatch enough = new CountDownLatch(1);
    private final CountDownLatch idle = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final CompletableFuture<Ended> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile long ticked = System.nanoTime();
    private volatile long longestGap;
    private volatile long used;
    private @Nullable Broker broker;
    private long loops;

    /** Comes to life. */
    BusyVillage(long seed, int villagers, String gateway) {
        String name = "village-" + seed;
        this.gateway = new MindSource.Gateway(gateway, name, "", "");
        this.settings = new SimulationSettings(seed, villagers, false, this.gateway);
        this.thread = new Thread(this::run, "chaos-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * How it ended.
     *
     * @param village closed; its figures can still be read
     * @param idle what the broker said once the village asked no more and all was answered
     * @param last what it said after it was closed
     * @param once who saw to it that nothing happened twice
     * @param loops how often it was told to tick
     */
    record Ended(
            VillageSimulation village,
            BrokerStats idle,
            BrokerStats last,
            ExactlyOnceCheck once,
            long loops) {}

    private void run() {
        try {
            ended.complete(lifeOf(TestVillages.village(settings, once, this::open)));
        } catch (InterruptedException | RuntimeException | Error e) {
            ended.completeExceptionally(e);
        }
    }

    private Ended lifeOf(VillageSimulation village) throws InterruptedException {
        BrokerStats stats;
        try (village) {
            live(village);
            stats = becomeIdle(village);
            idle.countDown();
            over.await();
        }
        return new Ended(village, stats, village.brokerStats(), once, loops);
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

    private void live(VillageSimulation village) throws InterruptedException {
        long next = System.nanoTime();
        ticked = next;
        while (enough.getCount() > 0) {
            village.tick();
            loops++;
            long now = System.nanoTime();
            longestGap = Math.max(longestGap, now - ticked);
            ticked = now;
            used = village.decisionStats().answers(AnswerStatus.APPLIED)
                    + village.decisionStats().answers(AnswerStatus.REPAIRED);
            next = Math.max(next + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS), now);
            enough.await(next - now, TimeUnit.NANOSECONDS);
        }
    }

    /** Time stands still in the village: nobody asks any more, and what was asked is answered. */
    private BrokerStats becomeIdle(VillageSimulation village) throws InterruptedException {
        Broker asked = Objects.requireNonNull(broker);
        BrokerStats stats = village.brokerStats();
        while ((stats.inFlight() > 0 || stats.waiting() > 0) && over.getCount() > 0) {
            asked.doWork();
            over.await(TICK_MILLIS, TimeUnit.MILLISECONDS);
            stats = village.brokerStats();
        }
        return stats;
    }

    /** How long ago its last tick is. */
    Duration sinceTick() {
        return Duration.ofNanos(System.nanoTime() - ticked);
    }

    /** The longest time from one tick to the next, so far. */
    Duration longestGap() {
        return Duration.ofNanos(longestGap);
    }

    /** Answers that took effect so far. */
    long used() {
        return used;
    }

    /** Whether it broke down. */
    boolean isBroken() {
        return ended.isCompletedExceptionally();
    }

    /** Ticks no more, and asks no more. */
    void stopAsking() {
        enough.countDown();
    }

    /** Whether everything that it asked has an outcome. */
    boolean isIdle() {
        return idle.getCount() == 0 || ended.isDone();
    }

    /** Ends it. Blocks. */
    Ended end() {
        close();
        return ended.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        enough.countDown();
        over.countDown();
    }
}
