/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Limits;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import dev.triune.llm.Update;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.sim.SimulatedFaults;
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.sim.SimulatedProvider;
import dev.triune.llm.simulation.GameLoad.Habit;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A game disconnects with requests waiting and calls under way. */
class VanishedGameTest {
    private static final Duration SILENCE = Duration.ofSeconds(60);

    @Test
    void othersUseTheShareOfAVanishedGameAfterItsTimeout() {
        for (long seed = 1; seed <= Thorough.count(1, 3); seed++) {
            checkHourWithAVanishedGame(seed);
        }
    }

    private static void checkHourWithAVanishedGame(long seed) {
        TwoProviders providers =
                new TwoProviders(new VirtualTime(), SimulatedLimitKind.SLIDING_WINDOW, seed);
        Broker broker = providers.broker(false);
        Hour hour = new Hour(providers, Desk.of(broker), seed);
        List<GameLoad> backlogged = hour.gamesThatAre(Habit.BACKLOGGED);
        GameLoad gone = backlogged.get(0);
        List<GameLoad> others = backlogged.subList(1, backlogged.size());

        Duration before = Duration.ofMinutes(20);
        hour.run(before);
        hour.silent.add(gone);
        gone.disconnect();
        long silentSince = hour.now();
        hour.run(SILENCE);
        long timeout = hour.now();
        BrokerStats stats = broker.stats();
        assertThat(stats.tenants()).as("seed %d", seed).doesNotContainKey(gone.name);
        assertThat(heldByGames(stats))
                .as("calls under way, seed %d", seed)
                .isEqualTo(stats.calls().inFlight());

        Duration after = Duration.ofMinutes(10);
        hour.run(after);
        long end = hour.now();
        Duration whole = before.plus(SILENCE).plus(after);
        double usedOfAlpha = hour.usedOfAlpha(whole);
        double usedOfBeta = hour.usedOfBeta(whole);
        hour.run(SILENCE);

        HourReport report = hour.report;
        String seen = "seed " + seed;
        assertThat(report.lastStart(gone)).as(seen).isLessThan(timeout);
        assertThat(report.tokens(gone, 0, silentSince)).as(seen).isPositive();
        // the rest is kept for emergencies
        assertThat(usedOfAlpha).as(seen).isGreaterThanOrEqualTo(0.93);
        assertThat(usedOfBeta).as(seen).isGreaterThanOrEqualTo(0.93);
        assertThat(report.jain(others, timeout, end)).as(seen).isGreaterThanOrEqualTo(0.99);
        for (GameLoad other : others) {
            double was = report.tokens(other, 0, silentSince) / 20.0;
            double is = report.tokens(other, timeout, end) / 10.0;
            assertThat(is / was).as("%s of %s", seen, other.name).isGreaterThan(1.3);
        }
    }

    private static int heldByGames(BrokerStats stats) {
        return stats.tenants().values().stream()
                .mapToInt(BrokerStats.TenantStats::inFlight)
                .sum();
    }

    /** Every permit and every token is held by calls that hang. */
    @Test
    void disconnectImmediatelyFreesPermitsAndTokensForOthers() {
        Stuck stuck = new Stuck();
        stuck.ask("gone", 6);
        stuck.ask("alive", 6);
        stuck.advanceTo(SILENCE.multipliedBy(3));
        assertThat(stuck.started).containsOnly("gone").hasSize(4);

        stuck.disconnect("gone");

        assertThat(stuck.started.subList(4, stuck.started.size()))
                .containsOnly("alive")
                .hasSize(4);
        assertThat(stuck.ended).containsOnly("gone").hasSize(6);
        assertThat(stuck.broker.stats().calls().inFlight()).isEqualTo(4);
        stuck.advanceTo(SILENCE.multipliedBy(4));
        assertThat(stuck.broker.stats().tenants()).containsOnlyKeys("alive");
    }

    /** Four permits, and tokens a minute for four calls but no fifth; no call ever ends. */
    private static final class Stuck {
        private static final int MAX_TOKENS = 15_000;

        final VirtualTime time = new VirtualTime();
        final Map<String, CancelToken> connections = new HashMap<>();
        final List<String> started = new ArrayList<>();
        final List<String> ended = new ArrayList<>();
        final Broker broker = new BrokerBuilder()
                .ticker(time)
                .callTimeout(Duration.ofHours(1))
                .provider(
                        ProviderSettings.of("stuck", "model")
                                .withPermits(4)
                                .withLimits(Limits.perMinute(4).withTokensPerMinute(64_000)),
                        SimulatedProvider.builder(time, time)
                                .faults(new SimulatedFaults(1, 0, 0, 0, 0, 0))
                                .build())
                .build();

        void ask(String game, int requests) {
            for (int i = 0; i < requests; i++) {
                broker.submit(
                        Request.text("model")
                                .tenant(game)
                                .cancelToken(connections.computeIfAbsent(
                                        game, name -> new CancelToken()))
                                .maxTokens(MAX_TOKENS)
                                .prompt(() -> Prompt.of("hm?"))
                                .build(),
                        update -> onUpdate(game, update));
            }
            work();
        }

        private void onUpdate(String game, Update<String> update) {
            if (update instanceof Update.Started<String>) {
                started.add(game);
            } else if (update instanceof Update.Ended<String>) {
                ended.add(game);
            }
        }

        void disconnect(String game) {
            connections.getOrDefault(game, new CancelToken()).cancel();
            work();
        }

        void advanceTo(Duration since) {
            time.advance(since.minusNanos(time.nanos()));
            work();
        }

        private void work() {
            while (broker.doWork() > 0) {
                // until there is nothing left
            }
        }
    }
}
