/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Ticket;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How requests continue after refusals, deferrals and the end of other requests. */
class ContinuationTest {
    // ---- refusals

    @Test
    void retryRoundCallsEveryProviderAgain() {
        Stage stage = Stage.ofTwo(Stage.settings(), builder -> builder.retryRounds(1));
        List<String> asked = new ArrayList<>();
        stage.first.onStart = call -> {
            asked.add("first");
            call.rateLimited(5);
        };
        stage.second.onStart = call -> {
            asked.add("second");
            call.rateLimited(5);
        };
        Recorder recorder = stage.submit("hello?");
        for (int i = 0; i < 60; i++) {
            stage.advanceSeconds(1);
        }

        assertThat(asked).containsExactlyInAnyOrder("first", "first", "second", "second");
        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.REJECTED);
    }

    /** The fallback's limit is used up while the refusing provider recovers again and again. */
    @Test
    void callsOfARequestAreBoundedByKeysAndRounds() {
        FakeProvider refusing = new FakeProvider();
        FakeProvider used = new FakeProvider();
        Stage stage = Stage.of(builder -> builder.retryRounds(0)
                .provider(ProviderSettings.of("refusing", "a").withFallback("used"), refusing)
                .provider(
                        ProviderSettings.of("used", "b")
                                .withPermits(5)
                                .withLimits(Limits.perMinute(1)),
                        used));
        stage.submit(Stage.asking("b", "uses up the minute"));
        stage.settle();
        refusing.onStart = call -> call.rateLimited(1);
        Recorder recorder = stage.submit(Stage.asking("a", "hello?"));
        for (int i = 0; i < 30; i++) {
            stage.advanceSeconds(1);
        }

        assertThat(refusing.calls).hasSize(2);
        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.REJECTED);
    }

    @Test
    void waitsForProviderThatRecoversFirstAfterRateLimit() {
        Stage stage = Stage.ofTwo(Stage.settings(), builder -> {});
        Ticket other = stage.broker.submit(
                Stage.asking("model-2", "cools the second").build(), new Recorder());
        stage.settle();
        stage.second.last().rateLimited(100);
        stage.settle();
        stage.broker.cancel(other);
        stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(5);
        stage.settle();

        assertThat(stage.stats("first").retries()).isEqualTo(1);
        assertThat(stage.stats("first").waiting()).isEqualTo(1);
        stage.advanceSeconds(8);
        assertThat(Stage.questions(stage.first)).endsWith("hello?", "hello?");
        assertThat(stage.second.calls).hasSize(1);
    }

    @Test
    void requestCancelledByRateLimitListenerIsNotRetried() {
        List<Stage> stages = new ArrayList<>();
        Stage stage = Stage.ofTwo(new BrokerListener() {
            @Override
            public void rateLimited(String provider, Duration cooling) {
                stages.get(0).broker.cancel(new Ticket(1));
            }
        });
        stages.add(stage);
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(5);
        stage.settle();

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(false));
        assertThat(stage.broker.stats().queue().waiting()).isZero();
        assertThat(stage.second.calls).isEmpty();
    }

    // ---- deferrals

    @Test
    void doesNotRenderPromptOfADeferredAgent() {
        Stage stage = Stage.ofOne();
        FakeProvider.Call holder = stage.holdThePermit();
        int[] renders = {0};
        Recorder recorder = stage.submit(Stage.asking("x").agent("guard").promptSource(() -> {
            renders[0]++;
            return Optional.of(Prompt.of("hello?"));
        }));
        stage.broker.defer("guard", Duration.ofSeconds(5));
        holder.complete();
        stage.settle();
        assertThat(renders[0]).isZero();

        stage.advanceSeconds(5);
        assertThat(renders[0]).isEqualTo(1);
        assertThat(recorder.heard).containsExactly("started first/model-1");
    }

    @Test
    void countsRequestOnceThatStillWaitsAfterItsDeferral() {
        Stage stage = Stage.ofOne();
        FakeProvider.Call holder = stage.holdThePermit();
        stage.submit(Stage.asking("hello?").agent("guard"));
        stage.broker.defer("guard", Duration.ofSeconds(5));
        stage.advanceSeconds(5);
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(1);

        holder.complete();
        stage.settle();
        assertThat(stage.broker.stats().queue().waiting()).isZero();
    }

    @Test
    void defersUpToTenThousandAgentsAndEachOfThemRepeatedly() {
        Stage stage = Stage.ofOne();
        for (int i = 0; i < 10_000; i++) {
            stage.broker.defer("agent-" + i, Duration.ofSeconds(5));
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> stage.broker.defer("one too many", Duration.ofSeconds(5)))
                .withMessageContaining("no room to defer one too many");
        assertThatNoException()
                .isThrownBy(() -> stage.broker.defer("agent-7", Duration.ofSeconds(9)));
    }

    // ---- sessions under a quota

    @Test
    void cancellingAWaitingRequestDoesNotFreeTheSession() {
        Stage stage = quota();
        stage.submit(Stage.asking("in flight").tenant("s1"));
        Ticket waits =
                stage.broker.submit(Stage.asking("waits").tenant("s1").build(), new Recorder());
        stage.submit(Stage.asking("waits too").tenant("s1"));
        stage.settle();

        stage.broker.cancel(waits);
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("in flight");
    }

    @Test
    void promptOmitsRemainingQuotaByDefault() {
        Stage stage = quota();
        stage.submit(Stage.asking("hello?").tenant("s1"));
        stage.settle();

        assertThat(stage.first.last().asked.prompt()).isEqualTo(Prompt.of("hello?"));
    }

    @Test
    void cancelsSessionTimerOfAnEndedRequest() {
        Stage stage = quota();
        stage.submit(Stage.asking("hello?").tenant("s1"));
        stage.settle();
        stage.first.last().complete();
        stage.settle();
        stage.time.advance(Duration.ofSeconds(31));

        assertThat(stage.broker.doWork()).isZero();
    }

    // ---- ends

    @Test
    void cancelFromAnEndCallbackIsReportedByTheNextDoWork() {
        Stage stage = Stage.ofOne();
        stage.holdThePermit();
        Recorder one = new Recorder();
        Recorder two = new Recorder();
        Ticket first = stage.submit("one", one);
        Ticket second = stage.submit("two", two);
        one.then = update -> stage.broker.cancel(second);
        stage.broker.cancel(first);

        stage.broker.doWork();
        assertThat(one.heard).containsExactly("ended CANCELLED");
        assertThat(two.heard).isEmpty();
        stage.broker.doWork();
        assertThat(two.heard).containsExactly("ended CANCELLED");
    }

    // ---- the cache

    @Test
    void cachesAnswersOfAtMostHundredThousandCharacters() {
        assertThat(callsForTheSameQuestion("x".repeat(100_000))).isEqualTo(1);
        assertThat(callsForTheSameQuestion("x".repeat(100_001))).isEqualTo(2);
    }

    @Test
    void cacheLimitCountsAllPartsOfAnAnswer() {
        assertThat(callsForTheSameQuestion("x".repeat(100_000), "y")).isEqualTo(2);
        assertThat(callsForTheSameQuestion("x".repeat(99_999), "y")).isEqualTo(1);
    }

    private static int callsForTheSameQuestion(String... answer) {
        Stage stage = Stage.ofOne(
                Stage.settings(), builder -> builder.cache(1_000_000, Duration.ofMinutes(10)));
        stage.submit("same");
        stage.settle();
        stage.first.last().text(answer).complete();
        stage.settle();
        stage.submit("same");
        stage.settle();
        return stage.first.calls.size();
    }

    private static Stage quota() {
        Stage stage = Stage.ofOne(Stage.settings().withPermits(5), builder -> {});
        stage.broker.enableQuota(new QuotaSnapshot(
                "s1", BigDecimal.TEN, TokenPrices.of("1.0", "0.25", "4.0"), "day"));
        return stage;
    }
}
