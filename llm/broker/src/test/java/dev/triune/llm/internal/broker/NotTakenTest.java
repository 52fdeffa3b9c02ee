/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.provider.CallFailure;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Calls that a provider accepts only in another form, in which they are then sent again. */
class NotTakenTest {
    private static final String MESSAGE = "scripted form";

    private final Stage stage = Stage.ofTwo();

    @Test
    void resendsUnacceptedCallToTheSameProviderAtOnce() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        failAsNotAccepted(stage.first.last());
        stage.settle(); // without advancing the clock
        stage.first.last().text("hi").complete();
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1",
                        "started first/model-1",
                        "part hi",
                        "ended ANSWERED");
        assertThat(Stage.questions(stage.first)).containsExactly("hello?", "hello?");
        assertThat(stage.second.calls).isEmpty();
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void resendIsNotCountedAsRetryFallbackOrRateLimit() {
        stage.submit("hello?");
        stage.settle();
        failAsNotAccepted(stage.first.last());
        stage.settle();
        stage.first.last().text("hi").complete();
        stage.settle();

        BrokerStats stats = stage.broker.stats();
        assertThat(stats.requests().retries()).isZero();
        assertThat(stats.requests().fallbacks()).isZero();
        assertThat(stats.calls().rateLimited()).isZero();
        assertThat(stage.stats("first").cooldown()).isZero();
    }

    @Test
    void failsAsBadRequestAfterTheMaximumNumberOfForms() {
        stage.first.onStart = NotTakenTest::failAsNotAccepted;
        Recorder recorder = stage.submit("hello?");
        stage.advanceSeconds(3600);

        assertThat(recorder.outcome()).isEqualTo(badRequest());
        assertThat(stage.first.calls).hasSize(Failover.MAX_FORMS + 1);
        assertThat(stage.second.calls).isEmpty();
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void numberOfFormsIsLimitedPerRequest() {
        stage.first.onStart = NotTakenTest::failAsNotAccepted;
        stage.submit("one");
        stage.submit("two");
        stage.settle();

        assertThat(stage.first.calls).hasSize(2 * (Failover.MAX_FORMS + 1));
    }

    @Test
    void unacceptedCallsDoNotOpenTheBreaker() {
        stage.first.onStart = NotTakenTest::failAsNotAccepted;
        for (int i = 0; i < 20; i++) {
            stage.submit("question " + i);
        }
        stage.settle();

        assertThat(stage.stats("first").breakerOpen()).isFalse();
        stage.first.onStart = call -> call.text("hi").complete();
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void rateLimitAfterAResendFallsBackAsUsual() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        failAsNotAccepted(stage.first.last());
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.settle();
        stage.second.last().text("hi").complete();
        stage.settle();

        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(stage.broker.stats().requests().fallbacks()).isOne();
    }

    @Test
    void resendsDoNotUseUpRetryRounds() {
        int callsWithoutForms = callsUntilRequestEnds(0);
        assertThat(callsWithoutForms).isGreaterThan(1);
        assertThat(callsUntilRequestEnds(3)).isEqualTo(3 + callsWithoutForms);
    }

    /** Counts the calls to a provider that first wants other forms, then always rate limits. */
    private static int callsUntilRequestEnds(int forms) {
        Stage one = Stage.ofOne();
        one.first.onStart = call -> {
            if (one.first.calls.size() <= forms) {
                failAsNotAccepted(call);
            } else {
                call.rateLimited(1);
            }
        };
        Recorder recorder = one.submit("hello?");
        for (int i = 0; i < 3600 && !recorder.over(); i++) {
            one.advanceSeconds(1);
        }
        assertThat(recorder.over()).isTrue();
        return one.first.calls.size();
    }

    @Test
    void doesNotResendAfterAPartWasDelivered() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        failAsNotAccepted(stage.first.last().text("hi"));
        stage.settle();

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Failed(FailureCode.BAD_REQUEST, MESSAGE, true));
        assertThat(stage.first.calls).hasSize(1);
    }

    @Test
    void doesNotResendAfterTheRequestExpires() {
        Recorder recorder = stage.submit(Stage.asking("hello?").usefulFor(Duration.ofSeconds(5)));
        stage.advanceSeconds(4);
        assertThat(stage.first.calls).hasSize(1);
        stage.time.advance(Duration.ofSeconds(1));
        failAsNotAccepted(stage.first.last());
        stage.settle();

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Expired());
        assertThat(stage.first.calls).hasSize(1);
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void cancellingBeforeTheResendEndsTheRequest() {
        Recorder recorder = new Recorder();
        var ticket = stage.broker.submit(Stage.request("hello?"), recorder);
        stage.settle();
        failAsNotAccepted(stage.first.last());
        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(recorder.outcomes).hasSize(1);
        assertThat(stage.first.calls).hasSize(1);
        assertThat(stage.permitsTaken()).isZero();
    }

    // under a quota

    @Test
    void underAQuotaResendsAndThenServesTheNextRequest() {
        enableQuota();
        Recorder one = stage.submit(Stage.asking("one").tenant("s1"));
        Recorder two = stage.submit(Stage.asking("two").tenant("s1"));
        stage.settle();
        failAsNotAccepted(stage.first.last());
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("one", "one");

        stage.first.last().text("hi").complete();
        stage.settle();
        stage.first.last().text("hi").complete();
        stage.settle();
        assertThat(one.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(two.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void underAQuotaResendsAreBoundedAndCostNothing() {
        enableQuota();
        QuotaSnapshot before = stage.broker.quota("s1").orElseThrow();
        stage.first.onStart = NotTakenTest::failAsNotAccepted;
        Recorder one = stage.submit(Stage.asking("one").tenant("s1"));
        Recorder two = stage.submit(Stage.asking("two").tenant("s1"));
        stage.advanceSeconds(1);

        assertThat(one.outcome()).isEqualTo(badRequest());
        assertThat(two.outcome()).isEqualTo(badRequest());
        assertThat(stage.first.calls).hasSize(2 * (Failover.MAX_FORMS + 1));
        assertThat(stage.broker.quota("s1")).contains(before);
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void possiblyExecutedCallIsResentOnceThenFallsBack() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        failAsPossiblyExecuted(stage.first.last());
        stage.settle();
        assertThat(stage.first.calls).hasSize(2);
        failAsPossiblyExecuted(stage.first.last());
        stage.settle();
        assertThat(stage.first.calls).hasSize(2);
        stage.second.last().text("hi").complete();
        stage.settle();

        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void withoutFallbackAPossiblyExecutedCallFailsAsUnreachable() {
        Stage one = Stage.ofOne();
        one.first.onStart = NotTakenTest::failAsPossiblyExecuted;
        Recorder recorder = one.submit("hello?");
        one.advanceSeconds(3600);

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Failed(FailureCode.UNREACHABLE, MESSAGE, false));
        assertThat(one.first.calls).hasSize(2);
    }

    @Test
    void underAQuotaAPossiblyExecutedCallIsNotResent() {
        enableQuota();
        stage.first.onStart = NotTakenTest::failAsPossiblyExecuted;
        Recorder recorder = stage.submit(Stage.asking("one").tenant("s1"));
        stage.advanceSeconds(60);

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Failed(FailureCode.UNREACHABLE, MESSAGE, false));
        assertThat(stage.first.calls).hasSize(1);
        assertThat(stage.second.calls).isEmpty();
    }

    @Test
    void underAQuotaAnUnexecutedCallIsResentThreeTimesThenFails() {
        enableQuota();
        Recorder recorder = stage.submit(Stage.asking("q").tenant("s1"));
        stage.settle();
        for (int i = 0; i < 4; i++) {
            stage.first.last().sink.fail(new CallFailure.NotAccepted(MESSAGE, false));
            stage.settle();
        }

        assertThat(stage.first.calls).hasSize(4);
        assertThat(recorder.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(FailureCode.UNREACHABLE));
    }

    private static void failAsPossiblyExecuted(FakeProvider.Call call) {
        call.sink.fail(new CallFailure.NotAccepted(MESSAGE, true));
    }

    private void enableQuota() {
        TokenPrices weights = TokenPrices.of("1.0", "0.25", "4.0");
        stage.broker.enableQuota(new QuotaSnapshot("s1", BigDecimal.ONE, weights, "day"));
    }

    private static Outcome badRequest() {
        return new Outcome.Failed(FailureCode.BAD_REQUEST, MESSAGE, false);
    }

    private static void failAsNotAccepted(FakeProvider.Call call) {
        call.sink.fail(new CallFailure.NotAccepted(MESSAGE));
    }
}
