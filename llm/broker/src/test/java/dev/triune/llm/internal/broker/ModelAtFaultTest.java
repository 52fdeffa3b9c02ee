/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failures of one model leave the other models of its key and its provider in service. */
class ModelAtFaultTest {
    private final List<String> disabledModels = new ArrayList<>();
    private final FakeProvider groq = new FakeProvider();
    private final FakeProvider second = new FakeProvider();
    private final FakeProvider spare = new FakeProvider();

    private final BrokerListener listener = new BrokerListener() {
        @Override
        public void keyDisabled(String key, FailureCode why, Duration time) {
            disabledModels.add(key + " " + why + " for " + time);
        }
    };

    private static final ProviderSettings SETTINGS =
            ProviderSettings.of("groq", "small").withModels("big").withFallback("spare");

    private final Stage stage = Stage.of(
            builder -> builder.provider(SETTINGS, groq)
                    .provider(ProviderSettings.of("spare", "other"), spare),
            listener);

    @Test
    void requestForUnavailableModelFallsBack() {
        Recorder recorder = ask("big");
        groq.last().fail(FailureCode.MODEL_UNAVAILABLE);
        stage.settle();
        spare.last().complete();
        stage.settle();

        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(disabledModels).containsExactly("groq/big MODEL_UNAVAILABLE for PT1M");
    }

    @Test
    void disablesOnlyTheUnavailableModel() {
        ask("big");
        groq.last().fail(FailureCode.MODEL_UNAVAILABLE);
        stage.settle();
        spare.last().complete();

        ask("small");
        assertThat(groq.last().asked.model()).isEqualTo("small");
        groq.last().complete();
        ask("big");
        assertThat(groq.calls).hasSize(2);
        assertThat(spare.calls).hasSize(2);
        spare.last().complete();
        assertThat(stage.stats("groq").keys().get(0).inService()).isTrue();

        stage.advance(Duration.ofMinutes(1));
        ask("big");
        assertThat(groq.calls).hasSize(3);
    }

    @Test
    void withoutFallbackTheOutcomeNamesTheUnavailableModel() {
        Stage alone = Stage.of(
                builder -> builder.provider(
                        ProviderSettings.of("groq", "small").withModels("big"), groq),
                listener);
        Recorder first = alone.submit(Stage.asking("big", "one"));
        alone.settle();
        groq.last().fail(FailureCode.MODEL_UNAVAILABLE);
        alone.settle();
        Recorder next = alone.submit(Stage.asking("big", "two"));
        alone.settle();

        assertThat(first.outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCode.MODEL_UNAVAILABLE, "scripted model_unavailable", false));
        assertThat(next.outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCode.MODEL_UNAVAILABLE, "groq has no model big for us", false));
    }

    @Test
    void triesUnavailableModelWithAnotherKey() {
        Stage twoKeys = Stage.of(builder -> builder.provider(SETTINGS, groq, second), listener);
        Recorder recorder = twoKeys.submit(Stage.asking("big", "hello?"));
        twoKeys.settle();
        groq.last().fail(FailureCode.MODEL_UNAVAILABLE);
        twoKeys.settle();
        second.last().complete();
        twoKeys.settle();

        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(disabledModels).containsExactly("groq#1/big MODEL_UNAVAILABLE for PT1M");
    }

    @Test
    void errorsOfAModelOpenTheBreakerOfThatModelOnly() {
        for (int i = 0; i < 10; i++) {
            ask("big");
            failAndFallBack(FailureCode.PROVIDER_ERROR);
        }
        int calls = groq.calls.size();
        assertThat(calls).isLessThan(10);
        assertThat(stage.stats("groq").breakerOpen()).isTrue();

        ask("small");
        assertThat(groq.calls).hasSize(calls + 1);
        assertThat(stage.stats("groq").breakerOpen())
                .as("another model is served")
                .isFalse();
    }

    @Test
    void unreachableProviderOpensTheBreakerForAllModels() {
        for (int i = 0; i < 10; i++) {
            ask(i % 2 == 0 ? "big" : "small");
            failAndFallBack(FailureCode.UNREACHABLE);
        }
        int calls = groq.calls.size();
        assertThat(calls).isLessThan(10);
        assertThat(stage.stats("groq").breakerOpen()).isTrue();

        ask("small");
        ask("big");
        assertThat(groq.calls).hasSize(calls);
    }

    private void failAndFallBack(FailureCode code) {
        if (!groq.calls.isEmpty() && stage.stats("groq").inFlight() > 0) {
            groq.last().fail(code);
        }
        stage.settle();
        spare.last().complete();
        stage.settle();
    }

    private Recorder ask(String model) {
        Recorder recorder = stage.submit(Stage.asking(model, "hello?"));
        stage.settle();
        return recorder;
    }
}
