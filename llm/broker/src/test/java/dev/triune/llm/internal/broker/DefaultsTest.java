/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Priority;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Default behaviour of a broker. */
class DefaultsTest {
    @Test
    void fallbackIsOnByDefault() {
        Stage stage = Stage.ofTwo();
        stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(60);
        stage.settle();

        assertThat(stage.second.calls).hasSize(1);
    }

    @Test
    void retryAfterWaitingIsOnByDefault() {
        Stage stage = Stage.ofOne();
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(5);
        stage.advanceSeconds(6); // the advice, and a tenth of jitter at the most

        assertThat(recorder.over()).isFalse();
        assertThat(stage.first.calls).hasSize(2);
    }

    @Test
    void eachProviderHasItsOwnQueueByDefault() {
        Stage stage = Stage.ofTwo();
        stage.holdThePermit();
        stage.submit("waits for the first", Priority.CRITICAL);
        stage.submit(Stage.asking("model-2", "for the second"));
        stage.settle();

        assertThat(Stage.questions(stage.second)).containsExactly("for the second");
    }

    @Test
    void adaptivePermitsAreOffByDefault() {
        Stage stage = Stage.ofOne(Stage.settings().withPermits(8), builder -> {});
        stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(1);
        stage.settle();

        assertThat(stage.stats("first").permits()).isEqualTo(8);
    }

    @Test
    void batchingIsOffByDefault() {
        assertThat(ProviderSettings.of("first", "model-1").batching()).isEmpty();
        assertThat(ProviderSettings.Batching.DEFAULT)
                .as("ten at most, a hundred credits, ten more a second")
                .isEqualTo(new ProviderSettings.Batching(10, 100, 10));
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureCode.class,
            names = {"PROVIDER_ERROR", "UNREACHABLE", "CUT_OFF", "PROVIDER_TIMEOUT"})
    void serverErrorsOpenTheBreaker(FailureCode code) {
        Stage stage = troubled(code);

        assertThat(stage.stats("first").breakerOpen()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureCode.class,
            names = {"BAD_REQUEST", "UNREADABLE_ANSWER"})
    void requestErrorsDoNotOpenTheBreaker(FailureCode code) {
        Stage stage = troubled(code);

        assertThat(stage.stats("first").breakerOpen()).isFalse();
    }

    private static Stage troubled(FailureCode code) {
        BreakerSettings breaker = new BreakerSettings(4, 0.5, 2, Duration.ofSeconds(30), 1);
        Stage stage = Stage.ofOne(Stage.settings().withBreaker(breaker), builder -> {});
        for (int i = 0; i < 4 && !stage.stats("first").breakerOpen(); i++) {
            stage.submit("question " + i);
            stage.settle();
            stage.first.last().fail(code);
            stage.settle();
        }
        return stage;
    }
}
