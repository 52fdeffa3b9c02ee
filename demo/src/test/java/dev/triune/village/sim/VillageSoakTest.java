/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.testsupport.Thorough;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A long run of a village on virtual time, with a mind that fails in every possible way:
 * no state grows. One hour of virtual time; {@code -Dsoak.minutes=10} makes it as many as fit into
 * ten minutes of real time, and prints figures. {@code -Dsoak.seed=2} sets another seed.
 */
final class VillageSoakTest {
    private static final long SEED = Long.getLong("soak.seed", 1);
    private static final int MINUTES = Integer.getInteger("soak.minutes", 0);
    private static final String RERUN =
            "rerun with -Dsoak.seed=" + SEED + " -Dsoak.minutes=" + MINUTES;
    private static final int TICKS_AN_HOUR = 72_000;
    private static final int FEW_HOURS = Thorough.count(1, 2);

    /** Short runs are measured every five minutes of virtual time. */
    private static final int INTERVAL = MINUTES > 0 ? TICKS_AN_HOUR : TICKS_AN_HOUR / 12;

    /** Allowed growth of the last third of all measurements over the second third. */
    private static final double MOST_GROWTH = 1.05;

    private static final long ALLOWANCE = 1L << 20;
    private static final int LEAST_SAMPLES = 9;
    private static final int MOST_OPEN_PER_VILLAGER = 4;

    /** Twice the usual limit: one villager exceeded that by 14 ticks in a thousand days. */
    private static final int LONGEST_STUCK = 2 * VillageAssertions.LONGEST_STUCK;

    /** Ten minutes, in which every call ends, at the latest by its timeout. */
    private static final int MOST_TICKS_TO_IDLE = 12_000;

    private final SimulationSettings settings =
            SimulationSettings.offline(SEED).with(new MindSource.Offline(FaultMode.ALL));
    private final List<Long> heap = new ArrayList<>();
    private final long begin = System.nanoTime();

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Memory> mMemory;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Mind> mMind;

    @Test
    @Timeout(value = 55, unit = TimeUnit.MINUTES)
    void memoryDoesNotGrowInALongRun() {
        VillageSimulation village = new VillageBuilder(settings).build();
        try (village) {
            village.inject(this);
            while (shouldContinue(village)) {
                village.tick();
                if (village.ticks() % INTERVAL == 0) {
                    heap.add(liveHeap());
                    assertStateIsBounded(village);
                }
            }
            runUntilIdle(village);
        }
        if (MINUTES > 0) {
            print(village);
        }
        assertHeapDoesNotGrow();
        assertTotalsAgree(village);
        if (MINUTES > 0) {
            assertThat(hoursPerMinute(village)).as(RERUN).isGreaterThanOrEqualTo(1);
        }
    }

    /** Stops new requests; open ones end by themselves, not because the broker is closed. */
    private void runUntilIdle(VillageSimulation village) {
        assertAllAlive(village);
        for (int agent : village.villagers()) {
            mMind.get(agent).usesModel = false;
        }
        for (int i = 0; i < MOST_TICKS_TO_IDLE && isBusy(village.stats().broker()); i++) {
            village.tick();
        }
        BrokerStats stats = village.stats().broker();
        assertThat(stats.requests().ended())
                .as("ended requests, " + RERUN)
                .isEqualTo(stats.requests().submitted());
        assertThat(stats.queue().waiting()).as("waiting requests, " + RERUN).isZero();
        assertThat(stats.providers())
                .as("calls in flight, " + RERUN)
                .hasSize(2)
                .allMatch(each -> each.inFlight() == 0);
    }

    private static boolean isBusy(BrokerStats stats) {
        return stats.calls().inFlight() > 0
                || stats.requests().ended() < stats.requests().submitted();
    }

    private boolean shouldContinue(VillageSimulation village) {
        if (MINUTES == 0) {
            return village.ticks() < FEW_HOURS * TICKS_AN_HOUR;
        }
        return sinceBegin() < TimeUnit.MINUTES.toNanos(MINUTES) || heap.size() < LEAST_SAMPLES;
    }

    private long sinceBegin() {
        return System.nanoTime() - begin;
    }

    /** Bytes in use after several collections, since finalized objects are freed later. */
    private static long liveHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void assertStateIsBounded(VillageSimulation village) {
        BrokerStats stats = village.stats().broker();
        int most = MOST_OPEN_PER_VILLAGER * settings.villagers();
        assertThat(stats.queue().waiting())
                .as("waiting requests, " + RERUN)
                .isLessThanOrEqualTo(most);
        assertThat(stats.calls().inFlight()).as("calls in flight, " + RERUN).isLessThanOrEqualTo(3);
        assertThat(village.stats().minds().requests().pending())
                .as("pending decisions, " + RERUN)
                .isLessThanOrEqualTo(most);
        assertThat(stats.requests().submitted() - stats.requests().ended())
                .as("open requests, " + RERUN)
                .isBetween(0L, (long) most);
        assertThat(village.stats().failures().failureCounts()).as(RERUN).hasSizeLessThan(20);
        assertThat(village.stats().minds().repairs().refusals()).as(RERUN).hasSizeLessThan(500);
        assertThat(village.stats().failedSteps()).as(RERUN).hasSizeLessThan(50);
        for (int agent : village.villagers()) {
            Memory memory = mMemory.get(agent);
            assertThat(memory.episodes).as(RERUN).hasSizeLessThanOrEqualTo(Memory.EPISODES);
            assertThat(memory.relations).as(RERUN).hasSizeLessThanOrEqualTo(Memory.RELATIONS);
        }
    }

    private void assertHeapDoesNotGrow() {
        assertThat(heap).as(RERUN).hasSizeGreaterThanOrEqualTo(LEAST_SAMPLES);
        int third = heap.size() / 3;
        long before = median(heap.subList(heap.size() - 2 * third, heap.size() - third));
        long after = median(heap.subList(heap.size() - third, heap.size()));
        assertThat(after)
                .as("bytes in use, %s, %s", heap, RERUN)
                .isLessThanOrEqualTo((long) (before * MOST_GROWTH) + ALLOWANCE);
    }

    private static long median(List<Long> some) {
        return some.stream().sorted().toList().get(some.size() / 2);
    }

    private void assertAllAlive(VillageSimulation village) {
        for (int agent : village.villagers()) {
            assertThat(village.needsOf(agent).alive()).as(RERUN).isTrue();
            assertThat(village.stats().stuckTicks(agent))
                    .as(RERUN)
                    .isLessThanOrEqualTo(LONGEST_STUCK);
        }
    }

    private void assertTotalsAgree(VillageSimulation village) {
        VillageAssertions.accountedFor(village, settings);
        assertThat(village.stats().broker().requests().submitted()).as(RERUN).isGreaterThan(100);
    }

    private double hoursPerMinute(VillageSimulation village) {
        double hours = (double) village.ticks() / TICKS_AN_HOUR;
        return hours / (sinceBegin() / (double) Duration.ofMinutes(1).toNanos());
    }

    private void print(VillageSimulation village) {
        String megabytes = heap.stream()
                .map(bytes -> String.format(Locale.ROOT, "%.2f", bytes / (double) (1 << 20)))
                .collect(Collectors.joining(" "));
        System.out.printf(
                Locale.ROOT,
                "soak, seed %d: %.1f virtual hours, %.1f in a minute; tick p50 %.3f, p99 %.3f,"
                        + " longest %.1f ms; %d requests %s; %s%n  heap in MB: %s%n",
                SEED,
                (double) village.ticks() / TICKS_AN_HOUR,
                hoursPerMinute(village),
                village.stats().tickTimes().percentileMillis(0.5),
                village.stats().tickTimes().percentileMillis(0.99),
                village.stats().tickTimes().maxMillis(),
                village.stats().broker().requests().submitted(),
                village.stats().broker().requests().outcomes(),
                village.stats().minds(),
                megabytes);
    }
}
