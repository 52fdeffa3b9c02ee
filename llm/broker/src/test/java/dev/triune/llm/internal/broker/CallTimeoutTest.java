/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.QuotaSnapshot;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallTimeoutTest {
    @Test
    void timeoutWithoutAnyPartMovesToTheNextProvider() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit("hello?");
        stage.advanceSeconds(59);
        assertThat(stage.second.calls).isEmpty();
        stage.advanceSeconds(1);
        stage.second.last().complete();
        stage.settle();

        assertThat(stage.first.last().cancels).isEqualTo(1);
        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1",
                        "started second/model-2",
                        "part ok",
                        "ended ANSWERED");
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void defaultTimeoutIsTenMinutesOrSixtySecondsUnderAQuota() {
        assertThat(secondsUntilTimeout(stage -> {})).isEqualTo(600);
        assertThat(secondsUntilTimeout(stage -> stage.broker.enableQuota(new QuotaSnapshot(
                        "s1", BigDecimal.ONE, TokenPrices.of("1", "1", "1"), "day"))))
                .isEqualTo(60);
    }

    @Test
    void providerMayHaveATimeoutOfItsOwn() {
        Stage stage = Stage.of(builder -> builder.callTimeout(Duration.ofSeconds(5))
                .provider(
                        Stage.settings().withCallTimeout(Duration.ofSeconds(90)),
                        new FakeProvider()));
        Recorder recorder = stage.submit("hello?");
        int seconds = 0;
        for (; seconds < 3600 && !recorder.over(); seconds++) {
            stage.advanceSeconds(1);
        }
        assertThat(seconds).isEqualTo(90);
    }

    private static int secondsUntilTimeout(Consumer<Stage> change) {
        Stage stage = Stage.of(builder -> builder.provider(Stage.settings(), new FakeProvider())
                .heartbeatTimeout(Duration.ofHours(1)));
        change.accept(stage);
        Recorder recorder = stage.submit(Stage.asking("hello?").tenant("s1"));
        int seconds = 0;
        for (; seconds < 3600 && !recorder.over(); seconds++) {
            stage.advanceSeconds(1);
        }
        return seconds;
    }

    @Test
    void timeoutAfterAPartFailsAsPartial() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("hi");
        stage.advanceSeconds(60);

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part hi", "ended FAILED");
        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(FailureCode.PROVIDER_TIMEOUT);
            assertThat(failed.partial()).isTrue();
        });
        assertThat(stage.second.calls).isEmpty();
    }

    /** A silent call counts against the provider's circuit breaker, a long answer does not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void timeoutWhileStreamingDoesNotOpenTheBreaker(boolean streaming) {
        Stage stage = Stage.ofOne(Stage.settings().withPermits(8), builder -> {});
        List<Recorder> answers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            answers.add(stage.submit("tell me a long story"));
        }
        stage.settle();
        for (int second = 0; second < 60; second++) {
            if (streaming || second == 0) {
                stage.first.calls.forEach(call -> call.text("and then "));
            }
            stage.advanceSeconds(1);
        }

        assertThat(answers).allMatch(answer -> answer.outcome().kind() == Outcome.Kind.FAILED);
        assertThat(stage.stats("first").breakerOpen()).isNotEqualTo(streaming);
    }

    @Test
    void timeoutWithoutFallbackFailsTheRequest() {
        Stage stage = Stage.ofOne();
        Recorder recorder = stage.submit("hello?");
        stage.advanceSeconds(60);

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCode.PROVIDER_TIMEOUT, "no complete answer within 60000 ms", false));
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void answerThatArrivedInTimeCountsEvenIfProcessedLate() {
        Stage stage = Stage.ofOne();
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("hi").complete();
        stage.time.advance(Duration.ofMinutes(5));
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void dropsWhatArrivesAfterATimeout() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit("hello?");
        stage.advanceSeconds(60);
        stage.first.last().text("late").complete();
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "started second/model-2");
    }

    @Test
    void endedCallNeverTimesOut() {
        Stage stage = Stage.ofOne();
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().complete();
        stage.advanceSeconds(3600);

        assertThat(recorder.outcomes).hasSize(1);
        assertThat(stage.first.last().cancels).isZero();
    }

    @Test
    void timeInTheQueueDoesNotCountTowardsTheTimeout() {
        Stage stage = Stage.ofOne();
        stage.submit("a");
        Recorder waiting = stage.submit("b");
        stage.advanceSeconds(59);
        stage.first.last().complete();
        stage.advanceSeconds(59);

        assertThat(waiting.heard).containsExactly("started first/model-1");
        stage.advanceSeconds(1);
        assertThat(waiting.heard).endsWith("ended FAILED");
    }
}
