/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer counts only if the model completed it. */
final class FinishReasonTest {
    @ParameterizedTest
    @EnumSource(FinishReason.class)
    void answersOnlyForCompleteFinishReasons(FinishReason reason) {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit("hello?");
        stage.settle();

        stage.first.last().text("well").complete(reason);
        stage.settle();

        Outcome expected = reason.isComplete()
                ? new Outcome.Answered("first", "model-1", reason, Usage.NONE)
                : new Outcome.Incomplete("first", "model-1", reason, true, Usage.NONE);
        assertThat(recorder.outcome()).isEqualTo(expected);
        assertThat(stage.second.calls).as("calls elsewhere").isEmpty();
    }

    @Test
    void blankAnswerIsReportedAsEmpty() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit("hello?");
        stage.settle();

        stage.first.last().text(" ", "\n").complete(FinishReason.STOP);
        stage.settle();

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Incomplete(
                        "first", "model-1", FinishReason.EMPTY, true, Usage.NONE));
        assertThat(recorder.outcome().canonicalCode()).isEqualTo("empty");
    }

    @Test
    void answerCutAtItsLengthIsASuccessOfItsProvider() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("Once").complete(FinishReason.LENGTH);
        stage.settle();

        assertThat(recorder.outcome()).isInstanceOf(Outcome.Incomplete.class);
        assertThat(stage.stats("first").successRate()).isEqualTo(1);
    }

    @Test
    void planCutOffByLengthKeepsItsCompleteSteps() {
        Stage stage = Stage.ofTwo();
        List<Update<AnswerPart>> updates = new ArrayList<>();
        stage.broker.submit(
                Request.plan("").prompt(() -> Prompt.of("what now?")).build(), updates::add);
        stage.settle();

        stage.first
                .last()
                .text("{\"action\":[{\"type\":\"gather\"},{\"type\":\"bu")
                .complete(FinishReason.LENGTH);
        stage.settle();

        AnswerPart step = new AnswerPart.Action("gather", Map.of());
        assertThat(updates)
                .filteredOn(Update.Part.class::isInstance)
                .first()
                .extracting(update -> ((Update.Part<AnswerPart>) update).value())
                .isEqualTo(step);
        assertThat(updates.get(updates.size() - 1))
                .extracting(update -> ((Update.Ended<AnswerPart>) update).outcome())
                .isInstanceOf(Outcome.Incomplete.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {" \n", "<think>Where is wood?</think>", "<think>{\"a\":1}</think>\n"})
    void planWithOnlyThinkingIsEmptyNotMalformed(String answer) {
        Stage stage = Stage.ofTwo();
        List<Update<AnswerPart>> updates = new ArrayList<>();
        stage.broker.submit(
                Request.plan("").prompt(() -> Prompt.of("what now?")).build(), updates::add);
        stage.settle();

        answer.chars().forEach(each -> stage.first.last().text(Character.toString(each)));
        stage.first.last().complete(FinishReason.STOP);
        stage.settle();

        assertThat(updates).filteredOn(Update.Part.class::isInstance).isEmpty();
        assertThat(updates.get(updates.size() - 1))
                .extracting(
                        update -> ((Update.Ended<AnswerPart>) update).outcome().canonicalCode())
                .isEqualTo("empty");
    }

    @Test
    void incompleteAnswerIsNotASuccessButDoesNotOpenTheBreaker() {
        BreakerSettings atOnce = new BreakerSettings(1, 1, 1, Duration.ofSeconds(30), 1);
        Stage stage = Stage.ofOne(Stage.settings().withBreaker(atOnce), builder -> {});
        stage.submit("hello?");
        stage.settle();
        stage.first.last().complete(FinishReason.CONTENT_FILTER);
        stage.settle();

        assertThat(stage.broker.stats().requests().count(Outcome.Kind.INCOMPLETE))
                .isEqualTo(1);
        assertThat(stage.broker.stats().requests().successRate()).isZero();
        assertThat(stage.stats("first").answered()).isZero();
        assertThat(stage.stats("first").successRate()).isZero();
        assertThat(stage.stats("first").breakerOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(FinishReason.class)
    void cachesOnlyAnswersWithFinishReasonStop(FinishReason reason) {
        Stage stage =
                Stage.ofOne(Stage.settings(), builder -> builder.cache(1_000, Duration.ofHours(1)));
        for (int i = 0; i < 2; i++) {
            stage.submit("hello?");
            stage.settle();
            stage.first.last().text("well").complete(reason);
            stage.settle();
        }

        assertThat(stage.first.calls).hasSize(reason == FinishReason.STOP ? 1 : 2);
    }

    @Test
    void outcomesRejectFinishReasonsOfTheOtherKind() {
        assertThatThrownBy(() -> new Outcome.Answered("p", "m", FinishReason.LENGTH, Usage.NONE))
                .hasMessage("answered with finish reason LENGTH (expected Incomplete)");
        assertThatThrownBy(
                        () -> new Outcome.Incomplete("p", "m", FinishReason.STOP, true, Usage.NONE))
                .hasMessage("incomplete with finish reason STOP (expected Answered)");
    }
}
