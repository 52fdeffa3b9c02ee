/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Budgets, breaker and adaptive permits as the engine applies them. */
class LimitsInBrokerTest {
    @Test
    void neverExceedsRequestsPerMinuteInAnyWindow() {
        Stage stage = one(Stage.settings().withPermits(50).withLimits(Limits.perMinute(30)));
        List<Long> sent = new ArrayList<>();
        stage.first.onStart = call -> {
            sent.add(stage.time.nanos());
            call.text("yes").complete();
        };
        for (int i = 0; i < 100; i++) {
            stage.submit("question " + i);
        }
        for (int second = 0; second < 240; second++) {
            stage.advanceSeconds(1);
        }

        assertThat(sent).hasSize(100);
        for (int i = 30; i < sent.size(); i++) {
            assertThat(sent.get(i) - sent.get(i - 30))
                    .isGreaterThan(Duration.ofSeconds(60).toNanos());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 6})
    void backsOffWhenAProviderAdvisesHardlyAnyWait(long millis) {
        Stage stage = one(Stage.settings().withPermits(2));
        List<Long> sent = new ArrayList<>();
        stage.first.onStart = call -> {
            sent.add(stage.time.nanos());
            call.sink.fail(new CallFailure.RateLimited(Duration.ofMillis(millis), "busy"));
        };
        for (int i = 0; i < 10; i++) {
            stage.submit("question " + i);
        }
        for (int step = 0; step < 1_200; step++) {
            stage.advance(Duration.ofMillis(50));
        }

        assertThat(sent).as("calls in a minute").hasSizeBetween(8, 14);
        assertThat(sent.stream().filter(at -> at < Duration.ofSeconds(1).toNanos()))
                .as("calls in the first second")
                .hasSize(2);
    }

    @Test
    void requestsDoNotQueueForAKeyAtItsDailyLimit() {
        Stage stage =
                Stage.ofTwo(Stage.settings().withLimits(Limits.NONE.withPerDay(1)), builder -> {});
        stage.submit("the only one of the day");
        stage.settle();
        stage.first.last().complete();
        Recorder next = stage.submit("next");
        stage.settle();
        stage.second.last().complete();
        stage.settle();
        assertThat(next.outcome()).isInstanceOf(Outcome.Answered.class);

        Stage alone = one(Stage.settings().withLimits(Limits.NONE.withPerDay(1)));
        alone.submit("the only one of the day");
        alone.settle();
        alone.first.last().complete();
        Recorder refused = alone.submit("too many");
        alone.settle();
        assertThat(refused.outcome()).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Outcome.RejectReason.PROVIDERS_EXHAUSTED);
            assertThat(rejected.retryAfter()).isGreaterThan(Duration.ofHours(23));
        });
    }

    @Test
    void burstIsFollowedByAnEvenRate() {
        Stage stage = one(Stage.settings()
                .withPermits(50)
                .withLimits(Limits.perMinute(30).withBurst(5))
                .withReserve(0));
        for (int i = 0; i < 20; i++) {
            stage.submit("question " + i);
        }
        stage.settle();
        assertThat(stage.first.calls).hasSize(5);

        stage.advanceSeconds(11);

        assertThat(stage.first.calls).hasSize(10);
    }

    @Test
    void requestsOverTheLimitGoToAFreeFallback() {
        Stage stage = Stage.ofTwo(
                Stage.settings().withPermits(9).withLimits(Limits.perMinute(2)), builder -> {});
        for (int i = 0; i < 3; i++) {
            stage.submit("question " + i);
        }
        stage.settle();

        assertThat(stage.first.calls).hasSize(2);
        assertThat(stage.second.calls).hasSize(1);
        assertThat(stage.broker.stats().calls().rateLimited()).isZero();
        assertThat(stage.broker.stats().requests().fallbacks()).isEqualTo(1);
    }

    @Test
    void reservesTokensBeforeACallAndSettlesThemAfterwards() {
        Stage stage = one(Stage.settings()
                .withPermits(9)
                .withLimits(Limits.NONE.withTokensPerMinute(10_000).withCountsMaxTokens(false)));
        submit(stage, 6_000);
        submit(stage, 6_000);
        stage.settle();
        assertThat(stage.first.calls).as("6,000 and 6,000 do not fit").hasSize(1);

        stage.first.last().complete(new Usage(100, 0, 0, 400));
        stage.settle();

        assertThat(stage.first.calls).as("it took only 500").hasSize(2);
    }

    @Test
    void inputAndOutputTokensAreLimitedSeparately() {
        Limits limits =
                Limits.NONE.withInputTokensPerMinute(5_000).withOutputTokensPerMinute(1_000);
        Stage stage = one(Stage.settings().withPermits(9).withLimits(limits));
        submit(stage, 600);
        submit(stage, 600);
        stage.settle();
        assertThat(stage.first.calls).as("600 and 600 tokens of answers").hasSize(1);

        stage.first.last().complete(new Usage(2_000, 0, 0, 100));
        stage.advanceSeconds(30);
        assertThat(stage.first.calls)
                .as("its 600 tokens count, though it wrote 100")
                .hasSize(1);
        stage.advanceSeconds(32);
        assertThat(stage.first.calls).hasSize(2);
    }

    @Test
    void cachedReadsCountOnlyIfTheProviderCountsThem() {
        Limits limits = Limits.NONE.withInputTokensPerMinute(5_000).withCountsMaxTokens(false);
        for (boolean counts : new boolean[] {true, false}) {
            Stage stage = one(Stage.settings()
                    .withPermits(1)
                    .withLimits(limits.withCountsCachedReads(counts)));
            submit(stage, 100);
            submit(stage, 100);
            stage.settle();

            // from then on the estimate of a prompt is at most twice that
            stage.first.last().complete(new Usage(100, 2_200, 0, 10));
            stage.settle();

            assertThat(stage.first.calls).as("counts: %s", counts).hasSize(counts ? 1 : 2);
        }
    }

    @Test
    void rejectsRequestsWhenDailyTokensAreUsedUp() {
        Limits limits = Limits.NONE.withTokensPerDay(10_000).withCountsMaxTokens(false);
        Stage stage = one(Stage.settings().withLimits(limits));
        submit(stage, 100);
        stage.settle();
        stage.first.last().complete(new Usage(4_900, 0, 0, 5_050));
        stage.settle();

        Recorder late = submit(stage, 100);
        stage.settle();

        assertThat(late.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        end -> assertThat(end.retryAfter())
                                .isBetween(Duration.ofHours(23), Duration.ofHours(25)));
    }

    @Test
    void shortAnswerFreesNoTokensIfMaxTokensAreCounted() {
        Stage stage = one(Stage.settings()
                .withPermits(9)
                .withLimits(Limits.NONE.withTokensPerMinute(10_000)));
        submit(stage, 6_000);
        submit(stage, 6_000);
        stage.settle();
        stage.first.last().complete(new Usage(100, 0, 0, 400));
        stage.settle();
        assertThat(stage.first.calls).hasSize(1);

        stage.advanceSeconds(62);

        assertThat(stage.first.calls).hasSize(2);
    }

    @Test
    void rejectsRequestExceedingTheTokenLimitAsTooLarge() {
        Stage stage = one(Stage.settings().withLimits(Limits.NONE.withTokensPerMinute(500)));
        Recorder recorder = submit(stage, 600);
        stage.settle();

        assertThat(recorder.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.reason())
                                .isEqualTo(Outcome.RejectReason.TOO_LARGE));
        assertThat(stage.first.calls).isEmpty();
    }

    @Test
    void requeuesPromptLargerThanEstimatedAndSendsItLater() {
        Stage stage = one(Stage.settings()
                .withPermits(9)
                .withLimits(Limits.NONE.withTokensPerMinute(10_000)));
        submit(stage, 6_000);
        stage.settle();
        Recorder large = stage.submit(() -> Optional.of(Prompt.of("x".repeat(15_000))));
        stage.settle();
        assertThat(stage.first.calls).hasSize(1);
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(1);

        stage.advanceSeconds(62);

        assertThat(stage.first.calls).hasSize(2);
        assertThat(large.over()).isFalse();
    }

    @Test
    void serverErrorsOpenTheBreakerAndTrialsCloseIt() {
        BreakerSettings breaker = new BreakerSettings(4, 0.5, 2, Duration.ofSeconds(30), 1);
        Stage stage = Stage.ofOne(
                Stage.settings().withPermits(9).withBreaker(breaker),
                builder -> builder.retryRounds(0));
        for (int i = 0; i < 2; i++) {
            stage.submit("question " + i);
            stage.settle();
            stage.first.last().fail(FailureCode.PROVIDER_ERROR);
            stage.settle();
        }
        Recorder waiting = stage.submit("kept away");
        stage.settle();
        assertThat(stage.first.calls).hasSize(2);
        assertThat(stage.broker.stats().providers().get(0).breakerOpen()).isTrue();
        assertThat(stage.broker.stats().providers().get(0).cooldown())
                .isBetween(Duration.ofSeconds(29), Duration.ofSeconds(30));

        stage.advanceSeconds(31);
        Recorder second = stage.submit("after the trial");
        stage.settle();
        assertThat(stage.first.calls).as("one trial at a time").hasSize(3);
        stage.first.last().text("ok").complete();
        stage.settle();

        assertThat(waiting.outcome()).isInstanceOf(Outcome.Answered.class);
        stage.first.last().text("ok").complete();
        stage.settle();
        assertThat(second.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(stage.broker.stats().providers().get(0).breakerOpen()).isFalse();
    }

    @Test
    void rateLimitsDoNotOpenTheBreaker() {
        BreakerSettings breaker = new BreakerSettings(4, 0.5, 2, Duration.ofSeconds(30), 1);
        Stage stage = one(Stage.settings().withPermits(9).withBreaker(breaker));
        for (int i = 0; i < 5; i++) {
            stage.submit("question " + i);
        }
        stage.settle();
        List.copyOf(stage.first.calls).forEach(call -> call.rateLimited(1));
        stage.settle();

        assertThat(stage.broker.stats().providers().get(0).breakerOpen()).isFalse();
    }

    @Test
    void rateLimitsHalveAdaptivePermitsAndAnswersRaiseThem() {
        Stage stage = one(Stage.settings().withPermits(8).withAdaptivePermits(2));
        for (int i = 0; i < 8; i++) {
            stage.submit("question " + i);
        }
        stage.settle();
        List.copyOf(stage.first.calls).subList(0, 3).forEach(call -> call.rateLimited(1));
        stage.settle();
        assertThat(permits(stage)).as("simultaneous rate limits count once").isEqualTo(4);

        List.copyOf(stage.first.calls)
                .subList(3, 8)
                .forEach(call -> call.text("yes").complete());
        stage.settle();

        assertThat(permits(stage)).isEqualTo(6);
    }

    private static int permits(Stage stage) {
        return stage.broker.stats().providers().get(0).permits();
    }

    private static Stage one(ProviderSettings settings) {
        return Stage.ofOne(settings, builder -> builder.maxCallsPerCycle(100));
    }

    private static Recorder submit(Stage stage, int maxTokens) {
        Recorder recorder = new Recorder();
        stage.broker.submit(
                Request.text("model-1")
                        .maxTokens(maxTokens)
                        .prompt(() -> Prompt.of("?"))
                        .build(),
                recorder);
        return recorder;
    }
}
