/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.GatewayServer;
import dev.triune.gateway.GatewaySettings;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Ticker;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.testsupport.Thorough;
import dev.triune.village.chaos.BusyVillage.Ended;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three villages, a gateway and a model, with a network that fails between each of them, until each
 * fault has happened among a number of exchanges, however long they take. {@code
 * -Dchaos.exchanges=10000} makes it long, {@code -Dchaos.seed=2} another one.
 */
final class ChaosTest {
    /** The exchanges on each side of the gateway. */
    private static final int FEW_EXCHANGES = Thorough.count(100, 500);

    private static final int EXCHANGES = Integer.getInteger("chaos.exchanges", FEW_EXCHANGES);
    private static final long SEED = Long.getLong("chaos.seed", 1);
    private static final String RERUN =
            "rerun with -Dchaos.seed=" + SEED + " -Dchaos.exchanges=" + EXCHANGES;
    private static final int VILLAGES = 3;
    private static final int VILLAGERS = 12;
    private static final int PERMITS = 8;
    private static final Duration GAP = Duration.ofMillis(1_500);
    private static final Duration CALL = Duration.ofSeconds(4);
    private static final BreakerSettings BREAKER =
            new BreakerSettings(20, 0.7, 10, Duration.ofMillis(500), 2);

    /** A loop that waits for the network stalls for seconds; a busy machine needs some room. */
    private static final Duration STALL = Duration.ofSeconds(15);

    private static final int ANSWERS_AFTERWARDS = 5;

    /** Logged once per outage, as {@code Heartbeat} documents. */
    /** What the planted faults cause; the last, if calls happen to fail in a row for long enough. */
    private static final List<String> EXPECTED_WARNINGS = List.of(
            "takes no heartbeat",
            "a model could not be asked",
            "provider model: its last calls failed");

    private static final String OWN_THREADS = "(triune|gateway|chaos|offline).*";

    @Test
    @Timeout(value = 55, unit = TimeUnit.MINUTES)
    void networkFaultsNeitherLoseNorDuplicateAnswers() throws Exception {
        Set<Thread> others = threads();
        LogWarnings logWarnings = new LogWarnings();
        try (logWarnings;
                FakeModel model = new FakeModel(SEED);
                FaultProxy far = new FaultProxy("far", model.port(), 31 * SEED + 1);
                GatewayServer gateway = gateway(far.url());
                FaultProxy near = new FaultProxy("near", gateway.uri().getPort(), 31 * SEED + 2)) {
            List<BusyVillage> villages = IntStream.range(0, VILLAGES)
                    .mapToObj(i -> new BusyVillage(SEED + i, VILLAGERS, near.url()))
                    .toList();
            try {
                runUnderFaults(villages, near, far);
                near.calmDown();
                far.calmDown();
                awaitAnswersAfterFaults(villages);
                villages.forEach(BusyVillage::stopAsking);
                awaitAllOutcomes(villages, gateway);
                List<Ended> ended = villages.stream().map(BusyVillage::end).toList();
                if (EXCHANGES > FEW_EXCHANGES) {
                    print(ended, villages, gateway.stats().join(), near, far, model);
                }
                ended.forEach(ChaosTest::everyRequestHasOneOutcome);
                everyAnswerArrivesOnce(ended);
                assertThat(gateway.drain()).as("drained, " + RERUN).isTrue();
                patiently().until(() -> near.open() == 0);
                patiently().until(() -> far.open() == 0);
            } finally {
                villages.forEach(BusyVillage::close);
            }
        }
        assertThat(logWarnings.texts())
                .as(RERUN)
                .allMatch(text -> EXPECTED_WARNINGS.stream().anyMatch(text::contains));
        patiently().untilAsserted(() -> assertThat(threads()).as(RERUN).allMatch(others::contains));
    }

    private static GatewayServer gateway(String model) throws IOException {
        BrokerBuilder builder = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("model", "rules")
                                .withPermits(PERMITS)
                                .withBreaker(BREAKER),
                        HttpProvider.openAi(model + "/v1")
                                .connectTimeout(GAP)
                                .firstByteTimeout(GAP)
                                .gapTimeout(GAP)
                                .answerTimeout(CALL)
                                .build())
                .prices(new PriceCatalog(Map.of(), TokenPrices.of("0", "0", "0")))
                .callTimeout(CALL);
        return GatewayServer.start(
                GatewaySettings.DEFAULT.withPort(0),
                builder,
                Map.of(),
                Ticker.system(),
                InstantSource.system());
    }

    /** Checks that every village keeps ticking, until all faults have happened on both sides. */
    private static void runUnderFaults(
            List<BusyVillage> villages, FaultProxy near, FaultProxy far) {
        await(RERUN)
                .atMost(Duration.ofMinutes(50))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    villages.forEach(ChaosTest::ticks);
                    return isEnough(near.counts()) && isEnough(far.counts());
                });
    }

    /** However busy the machine is. */
    private static ConditionFactory patiently() {
        return await(RERUN).atMost(Duration.ofMinutes(5));
    }

    private static boolean isEnough(Map<Fault, Long> counts) {
        long sum = counts.values().stream().mapToLong(Long::longValue).sum();
        return sum >= EXCHANGES && counts.values().stream().allMatch(count -> count > 0);
    }

    private static void ticks(BusyVillage village) {
        if (village.isBroken()) {
            village.end(); // throws the cause
        }
        assertThat(village.sinceTick()).as("time since the last tick, " + RERUN).isLessThan(STALL);
    }

    private static void awaitAnswersAfterFaults(List<BusyVillage> villages) {
        List<Long> before = villages.stream().map(BusyVillage::used).toList();
        patiently()
                .until(() -> IntStream.range(0, villages.size()).allMatch(i -> {
                    ticks(villages.get(i));
                    return villages.get(i).used() >= before.get(i) + ANSWERS_AFTERWARDS;
                }));
    }

    private static void awaitAllOutcomes(List<BusyVillage> villages, GatewayServer gateway) {
        patiently().until(() -> villages.stream().allMatch(BusyVillage::isIdle));
        patiently().untilAsserted(() -> {
            BrokerStats stats = gateway.stats().join();
            allPermitsAreFree(stats);
            assertThat(stats.requests().submitted()).isEqualTo(stats.requests().ended());
        });
    }

    private static void allPermitsAreFree(BrokerStats stats) {
        assertThat(stats.calls().inFlight()).as(RERUN).isZero();
        assertThat(stats.queue().waiting()).as(RERUN).isZero();
        assertThat(stats.providers()).as(RERUN).allMatch(each -> each.inFlight() == 0);
    }

    private static void everyRequestHasOneOutcome(Ended ended) {
        assertThat(ended.village().ticks())
                .as("every tick was run, " + RERUN)
                .isEqualTo(ended.loops());
        allPermitsAreFree(ended.idle());
        BrokerStats stats = ended.last();
        assertThat(stats.requests().submitted())
                .as(RERUN)
                .isEqualTo(stats.requests().ended());
        assertThat(stats.requests().submitted())
                .as("no requests after idle, " + RERUN)
                .isEqualTo(ended.idle().requests().ended());
        assertThat(ended.village().stats().minds().requests().pending())
                .as(RERUN)
                .isZero();
        assertThat(ended.village().stats().minds().answers().total())
                .as(RERUN)
                .isEqualTo(stats.requests().count(Outcome.Kind.ANSWERED));
        assertThat(ended.once().open()).as("open, " + RERUN).isZero();
        assertThat(ended.once().faults()).as(RERUN).isEmpty();
        long failed = ended.once().failures().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(failed).as(RERUN).isEqualTo(stats.requests().count(Outcome.Kind.FAILED));
    }

    private static void everyAnswerArrivesOnce(List<Ended> ended) {
        Set<String> all = new HashSet<>();
        for (Ended each : ended) {
            assertThat(each.once().heard()).as(RERUN).isNotEmpty();
            for (String answer : each.once().heard()) {
                assertThat(all.add(answer))
                        .as(answer + " arrived twice, " + RERUN)
                        .isTrue();
            }
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches(OWN_THREADS))
                .collect(Collectors.toSet());
    }

    private static void print(
            List<Ended> ended,
            List<BusyVillage> villages,
            BrokerStats gateway,
            FaultProxy near,
            FaultProxy far,
            FakeModel model) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < ended.size(); i++) {
            lines.add(line(ended.get(i), villages.get(i).longestGap()));
        }
        lines.add("gateway: " + gateway.requests().submitted() + " requests "
                + gateway.requests().outcomes());
        lines.add("network before it " + near.counts() + ", behind it " + far.counts());
        lines.add("model: " + model.asked() + " answers begun, " + model.broken() + " broken off");
        System.out.println("chaos, seed " + SEED + ", " + EXCHANGES + " exchanges\n  "
                + String.join("\n  ", lines));
    }

    private static String line(Ended ended, Duration gap) {
        BrokerStats stats = ended.last();
        Map<FailureCode, Long> failures = ended.once().failures();
        return String.format(
                Locale.ROOT,
                "village: %d ticks, p50 %.2f, p99 %.2f, longest %.1f ms, longest gap %d ms;"
                        + " %d requests %s %s; %s",
                ended.village().ticks(),
                ended.village().stats().tickTimes().percentileMillis(0.5),
                ended.village().stats().tickTimes().percentileMillis(0.99),
                ended.village().stats().tickTimes().maxMillis(),
                gap.toMillis(),
                stats.requests().submitted(),
                stats.requests().outcomes(),
                failures,
                ended.village().stats().minds());
    }
}
