/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.fixture.LiveWorld;
import dev.triune.fixture.PacedModel;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A plan of four steps from a model that takes two seconds to write it. */
class StreamingTest {
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);
    private static final String FIRST = "{\"action\":[{\"type\":\"gather\",\"amount\":1}";
    private static final String ANSWER = FIRST + ",{\"type\":\"gather\",\"amount\":2},"
            + "{\"type\":\"gather\",\"amount\":3},{\"type\":\"gather\",\"amount\":4}],"
            + "\"speaking\":\"A fire before the night, or we freeze again.\"}";

    private final List<Long> started = new ArrayList<>();
    private long answeredAt;

    @Test
    void firstStepStartsWithinATickOfItsClosingBrace() {
        PacedModel[] model = new PacedModel[1];
        LiveWorld[] self = new LiveWorld[1];
        LiveWorld world = new LiveWorld(
                ActionCatalog.builder()
                        .action("gather", "collect", Field.whole("amount", 1, 9))
                        .build(),
                time -> model[0] =
                        new PacedModel(time, Duration.ZERO, TWO_SECONDS, prompt -> ANSWER),
                new BrokerListener() {
                    @Override
                    public void ended(Ticket ticket, Outcome outcome) {
                        answeredAt = self[0].time.nanos();
                    }
                },
                minds -> minds.runner("gather", (agent, step) -> Progress.RUNNING)
                        .listener(new MindListener() {
                            @Override
                            public void stepStarted(int agent, Step step) {
                                started.add(self[0].time.nanos());
                            }
                        }));
        self[0] = world;
        world.agent("Mira");
        world.ticks(60);

        long sentAt = model[0].sent().get(0).nanos();
        long toBrace = TWO_SECONDS.toNanos() * FIRST.length() / ANSWER.length();
        long toFirstStep = started.get(0) - sentAt;
        long toAnswer = answeredAt - sentAt;
        long piece = TWO_SECONDS.toNanos() / 100; // the brace comes with the piece that holds it
        assertThat(toFirstStep)
                .isBetween(toBrace, toBrace + piece + Duration.ofMillis(50).toNanos());
        assertThat((double) toFirstStep / toAnswer)
                .as("time to the first step by time to the answer")
                .isLessThanOrEqualTo(0.4);
        assertThat(toAnswer).isBetween(TWO_SECONDS.toNanos(), TWO_SECONDS.toNanos() + 100_000_000);
        System.out.printf(
                "first step after %d ms, answer after %d ms%n",
                toFirstStep / 1_000_000, toAnswer / 1_000_000);
    }
}
