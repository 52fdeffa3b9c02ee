/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.provider.GatewayProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A game that sends many requests at once to a gateway that shares strictly. */
@Timeout(120)
class StrictGameTest {
    private static final Duration STEP = Duration.ofMillis(50);

    private final GatewayFixture stage = GatewayFixture.open(
            settings -> settings,
            provider -> provider.withLimits(Limits.perMinute(30)),
            builder -> builder.strictSharing(true));

    @AfterEach
    void close() {
        stage.close();
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "6, false", "6, true", "20, true"})
    void allItsRequestsAreAnsweredWhateverItsPermits(int permits, boolean batches) {
        int requests = 40;
        stage.model.answering("done");
        List<Outcome> outcomes = new ArrayList<>();
        ProviderSettings settings = ProviderSettings.of("shared", "")
                .withModels(ProviderSettings.ANY_MODEL)
                .withPermits(permits);
        try (Broker game = new BrokerBuilder()
                .provider(
                        batches ? settings.withBatching(Batching.DEFAULT) : settings,
                        GatewayProvider.builder(stage.gateway.uri().toString(), "village")
                                .ticker(stage.clock)
                                .build())
                .ticker(stage.clock)
                .build()) {
            for (int i = 0; i < requests; i++) {
                game.submit(Request.text("").prompt("question " + i).build(), update -> {
                    if (update instanceof Update.Ended<String> ended) {
                        outcomes.add(ended.outcome());
                    }
                });
            }
            await().atMost(Duration.ofSeconds(100))
                    .pollInSameThread()
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> {
                        while (game.doWork() > 0) {
                            // until nothing is left to do
                        }
                        stage.clock.advance(STEP);
                        return outcomes.size() == requests;
                    });
        }

        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(outcome.kind()).isEqualTo(Outcome.Kind.ANSWERED));
        long refused = stage.gateway.stats().join().requests().count(Outcome.Kind.REJECTED);
        assertThat(refused)
                .as(
                        "calls that the gateway refused as too early: one for each permit until its"
                                + " pace is known, and some that the network delayed less than the one before")
                .isLessThan(requests);
    }
}
