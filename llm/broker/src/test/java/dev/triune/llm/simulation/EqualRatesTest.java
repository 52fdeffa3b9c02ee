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
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.sim.SimulatedPlan;
import dev.triune.llm.sim.SimulatedProvider;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Four games at 30 requests a minute, all of them busy: 7.5 requests a minute for each, as the
 * plain rule gives them.
 */
class EqualRatesTest {
    private static final int GAMES = 4;
    private static final int MINUTES = 10;

    private final VirtualTime time = new VirtualTime();
    private final int[] served = new int[GAMES];
    private final int[] open = new int[GAMES];

    @Test
    void fourBusyGamesGetEqualRequestRates() {
        Broker broker = new BrokerBuilder()
                .ticker(time)
                .strictSharing(false)
                .provider(
                        ProviderSettings.of("groq", "model")
                                .withPermits(8)
                                .withReserve(0)
                                .withLimits(Limits.perMinute(30)),
                        SimulatedProvider.builder(time, time)
                                .plan(SimulatedPlan.of(
                                        SimulatedLimitKind.SLIDING_WINDOW,
                                        30,
                                        Integer.MAX_VALUE,
                                        true))
                                .build())
                .build();
        Duration tick = Duration.ofMillis(50);
        while (time.nanos() < Duration.ofMinutes(MINUTES).toNanos()) {
            for (int game = 0; game < GAMES; game++) {
                keepBusy(broker, game);
            }
            while (broker.doWork() > 0) {
                // until there is nothing left
            }
            time.advance(tick);
        }

        double each = 7.5 * MINUTES;
        for (int game = 0; game < GAMES; game++) {
            assertThat((double) served[game]).as("game %d", game).isBetween(each - 1, each + 1);
        }
    }

    /** Answers of one token, so that games are even in tokens when they are in requests. */
    private void keepBusy(Broker broker, int game) {
        while (open[game] < 3) {
            open[game]++;
            broker.submit(
                    Request.text("model")
                            .tenant("game-" + game)
                            .maxTokens(1)
                            .prompt(() -> Prompt.of("hello?"))
                            .build(),
                    update -> onUpdate(game, update));
        }
    }

    private void onUpdate(int game, Update<String> update) {
        if (update instanceof Update.Started<String>) {
            served[game]++;
        } else if (update instanceof Update.Ended<String>) {
            open[game]--;
        }
    }
}
