/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which answers may be asked for in one piece, with 40 s until the first byte. */
class AnswerPaceTest {
    private final AnswerPace pace = new AnswerPace(Duration.ofSeconds(40));

    private static ModelCall call(String model, int maxTokens) {
        return new ModelCall(model, Prompt.of("q"), AnswerFormat.TEXT, maxTokens, 0.5);
    }

    private void answered(int millis, int tokens) {
        pace.answered("m", Duration.ofMillis(millis).toNanos(), tokens);
    }

    @Test
    void unknownModelAnswersInStreams() {
        assertThat(pace.isQuick(call("m", 1))).isFalse();
        answered(10, 0);
        assertThat(pace.isQuick(call("m", 1))).as("without tokens").isFalse();
        answered(10, 10);
        assertThat(pace.isQuick(call("m", 1))).isTrue();
        assertThat(pace.isQuick(call("other", 1))).isFalse();
    }

    @Test
    void longestAnswerMayTakeAQuarterOfTheTimeOfTheFirstByte() {
        answered(1_000, 100); // 10 ms a token

        assertThat(pace.isQuick(call("m", 1_000))).isTrue();
        assertThat(pace.isQuick(call("m", 1_001))).isFalse();
    }

    @Test
    void modelIsNeverTakenForFasterThanItsSlowestKindOfAnswer() {
        for (int i = 0; i < 100; i++) {
            answered(1_000, 100);
        }
        answered(1_000, 1); // waited long for its only token

        assertThat(pace.isQuick(call("m", 850))).isTrue();
        assertThat(pace.isQuick(call("m", 1_000))).isFalse();
    }

    @Test
    void modelThatBecameSlowAnswersInStreamsFromTheSecondAnswerOn() {
        answered(1_000, 100);
        answered(30_000, 100);

        assertThat(pace.isQuick(call("m", 1_000))).isFalse();
        for (int i = 0; i < 60; i++) {
            answered(1_000, 100);
        }
        assertThat(pace.isQuick(call("m", 990))).as("it recovered").isTrue();
    }

    @Test
    void modelThatTimedOutAnswersInStreamsUntilItHasAnswered() {
        answered(1_000, 100);
        pace.late("m");

        assertThat(pace.isQuick(call("m", 10))).isFalse();
        answered(1_000, 100);
        assertThat(pace.isQuick(call("m", 10))).isTrue();
    }

    @Test
    void modelThatRefusesOnePieceAnswersInStreams() {
        answered(1_000, 100);
        pace.streamedOnly("m");
        answered(1_000, 100);

        assertThat(pace.isQuick(call("m", 10))).isFalse();
    }

    @Test
    void remembersAsManyModelsAsItMay() {
        for (int i = 0; i <= AnswerPace.MAX_MODELS; i++) {
            pace.answered("m" + i, 1, 1);
        }

        assertThat(pace.isQuick(call("m" + (AnswerPace.MAX_MODELS - 1), 1))).isTrue();
        assertThat(pace.isQuick(call("m" + AnswerPace.MAX_MODELS, 1))).isFalse();
    }
}
