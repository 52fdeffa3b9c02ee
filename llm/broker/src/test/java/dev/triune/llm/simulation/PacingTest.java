/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Limits;
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
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Four interactive games with 15 requests a minute in all share 60 a minute with a game that asks
 * 156 times at once every four minutes: 54 a minute, 0.9 of the limit.
 */
class PacingTest {
    private static final int PER_MINUTE = 60;
    private static final Duration TICK = Duration.ofMillis(50);
    private static final int HOURS = Thorough.count(1, 2);
    private static final long TICKS_PER_MINUTE = Duration.ofMinutes(1).dividedBy(TICK);
    private static final long BETWEEN_BURSTS = 4 * TICKS_PER_MINUTE;
    private static final int BURST = 156;
    private static final int INTERACTIVE_PER_MINUTE = 15;
    private static final int INTERACTIVE = 4;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Thorough.count(1, 3));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void burstOfATenthOfTheLimitKeepsInteractiveWaitsShort(long seed) {
        Limits limits = Limits.perMinute(PER_MINUTE);
        Waits free = waits(seed, limits);
        Waits paced = waits(seed, limits.withBurst(PER_MINUTE / 10));
        String seen = "seed " + seed + ", p95: " + free.percentile(95) + " without a burst limit, "
                + paced.percentile(95) + " with a tenth of the limit as a burst";
        System.out.println(seen);

        assertThat(free.count()).as(seen).isGreaterThan(750 * HOURS);
        assertThat(free.percentile(95)).as(seen).isGreaterThan(Duration.ofSeconds(20));
        assertThat(paced.percentile(95)).as(seen).isLessThan(Duration.ofSeconds(5));
    }

    /** Returns how long requests of the interactive games wait for their call. */
    private static Waits waits(long seed, Limits limits) {
        Random random = new Random(seed);
        VirtualTime time = new VirtualTime();
        SimulatedProvider provider = SimulatedProvider.builder(time, time)
                .seed(seed)
                .plan(SimulatedPlan.of(
                        SimulatedLimitKind.SLIDING_WINDOW, PER_MINUTE, 1_000_000, false))
                .style(RefusalStyle.NONE)
                .build();
        ProviderSettings settings = ProviderSettings.of("p", "m")
                .withPermits(16)
                .withQueueLimit(1_000)
                .withLimits(limits);
        Broker broker =
                new BrokerBuilder().ticker(time).provider(settings, provider).build();
        Waits waits = new Waits();
        double perTick = INTERACTIVE_PER_MINUTE / (double) TICKS_PER_MINUTE;
        for (long tick = 0; tick < Duration.ofHours(HOURS).dividedBy(TICK); tick++) {
            time.advance(TICK);
            for (int i = 0; tick % BETWEEN_BURSTS == 0 && i < BURST; i++) {
                ask(broker, "bursts", time, new Waits());
            }
            if (random.nextDouble() < perTick) {
                ask(broker, "game-" + random.nextInt(INTERACTIVE), time, waits);
            }
            while (broker.doWork() > 0) {
                // until there is nothing left
            }
        }
        broker.close();
        assertThat(provider.refused()).as("refused, seed %d", seed).isZero();
        return waits;
    }

    private static void ask(Broker broker, String game, VirtualTime time, Waits waits) {
        long asked = time.nanos();
        Request<String> request = Request.text("m")
                .tenant(game)
                .maxTokens(200)
                .prompt(() -> Prompt.of("What now?"))
                .build();
        broker.submit(request, update -> {
            if (update instanceof Update.Started<String>) {
                waits.add(time.nanos() - asked);
            }
        });
    }
}
