/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.TurnLimits;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One doWork() cycle handles a bounded number of events and calls. */
class BoundedTurnTest {
    @Test
    void cycleProcessesNoMoreEventsThanAllowed() {
        Stage stage = Stage.ofOne(Stage.settings(), TurnLimits.ofEvents(3));
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("o", "b", "c", "d").complete();

        assertThat(stage.broker.doWork()).isEqualTo(3);
        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part o", "part b", "part c");
        assertThat(stage.broker.doWork()).isEqualTo(2);
        assertThat(recorder.heard).endsWith("part d", "ended ANSWERED");
        assertThat(stage.broker.doWork()).isZero();
    }

    @Test
    void cycleStartsNoMoreCallsThanAllowed() {
        Stage stage = Stage.ofOne(
                Stage.settings().withPermits(100), builder -> builder.maxCallsPerCycle(4));
        for (int i = 0; i < 10; i++) {
            stage.submit("q" + i);
        }

        assertThat(stage.broker.doWork()).isEqualTo(4);
        assertThat(stage.first.calls).hasSize(4);
        stage.broker.doWork();
        stage.broker.doWork();
        assertThat(stage.first.calls).hasSize(10);
        assertThat(stage.broker.doWork()).isZero();
    }

    @Test
    void withdrawnPromptsCountTowardsTheCallsOfACycle() {
        Stage stage = Stage.ofOne(Stage.settings(), builder -> builder.maxCallsPerCycle(4));
        int[] renders = {0};
        for (int i = 0; i < 10; i++) {
            stage.submit(() -> {
                renders[0]++;
                return Optional.empty();
            });
        }
        stage.broker.doWork();

        assertThat(renders[0]).isEqualTo(4);
    }

    @Test
    void cycleTimesOutNoMoreCallsThanAllowed() {
        Stage stage = Stage.ofOne(Stage.settings().withPermits(10), TurnLimits.ofEvents(4));
        for (int i = 0; i < 10; i++) {
            stage.submit("q" + i);
        }
        stage.settle();
        stage.time.advance(Duration.ofHours(1));

        assertThat(stage.broker.doWork()).isEqualTo(4);
        assertThat(stage.permitsTaken()).isEqualTo(6);
    }

    @Test
    void busyProviderDoesNotStarveTheOthers() {
        Stage stage = Stage.ofTwo(
                Stage.settings().withPermits(10), builder -> builder.maxCallsPerCycle(2));
        stage.first.onStart = FakeProvider.Call::complete;
        for (int i = 0; i < 50; i++) {
            stage.submit("q" + i);
        }
        stage.broker.submit(
                Request.text("model-2").prompt(() -> Prompt.of("mine")).build(), new Recorder());
        stage.broker.doWork();
        stage.broker.doWork();

        assertThat(stage.second.calls).hasSize(1);
    }
}
