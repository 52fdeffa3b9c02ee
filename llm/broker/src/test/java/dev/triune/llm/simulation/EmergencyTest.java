/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Limits;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.sim.RefusalStyle;
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.sim.SimulatedPlan;
import dev.triune.llm.sim.SimulatedProvider;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Emergencies at one provider without a fallback, whose limit tenants use up with other requests.
 * They come independently of each other.
 */
class EmergencyTest {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private static final int BACKLOG = 30;
    private static final int MANY = 1_000_000;

    /** Each limit with each way to count it; by default each limit once, and each way once. */
    static Stream<Arguments> limits() {
        Limits requests = Limits.perMinute(60);
        Limits tokens = Limits.NONE.withTokensPerMinute(40_000).withCountsMaxTokens(false);
        List<Limits> all = List.of(requests, requests.withBurst(10), tokens);
        return Stream.of(SimulatedLimitKind.values())
                .flatMap(kind -> all.stream()
                        .filter(each -> Thorough.all() || all.indexOf(each) == kind.ordinal())
                        .map(each -> Arguments.of(
                                kind, each, kind == SimulatedLimitKind.SLIDING_WINDOW ? 1 : 5)));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void emergenciesHardlyWaitAtASaturatedLimit(
            SimulatedLimitKind kind, Limits limits, int tenants) {
        Run run = new Run(kind, limits, tenants, ProviderSettings.DEFAULT_RESERVE, 60);
        int hours = Thorough.count(1, 4);
        run.runFor(Hour.LENGTH.multipliedBy(hours));
        String seen = kind + " " + limits + " " + tenants + " tenants: used " + run.used() + ", "
                + run.waits.count() + " emergencies, p99 " + run.waits.percentile(99);
        System.out.println(seen);

        assertThat(run.waits.count()).as(seen).isGreaterThan(45 * hours);
        assertThat(run.waits.percentile(99)).as(seen).isLessThanOrEqualTo(LONGEST);
        assertThat(run.used()).as(seen).isGreaterThanOrEqualTo(0.93);
        assertThat(run.provider.refused()).as(seen).isZero();
    }

    static Stream<Arguments> comparedLimits() {
        return limits().limit(Thorough.count(1, MANY));
    }

    @ParameterizedTest
    @MethodSource("comparedLimits")
    void reserveCostsHardlyAnythingWithoutEmergencies(
            SimulatedLimitKind kind, Limits limits, int tenants) {
        Run run = new Run(kind, limits, tenants, ProviderSettings.DEFAULT_RESERVE, 0);
        run.runFor(Hour.LENGTH);
        Run without = new Run(kind, limits, tenants, 0, 0);
        without.runFor(Hour.LENGTH);

        assertThat(run.used()).isGreaterThanOrEqualTo(without.used() - 0.01);
    }

    /** Tenants with a backlog, and emergencies of all of them in turn. */
    private static final class Run {
        final VirtualTime time = new VirtualTime();
        final SimulatedProvider provider;
        final Waits waits = new Waits();
        private final Broker broker;
        private final Limits limits;
        private final int tenants;
        private final int perHour;
        private final Random random = new Random(7);
        private final int[] open;
        private double hours;

        Run(SimulatedLimitKind kind, Limits limits, int tenants, double reserve, int perHour) {
            this.limits = limits;
            this.tenants = tenants;
            this.perHour = perHour;
            this.open = new int[tenants];
            this.provider = SimulatedProvider.builder(time, time)
                    .seed(7)
                    .plan(SimulatedPlan.of(
                            kind,
                            limits.perMinute() == 0 ? MANY : limits.perMinute(),
                            limits.tokensPerMinute() == 0 ? MANY : limits.tokensPerMinute(),
                            limits.countsMaxTokens()))
                    .style(RefusalStyle.NONE)
                    .build();
            this.broker = new BrokerBuilder()
                    .ticker(time)
                    .provider(
                            ProviderSettings.of("p", "m")
                                    .withPermits(16)
                                    .withQueueLimit(1_000)
                                    .withLimits(limits)
                                    .withReserve(reserve),
                            provider)
                    .build();
        }

        void runFor(Duration length) {
            long ticks = length.dividedBy(TICK);
            double perTick = perHour / (double) Duration.ofHours(1).dividedBy(TICK);
            for (long i = 0; i < ticks; i++) {
                time.advance(TICK);
                for (int tenant = 0; tenant < tenants; tenant++) {
                    while (open[tenant] < BACKLOG) {
                        open[tenant]++;
                        ask(tenant, Priority.of(1 + random.nextInt(Priority.MAX - 1)));
                    }
                }
                if (random.nextDouble() < perTick) {
                    ask(random.nextInt(tenants), Priority.CRITICAL);
                }
                while (broker.doWork() > 0) {
                    // until there is nothing left
                }
            }
            hours = ticks / (double) Duration.ofHours(1).dividedBy(TICK);
        }

        private void ask(int tenant, Priority priority) {
            boolean emergency = priority.level() == Priority.MAX;
            long asked = time.nanos();
            String text = "x".repeat(400 + random.nextInt(1_600));
            Request<String> request = Request.text("m")
                    .tenant("tenant-" + tenant)
                    .priority(priority)
                    .maxTokens(200 + random.nextInt(400))
                    .prompt(() -> Prompt.of(text))
                    .build();
            broker.submit(request, update -> {
                if (update instanceof Update.Started<String> && emergency) {
                    waits.add(time.nanos() - asked);
                } else if (update instanceof Update.Ended<String> && !emergency) {
                    open[tenant]--;
                }
            });
        }

        /** The part of the limit that was used. */
        double used() {
            double allowed = limits.perMinute() == 0
                    ? provider.tokensCounted() / (double) limits.tokensPerMinute()
                    : provider.admitted() / (double) limits.perMinute();
            return Math.round(allowed / (60 * hours) * 1_000) / 1_000.0;
        }
    }
}
