/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rate limits: which provider a request moves to and how long it waits. */
class BrokerFallbackTest {
    private final Stage stage = Stage.ofTwo();

    @Test
    void rateLimitedRequestMovesToNextProviderAtOnce() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.settle();
        stage.second.last().text("hi").complete();
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1",
                        "started second/model-2",
                        "part hi",
                        "ended ANSWERED");
        assertThat(recorder.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Answered.class,
                        answered -> assertThat(answered.provider()).isEqualTo("second"));
        BrokerStats stats = stage.broker.stats();
        assertThat(stats.requests().fallbacks()).isEqualTo(1);
        assertThat(stats.calls().rateLimited()).isEqualTo(1);
        assertThat(stats.requests().retries()).isZero();
    }

    @Test
    void waitingRequestsSkipACoolingProvider() {
        coolFirstProvider(30);

        stage.submit("b");
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("a");
        assertThat(Stage.questions(stage.second)).containsExactly("a", "b");
    }

    @Test
    void requestWaitsForCoolingProviderWhileFallbackIsBusy() {
        coolFirstProvider(30);
        stage.submit("b");
        stage.submit("c");
        stage.settle();
        assertThat(Stage.questions(stage.second)).containsExactly("a", "b");

        stage.advanceSeconds(34);

        assertThat(Stage.questions(stage.first)).containsExactly("a", "c");
    }

    @Test
    void sendsNothingBeforeTheAdvisedTime() {
        Stage one = Stage.ofOne();
        one.submit("a");
        one.submit("b");
        one.settle();
        one.first.last().rateLimited(30);
        one.settle();

        one.advance(Duration.ofSeconds(30).minusNanos(1));
        assertThat(one.first.calls).hasSize(1);

        one.advanceSeconds(3); // a tenth of jitter at the most
        one.advance(Duration.ofNanos(1));
        assertThat(one.first.calls).hasSize(2);
    }

    @Test
    void waitsForProviderThatRecoversFirstWhenAllCool() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().rateLimited(60);
        stage.settle();
        stage.second.last().rateLimited(20);
        stage.settle();

        stage.advance(Duration.ofMillis(19_999));
        assertThat(recorder.heard).hasSize(2);
        stage.advanceSeconds(3);

        assertThat(recorder.heard).endsWith("started second/model-2").hasSize(3);
        assertThat(stage.broker.stats().requests().retries()).isEqualTo(1);
    }

    @Test
    void waitsAtLeastOneSecondWithoutAdvice() {
        Stage one = Stage.ofOne();
        one.submit("hello?");
        one.settle();
        one.first.last().rateLimited();
        one.settle();

        one.advance(Duration.ofMillis(999));
        assertThat(one.first.calls).hasSize(1);
        one.advance(Duration.ofMillis(101));
        assertThat(one.first.calls).hasSize(2);
    }

    @Test
    void rejectsWithRetryAfterWhenAllRoundsAreUsed() {
        Stage one = Stage.ofOne();
        Recorder recorder = one.submit("hello?");
        one.settle();
        for (int round = 0; round < 3; round++) {
            one.first.last().rateLimited(10);
            one.advanceSeconds(11);
        }
        assertThat(one.first.calls).hasSize(4);
        assertThat(recorder.over()).isFalse();
        one.first.last().rateLimited(10);
        one.settle();

        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(RejectReason.PROVIDERS_EXHAUSTED);
            assertThat(rejected.retryAfter())
                    .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
        });
        one.advanceSeconds(3600);
        assertThat(one.first.calls).hasSize(4);
        assertThat(one.broker.stats().requests().retries()).isEqualTo(3);
        assertThat(one.permitsTaken()).isZero();
    }

    @Test
    void rejectsAtOnceWithoutRetryRounds() {
        Stage none = Stage.ofTwo(Stage.settings(), builder -> builder.retryRounds(0));
        Recorder recorder = none.submit("hello?");
        none.settle();
        none.first.last().rateLimited(50);
        none.settle();
        none.second.last().rateLimited(20);
        none.settle();

        assertThat(recorder.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.retryAfter())
                                .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(22)));
    }

    @Test
    void singleRoundCallsEachProviderOnceAndReportsTheShortestWait() {
        List<FakeProvider> providers =
                List.of(new FakeProvider(), new FakeProvider(), new FakeProvider());
        Stage three = Stage.of(builder -> builder.provider(
                        ProviderSettings.of("a", "model-1").withFallback("b", "c"),
                        providers.get(0))
                .provider(ProviderSettings.of("b", "model-b"), providers.get(1))
                .provider(ProviderSettings.of("c", "model-c"), providers.get(2)));
        Recorder recorder = new Recorder();
        three.broker.submit(Stage.asking("hello?").singleRound(true).build(), recorder);
        for (int i = 0; i < 3; i++) {
            three.settle();
            providers.get(i).last().rateLimited(50 - 10 * i);
        }
        three.settle();

        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(RejectReason.PROVIDERS_EXHAUSTED);
            assertThat(rejected.retryAfter())
                    .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(33));
        });
        three.advanceSeconds(3600);
        assertThat(providers).allSatisfy(provider -> assertThat(provider.calls).hasSize(1));
    }

    @Test
    void singleRoundStillQueuesAndRetriesOneTransientError() {
        Stage one = Stage.ofOne();
        one.submit("a");
        one.settle();
        one.first.last().rateLimited(30);
        one.settle();
        Recorder recorder = one.submit(Stage.asking("b").singleRound(true));
        one.advanceSeconds(34);
        one.first.last().complete();
        one.settle();
        assertThat(recorder.over()).isFalse();
        one.first.last().fail(FailureCode.PROVIDER_ERROR);
        one.advanceSeconds(2);
        one.first.last().text("yes").complete();
        one.settle();

        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void hugeRetryAdviceOnlyCoolsItsProvider() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().sink.fail(rateLimit(Duration.ofSeconds(Long.MAX_VALUE)));
        stage.settle();
        stage.second.last().complete();
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
        assertThat(stage.broker.stats().providers().get(0).cooldown())
                .isGreaterThanOrEqualTo(Duration.ofDays(365));
    }

    @Test
    void requeuedRequestStaysAheadOfLaterRequests() {
        Stage one = Stage.ofOne();
        one.submit("a");
        one.submit("b");
        one.settle();
        one.first.last().rateLimited(1);
        one.advanceSeconds(2);

        assertThat(Stage.questions(one.first)).containsExactly("a", "a");
    }

    @Test
    void requestNeverMovesToAFullQueue() {
        Stage small = Stage.ofTwo(Stage.settings().withQueueLimit(1), builder -> {});
        small.submit("holds the permit");
        small.settle();
        small.submit("fills the queue");
        Recorder recorder = new Recorder();
        small.broker.submit(ofSecond(), recorder);
        small.settle();
        small.second.last().rateLimited(10);
        small.settle();

        BrokerStats stats = small.broker.stats();
        assertThat(stats.providers().get(0).waiting()).isEqualTo(1);
        assertThat(stats.providers().get(1).waiting())
                .as("it waits where it came from")
                .isEqualTo(1);
    }

    @Test
    void requeuedRequestKeepsItsPlaceInAFullQueue() {
        Stage one = Stage.ofOne(Stage.settings().withQueueLimit(1), builder -> {});
        Recorder recorder = one.submit("a");
        one.settle();
        one.submit("b");
        one.first.last().rateLimited(1);
        one.advanceSeconds(2);

        assertThat(Stage.questions(one.first)).containsExactly("a", "a");
        assertThat(recorder.over()).isFalse();
        assertThat(one.broker.stats().queue().maxWaiting()).isEqualTo(2);
    }

    @Test
    void answerResetsTheBackoff() {
        Stage one = Stage.ofOne();
        one.submit("a");
        one.settle();
        one.first.last().rateLimited();
        one.advanceSeconds(2);
        one.first.last().rateLimited();
        one.advanceSeconds(3);
        one.first.last().complete();
        one.submit("b");
        one.settle();
        one.first.last().rateLimited();
        one.settle();

        assertThat(one.broker.stats().providers().get(0).cooldown())
                .isLessThan(Duration.ofMillis(1_101));
    }

    private void coolFirstProvider(int seconds) {
        stage.submit("a");
        stage.settle();
        stage.first.last().rateLimited(seconds);
        stage.settle();
        stage.second.last().complete();
        stage.settle();
    }

    private static Request<String> ofSecond() {
        return Request.text("model-2").prompt(() -> Prompt.of("to the second")).build();
    }

    private static CallFailure rateLimit(Duration advice) {
        return new CallFailure.RateLimited(advice, "scripted");
    }

    @Test
    void requestSurvivesAnUnreachableFallback() {
        Stage two = Stage.ofTwo();
        Recorder limited = new Recorder();
        Recorder waiting = new Recorder();
        two.submit("hello?", limited);
        two.settle();
        two.first.last().rateLimited(5);
        two.settle();
        two.second.last().fail(FailureCode.UNREACHABLE);
        two.submit("and me?", waiting);
        two.settle();
        two.second.last().fail(FailureCode.UNREACHABLE);
        two.settle();
        assertThat(two.broker.stats().queue().waiting())
                .as("both wait for the first")
                .isEqualTo(2);
        two.advanceSeconds(6);
        two.first.last().text("yes").complete();
        two.settle();
        two.first.last().text("yes").complete();
        two.settle();
        assertThat(limited.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(waiting.outcome()).isInstanceOf(Outcome.Answered.class);
    }
}
