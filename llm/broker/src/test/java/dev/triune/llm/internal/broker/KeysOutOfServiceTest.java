/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys that a provider rejects, or whose cooldown is too long to wait for. */
class KeysOutOfServiceTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<String> disabledKeys = new ArrayList<>();
    private final FakeProvider one = new FakeProvider();
    private final FakeProvider two = new FakeProvider();
    private final FakeProvider spare = new FakeProvider();

    private final BrokerListener listener = new BrokerListener() {
        @Override
        public void keyDisabled(String provider, FailureCode why, Duration time) {
            disabledKeys.add("marked " + provider + " " + why + " for " + time);
        }
    };

    private Stage twoKeys(ProviderSettings settings) {
        return Stage.of(builder -> builder.provider(settings, one, two), listener);
    }

    private Stage oneKey(ProviderSettings settings) {
        return Stage.of(builder -> builder.provider(settings, one), listener);
    }

    private Stage oneKeyAndASpareProvider() {
        return Stage.of(
                builder -> builder.provider(Stage.settings().withFallback("spare"), one)
                        .provider(ProviderSettings.of("spare", "spare-model"), spare),
                listener);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTHENTICATION", "QUOTA_EXHAUSTED"})
    void disablesRejectedKeyAndUsesTheNextKey(FailureCode code) {
        Stage stage = twoKeys(Stage.settings());
        Recorder recorder = stage.submit("a");
        stage.settle();
        one.last().fail(code);
        stage.settle();
        two.last().complete();
        stage.settle();
        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(disabledKeys).containsExactly("marked first#1 " + code + " for PT1M");
        assertThat(stage.stats("first").keys())
                .extracting(KeyStats::inService)
                .containsExactly(false, true);

        for (int second = 0; second < 14; second++) {
            stage.submit("second " + second);
            stage.settle();
            two.last().complete();
            stage.advanceSeconds(1);
        }
        assertThat(one.calls).hasSize(1);
        assertThat(two.calls).hasSize(15);
    }

    @Test
    void timeOutOfServiceGrowsWithEachRefusalUpToTenMinutes() {
        Stage stage = oneKey(Stage.settings());
        for (int i = 0; i < 6; i++) {
            stage.submit("question " + i);
            stage.settle();
            one.last().fail(FailureCode.AUTHENTICATION);
            stage.advance(Duration.ofMinutes(10));
        }
        assertThat(disabledKeys)
                .extracting(line -> line.replaceFirst(".* ", ""))
                .containsExactly("PT1M", "PT2M", "PT4M", "PT8M", "PT10M", "PT10M");
        assertThat(stage.stats("first").keys().get(0).inService()).isTrue();
    }

    @Test
    void oneCallAtATimeTriesAKeyOutOfService() {
        Stage stage = oneKey(Stage.settings());
        stage.submit("a");
        stage.settle();
        one.last().fail(FailureCode.AUTHENTICATION);
        stage.advanceSeconds(14);
        stage.submit("too early");
        stage.advanceSeconds(1);
        Recorder trial = stage.submit("b");
        stage.settle();
        Recorder beside = stage.submit("c");
        stage.settle();
        one.last().fail(FailureCode.PROVIDER_TIMEOUT);
        stage.settle();
        stage.submit("d");
        stage.settle();

        assertThat(Stage.questions(one)).containsExactly("a", "b", "d");
        assertThat(trial.outcome().kind()).isEqualTo(Outcome.Kind.FAILED);
        assertThat(beside.outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCode.AUTHENTICATION, "no key of first is in service", false));
    }

    @Test
    void answerEndsTheTimeOutOfServiceEarly() {
        Stage stage = oneKey(Stage.settings());
        stage.submit("a");
        stage.settle();
        one.last().fail(FailureCode.AUTHENTICATION);
        stage.advanceSeconds(15);
        stage.submit("b");
        stage.settle();
        one.last().complete();
        stage.settle();
        assertThat(stage.stats("first").keys().get(0).inService()).isTrue();

        stage.submit("c");
        stage.settle();
        one.last().fail(FailureCode.AUTHENTICATION);
        stage.settle();
        assertThat(disabledKeys).hasSize(2).last().asString().endsWith(" for PT1M");
    }

    @Test
    void concurrentRefusalsCountAsOne() {
        Stage stage = oneKey(Stage.settings().withPermits(2));
        stage.submit("a");
        stage.submit("b");
        stage.settle();
        one.calls.get(0).fail(FailureCode.AUTHENTICATION);
        stage.settle();
        one.calls.get(1).fail(FailureCode.AUTHENTICATION);
        stage.settle();
        assertThat(disabledKeys)
                .containsExactly(
                        "marked first AUTHENTICATION for PT1M",
                        "marked first AUTHENTICATION for PT1M");
    }

    /** The account can pay for smaller requests. */
    @ParameterizedTest
    @EnumSource(names = {"AUTHENTICATION", "QUOTA_EXHAUSTED", "MODEL_UNAVAILABLE"})
    void failureOfOneRequestDisablesNothingAndFallsBack(FailureCode code) {
        Stage stage = oneKeyAndASpareProvider();
        Recorder refused = stage.submit("a");
        stage.settle();
        one.last().sink.fail(new CallFailure.Failed(code, "only this", Duration.ZERO, 402, ""));
        stage.settle();
        spare.last().complete();
        stage.submit("b");
        stage.settle();

        assertThat(disabledKeys).isEmpty();
        assertThat(refused.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(Stage.questions(one)).containsExactly("a", "b");
    }

    @ParameterizedTest
    @CsvSource({"PT1S, PT1M", "PT3M, PT3M"})
    void longerRetryTimeOfTheProviderOverridesAMinute(Duration advised, Duration time) {
        Stage stage = oneKey(Stage.settings());
        stage.submit("a");
        stage.settle();
        one.last()
                .sink
                .fail(new CallFailure.Failed(FailureCode.QUOTA_EXHAUSTED, "spent", advised, 0, ""));
        stage.settle();
        assertThat(disabledKeys).containsExactly("marked first QUOTA_EXHAUSTED for " + time);

        stage.advance(time.dividedBy(4).minusSeconds(1));
        stage.submit("b");
        stage.settle();
        assertThat(one.calls).hasSize(1);
        stage.advance(Duration.ofSeconds(1));
        stage.submit("c");
        stage.settle();
        assertThat(one.calls).hasSize(2);
    }

    /** A server that loads its model is waited for as long as the answer is useful. */
    @Test
    void serverThatIsNotReadyUsesUpNoRound() {
        Stage stage = oneKey(Stage.settings());
        Recorder recorder = stage.submit("a");
        for (int i = 0; i < 6; i++) {
            stage.settle();
            one.last()
                    .sink
                    .fail(new CallFailure.RateLimited(
                            Duration.ofSeconds(2), "loading", true, true));
            stage.advanceSeconds(70);
        }
        one.last().complete();
        stage.settle();
        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(one.calls).hasSize(7);
    }

    @Test
    void serverThatIsNeverReadyIsGivenUp() {
        Stage stage = oneKey(Stage.settings());
        Recorder recorder = stage.submit("a");
        for (int i = 0;
                i < 700 && recorder.heard.stream().noneMatch(each -> each.startsWith("ended"));
                i++) {
            stage.settle();
            one.last()
                    .sink
                    .fail(new CallFailure.RateLimited(
                            Duration.ofSeconds(2), "loading", true, true));
            stage.advanceSeconds(3);
        }
        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.REJECTED);
        assertThat(one.calls).hasSizeBetween(600, 605);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"AUTHENTICATION", "QUOTA_EXHAUSTED", "MODEL_UNAVAILABLE"},
            mode = EnumSource.Mode.EXCLUDE)
    void otherFailuresDoNotDisableTheKey(FailureCode code) {
        Stage stage = oneKey(Stage.settings());
        stage.submit("a");
        stage.settle();
        one.last().fail(code);
        stage.submit("b");
        stage.settle();

        assertThat(disabledKeys).isEmpty();
        assertThat(Stage.questions(one)).containsExactly("a", "b");
    }

    @Test
    void requestsFallBackWhenNoKeyIsInService() {
        Stage stage = oneKeyAndASpareProvider();
        Recorder failed = stage.submit("a");
        Recorder waiting = stage.submit("b");
        stage.settle();
        one.last().fail(FailureCode.AUTHENTICATION);
        stage.settle();
        Recorder newcomer = stage.submit("c");
        for (int i = 0; i < 3; i++) {
            stage.settle();
            spare.last().complete();
        }
        stage.settle();

        assertThat(List.of(failed, waiting, newcomer))
                .allSatisfy(recorder ->
                        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class));
        assertThat(one.calls).hasSize(1);
    }

    @Test
    void requestsFailWhenNoKeyIsInServiceAndNoFallbackExists() {
        Stage stage = oneKey(Stage.settings());
        stage.submit("a");
        Recorder waiting = stage.submit("b");
        stage.settle();
        one.last().fail(FailureCode.QUOTA_EXHAUSTED);
        stage.settle();
        Recorder newcomer = stage.submit("c");
        stage.settle();

        Outcome expected = new Outcome.Failed(
                FailureCode.QUOTA_EXHAUSTED, "no key of first is in service", false);
        assertThat(waiting.outcome()).isEqualTo(expected);
        assertThat(newcomer.outcome()).isEqualTo(expected);
        assertThat(one.calls).hasSize(1);
    }

    @Test
    void reportsCooldownOfRemainingKeyWhenAnotherIsDisabled() {
        Stage stage = twoKeys(Stage.settings());
        stage.submit("a");
        stage.settle();
        one.last().fail(FailureCode.AUTHENTICATION);
        stage.settle();
        two.last().complete();
        stage.submit("b");
        stage.settle();
        two.last().rateLimited(30);
        stage.settle();

        assertThat(stage.stats("first").cooldown())
                .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(33));
        stage.advanceSeconds(34);
        assertThat(Stage.questions(two)).containsExactly("a", "b", "b");
    }

    // ---- advices that are too long to wait for

    @Test
    void retryAfterAboveMaxWaitDisablesTheKeyAndUsesOthers() {
        Stage stage = twoKeys(Stage.settings().withMaxWait(Duration.ofMinutes(1)));
        stage.submit("a");
        stage.settle();
        one.last().rateLimited(3600);
        stage.settle();
        two.last().complete();
        stage.submit("b");
        stage.settle();

        assertThat(Stage.questions(one)).containsExactly("a");
        assertThat(Stage.questions(two)).containsExactly("a", "b");
    }

    @Test
    void rejectsRequestsWithRetryAfterWhileTheOnlyKeyIsOutOfService() {
        Stage stage = oneKey(Stage.settings());
        Recorder refused = stage.submit("a");
        Recorder waiting = stage.submit("b");
        stage.settle();
        one.last().rateLimited(3600);
        stage.settle();
        Recorder newcomer = stage.submit("c");
        stage.settle();

        for (Recorder recorder : List.of(refused, waiting, newcomer)) {
            assertThat(recorder.outcome())
                    .isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
                        assertThat(rejected.reason()).isEqualTo(RejectReason.PROVIDERS_EXHAUSTED);
                        assertThat(rejected.retryAfter()).isBetween(HOUR, HOUR.plusMinutes(6));
                    });
        }
        assertThat(stage.broker.stats().queue().waiting()).isZero();
    }

    @Test
    void waitsForAShortRetryAfter() {
        Stage stage = oneKey(Stage.settings());
        Recorder recorder = stage.submit("a");
        stage.settle();
        one.last().rateLimited(240);
        stage.settle();

        assertThat(recorder.over()).isFalse();
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(1);
    }

    @Test
    void acceptsRequestsOnceTheRemainingCooldownIsShortEnough() {
        Stage stage = oneKey(Stage.settings());
        stage.submit("a");
        stage.settle();
        one.last().rateLimited(3600);
        stage.advance(HOUR.plusMinutes(6).minusMinutes(5));
        Recorder recorder = stage.submit("b");
        stage.settle();
        assertThat(recorder.over()).isFalse();

        stage.advance(Duration.ofMinutes(5));
        assertThat(Stage.questions(one)).containsExactly("a", "b");
    }
}
