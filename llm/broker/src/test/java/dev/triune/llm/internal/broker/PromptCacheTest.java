/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Decoder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The cache of identical prompts. */
class PromptCacheTest {
    private static final Duration AGE = Duration.ofMinutes(10);
    private static final String PLAN = "{\"thinking\":\"hm\",\"speaking\":\"Hello!\","
            + "\"action\":[{\"type\":\"walk\",\"to\":3},{\"type\":\"wait\"}]}";

    private final Stage stage =
            Stage.ofOne(Stage.settings(), builder -> builder.cache(100_000, AGE));

    @Test
    void cacheIsOffByDefault() {
        Stage plain = Stage.ofOne();
        ask(plain, "same", "answer");
        plain.submit("same");
        plain.settle();

        assertThat(plain.first.calls).hasSize(2);
        assertThat(plain.broker.stats().requests().cacheHits()).isZero();
    }

    @Test
    void unreadableAnswerIsNotCached() {
        for (int i = 0; i < 2; i++) {
            stage.broker.submit(plan(Decoder.parts()), update -> {});
            stage.settle();
            stage.first.last().text("{\"action\":[{]").complete();
            stage.settle();
        }

        assertThat(stage.first.calls).hasSize(2);
    }

    @Test
    void answersRepeatedPromptWithoutACall() {
        ask(stage, "same", "one ", "two");
        Recorder second = stage.submit("same");
        stage.settle();

        assertThat(second.heard)
                .containsExactly("started cache/model-1", "part one two", "ended ANSWERED");
        assertThat(second.outcome())
                .isEqualTo(new Outcome.Answered("cache", "model-1", Usage.NONE));
        assertThat(stage.first.calls).hasSize(1);
        assertThat(stage.permitsTaken()).isZero();
        assertThat(stage.broker.stats().requests().cacheHits()).isEqualTo(1);
        assertThat(stage.stats("first").calls()).isEqualTo(1);
    }

    @Test
    void tenantsDoNotShareAnswers() {
        ask(stage, "same", "answer");
        stage.broker.submit(
                Request.text("").tenant("another").prompt("same").build(), update -> {});
        stage.settle();

        assertThat(stage.first.calls).as("calls, as the answer is another's").hasSize(2);
    }

    @Test
    void telemetryOfCachedAnswerReportsNoUsage() {
        ask(stage, "same", "answer");
        Recorder second = stage.submit("same");
        stage.settle();

        assertThat(second.telemetry().usage()).isEqualTo(Usage.NONE);
        assertThat(second.telemetry().latency()).isZero();
        assertThat(second.telemetry().maxTokens()).as("no call was made").isZero();
        assertThat(second.telemetry().code()).isEmpty();
    }

    @Test
    void cachedPlanIsDeliveredInTheSameParts() {
        List<AnswerPart> first = new ArrayList<>();
        stage.broker.submit(plan(Decoder.parts()), keep(first));
        stage.settle();
        for (int i = 0; i < PLAN.length(); i++) {
            stage.first.last().text(PLAN.substring(i, i + 1));
        }
        stage.first.last().complete();
        stage.settle();
        List<AnswerPart> second = new ArrayList<>();
        stage.broker.submit(plan(Decoder.parts()), keep(second));
        stage.settle();

        assertThat(stage.first.calls).hasSize(1);
        assertThat(first).hasSize(4);
        assertThat(second).isEqualTo(first);
    }

    @Test
    void differentPromptModelOrSettingsMissTheCache() {
        ask(stage, "same", "answer");
        stage.submit("same ");
        stage.submit(Stage.asking("first/model-x", "same"));
        stage.submit(Stage.asking("same").maxTokens(7));
        stage.submit(Stage.asking("same").temperature(0));
        stage.broker.submit(
                Request.plan("model-1").prompt(() -> Prompt.of("same")).build(), update -> {});
        answerAll(6);

        assertThat(stage.first.calls).hasSize(6);
        assertThat(stage.broker.stats().requests().cacheHits()).isZero();
    }

    @Test
    void cacheIsSharedAcrossAgentsAndLayers() {
        ask(stage, "same", "answer");
        Recorder other = stage.submit(Stage.asking("same").agent("cook").layer("talk"));
        stage.settle();

        assertThat(other.heard).startsWith("started cache/model-1");
    }

    @Test
    void cachedAnswerExpiresAtItsMaximumAge() {
        ask(stage, "same", "answer");
        stage.advance(AGE.minusNanos(1));
        assertThat(stage.submit("same")).satisfies(recorder -> {
            stage.settle();
            assertThat(recorder.over()).isTrue();
        });
        stage.advance(Duration.ofNanos(1));
        stage.submit("same");
        stage.settle();

        assertThat(stage.first.calls).hasSize(2);
    }

    @Test
    void cacheSizeIsBoundedInCharacters() {
        PromptCache cache = new PromptCache(100, AGE, new VirtualTime());
        List<ModelCall> calls = new ArrayList<>();
        for (int i = 100; i < 200; i++) {
            ModelCall call = new ModelCall("m", Prompt.of("ask " + i), AnswerFormat.TEXT, 1, 0);
            calls.add(call);
            cache.store("", call, "answer " + i + "--");
        }
        int kept = 0;
        for (ModelCall call : calls) {
            String answer = cache.find("", call);
            kept += answer == null ? 0 : call.prompt().length() + answer.length();
        }

        assertThat(kept).isBetween(1, 100);
    }

    @Test
    void schemaCountsTowardsTheCacheSize() {
        Map<String, Object> root = Map.of("description", "x".repeat(100));
        ModelCall plain = new ModelCall("m", Prompt.of("ask"), AnswerFormat.PLAN, 1, 0);
        ModelCall described = new ModelCall(
                "m", Prompt.of("ask"), AnswerFormat.PLAN, 1, 0, new AnswerSchema("plan", root));
        for (int characters : new int[] {100, 200}) {
            PromptCache cache = new PromptCache(characters, AGE, new VirtualTime());
            cache.store("", plain, "answer");
            cache.store("", described, "answer");
            assertThat(cache.find("", plain)).isEqualTo("answer");
            assertThat(cache.find("", described)).isEqualTo(characters == 100 ? null : "answer");
        }
    }

    @Test
    void answerLargerThanTheCacheIsNotCached() {
        Stage small = Stage.ofOne(Stage.settings(), builder -> builder.cache(20, AGE));
        ask(small, "same", "an answer of more than twenty characters");
        small.submit("same");
        small.settle();

        assertThat(small.first.calls).hasSize(2);
    }

    @Test
    void partialAnswerIsNotCached() {
        stage.submit("same");
        stage.settle();
        stage.first.last().text("half").fail(FailureCode.CUT_OFF);
        stage.settle();
        stage.submit("same");
        stage.settle();

        assertThat(stage.first.calls).hasSize(2);
    }

    @Test
    void decoderExceptionOnCachedAnswerFailsOnlyItsRequest() {
        ask(stage, "same", "answer");
        List<Outcome> outcomes = new ArrayList<>();
        Request<String> bad = Request.<String>plan("model-1", (part, out) -> {
                    throw new IllegalStateException("scripted");
                })
                .prompt(() -> Prompt.of("plan"))
                .build();
        stage.broker.submit(plan(Decoder.parts()), update -> {});
        stage.settle();
        stage.first.last().text(PLAN).complete();
        stage.settle();
        stage.broker.submit(bad, update -> {
            if (update instanceof Update.Ended<String> ended) {
                outcomes.add(ended.outcome());
            }
        });
        Recorder next = stage.submit("same");
        stage.settle();

        assertThat(outcomes)
                .containsExactly(new Outcome.Failed(
                        FailureCode.UNREADABLE_ANSWER,
                        "the decoder failed with java.lang.IllegalStateException",
                        false));
        assertThat(next.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(stage.first.calls).hasSize(2);
    }

    @Test
    void requestCancelledInItsUpdateGetsNoMoreCachedParts() {
        stage.broker.submit(plan(Decoder.parts()), update -> {});
        stage.settle();
        stage.first.last().text(PLAN).complete();
        stage.settle();
        List<Update<AnswerPart>> updates = new ArrayList<>();
        stage.broker.submit(plan(Decoder.parts()), update -> {
            updates.add(update);
            if (update instanceof Update.Part) {
                stage.broker.cancel(update.ticket());
            }
        });
        stage.settle();

        assertThat(updates).hasSize(3);
        assertThat(updates.get(2))
                .isInstanceOfSatisfying(
                        Update.Ended.class,
                        ended ->
                                assertThat(ended.outcome()).isEqualTo(new Outcome.Cancelled(true)));
    }

    @Test
    void rejectsCacheWithoutSizeOrAge() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BrokerBuilder().cache(0, AGE))
                .withMessageContaining("cache of 0 characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BrokerBuilder().cache(1, Duration.ZERO))
                .withMessageContaining("cache age");
    }

    // ---- fixtures

    private static void ask(Stage stage, String question, String... answer) {
        stage.submit(question);
        stage.settle();
        stage.first.last().text(answer).complete();
        stage.settle();
    }

    private void answerAll(int most) {
        stage.settle();
        for (int i = 1; i < most; i++) {
            stage.first.last().complete();
            stage.settle();
        }
    }

    private static Request<AnswerPart> plan(Decoder<AnswerPart> decoder) {
        return Request.plan("model-1", decoder).prompt(() -> Prompt.of("plan")).build();
    }

    private static Consumer<Update<AnswerPart>> keep(List<AnswerPart> parts) {
        return update -> {
            if (update instanceof Update.Part<AnswerPart> part) {
                parts.add(part.value());
            }
        };
    }
}
