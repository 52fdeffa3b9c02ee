/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Ticket;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions with a quota: one call at a time for each. */
final class SessionModeTest extends SessionTest {
    @Test
    void sessionHasNoQuotaUntilEnabledAtRunTime() {
        assertThat(stage.broker.quota("s1")).isEmpty();
        Recorder one = submit("one");
        Recorder two = submit("two");
        stage.settle();
        assertThat(stage.first.calls).as("no serial lock before the quota").hasSize(2);
        assertThat(one.over()).isFalse();
        assertThat(two.over()).isFalse();

        enable("0.0100");

        assertThat(stage.broker.quota("s1")).contains(quota("0.0100"));
        assertThat(stage.broker.quota("other")).isEmpty();
    }

    @Test
    void sessionSendsOneCallAtATimeInOrderOfSubmission() {
        enable("1");
        submit("one");
        submit("two");
        submit("three");
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("one");

        stage.first.last().complete();
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("one", "two");

        stage.first.last().fail(FailureCode.PROVIDER_ERROR);
        stage.settle();
        assertThat(Stage.questions(stage.first)).containsExactly("one", "two", "three");
    }

    @Test
    void sessionsDoNotWaitForEachOther() {
        enable("1");
        stage.broker.enableQuota(new QuotaSnapshot("s2", BigDecimal.ONE, WEIGHTS, "day"));
        submit("one");
        submit("s2", "of another", new Recorder());
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("one", "of another");
    }

    @Test
    void deferredWaitingRequestDoesNotBlockItsSession() {
        enable("1");
        submit("one");
        stage.broker.submit(request("s1", "two").agent("mira").build(), new Recorder());
        stage.broker.defer("s1", "mira", Duration.ofSeconds(1));
        stage.advance(Duration.ofSeconds(2));
        Recorder last = submit("three");
        for (int i = 0; i < 3; i++) {
            stage.first.last().complete();
            stage.settle();
        }

        assertThat(Stage.questions(stage.first)).containsExactly("one", "two", "three");
        assertThat(last.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void deferredAgentYieldsItsTurnAndRegainsItsPlace() {
        enable("1");
        stage.holdThePermits(4);
        stage.broker.submit(request("s1", "mira's").agent("mira").build(), new Recorder());
        submit("two");
        submit("three");
        stage.settle();

        stage.broker.defer("s1", "mira", Duration.ofSeconds(5));
        stage.first.calls.forEach(FakeProvider.Call::complete);
        stage.settle();
        assertThat(stage.first.last().question())
                .as("the session is not blocked")
                .isEqualTo("two");

        stage.advance(Duration.ofSeconds(5));
        stage.first.last().complete();
        stage.settle();
        assertThat(stage.first.last().question()).as("the older request").isEqualTo("mira's");
        stage.first.last().complete();
        stage.settle();
        assertThat(stage.first.last().question()).isEqualTo("three");
    }

    @Test
    void newQuotaWaitsForCallsAlreadyInFlight() {
        submit("one");
        submit("two");
        stage.settle();
        enable("1");
        Recorder three = submit("three");
        stage.settle();
        assertThat(stage.first.calls).hasSize(2);

        stage.first.calls.get(0).complete();
        stage.settle();
        assertThat(stage.first.calls).as("the other call is still in flight").hasSize(2);
        stage.first.calls.get(1).complete();
        stage.settle();
        stage.first.last().complete();
        stage.settle();

        assertThat(three.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void requestsQueuedBeforeTheQuotaRunOneByOneAndTimeOut() {
        List<FakeProvider.Call> held = stage.holdThePermits(4);
        submit("one");
        Recorder two = submit("two");
        stage.settle();
        enable("1");
        held.forEach(FakeProvider.Call::complete);
        stage.settle();
        assertThat(stage.first.last().question()).isEqualTo("one");
        assertThat(stage.first.calls).hasSize(5);

        stage.advance(Duration.ofSeconds(30));

        assertThat(two.outcome().canonicalCode()).isEqualTo("queue_timeout");
    }

    @Test
    void disablingTheQuotaSendsAllWaitingRequests() {
        enable("1");
        submit("one");
        submit("two");
        submit("three");
        stage.settle();
        assertThat(stage.first.calls).hasSize(1);

        stage.broker.disableQuota("s1");
        stage.broker.disableQuota("unknown");
        stage.settle();

        assertThat(stage.broker.quota("s1")).isEmpty();
        assertThat(Stage.questions(stage.first)).containsExactly("one", "two", "three");
    }

    @Test
    void waitingRequestEndsWithQueueTimeoutAfterThirtySeconds() {
        enable("1");
        submit("one");
        Recorder waiter = submit("two");
        stage.advance(Duration.ofSeconds(29));
        assertThat(waiter.over()).isFalse();

        stage.advance(Duration.ofSeconds(1));

        assertThat(waiter.outcome().canonicalCode()).isEqualTo("queue_timeout");
        assertThat(stage.first.calls).as("no call for the waiting request").hasSize(1);
        stage.first.last().complete();
        Recorder next = submit("three");
        stage.settle();
        stage.first.last().complete();
        stage.settle();
        assertThat(next.outcome()).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void timedOutCallFailsAsPartialAndFreesTheSession() {
        enable("1");
        Recorder slow = submit("one");
        stage.settle();
        stage.first.last().text("half an ans");
        stage.advance(Duration.ofSeconds(20));
        Recorder next = submit("two");
        stage.advance(Duration.ofSeconds(9));
        stage.advance(Duration.ofSeconds(31));

        assertThat(slow.heard).contains("part half an ans");
        assertThat(slow.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.canonicalCode()).isEqualTo("provider_timeout");
            assertThat(failed.partial()).isTrue();
        });
        assertThat(next.outcome().canonicalCode()).isEqualTo("queue_timeout");
        Recorder third = submit("three");
        stage.settle();
        assertThat(stage.first.last().question()).isEqualTo("three");
        assertThat(third.over()).isFalse();
    }

    @Test
    void cancellingAWaitingRequestCallsNoProvider() {
        enable("1");
        submit("one");
        Recorder waiter = new Recorder();
        Ticket ticket = submit("s1", "two", waiter);
        stage.settle();

        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(waiter.outcome().canonicalCode()).isEqualTo("cancelled_before_start");
        assertThat(stage.first.calls).hasSize(1);
    }

    @Test
    void cancellingCallInFlightStartsTheNextRequest() {
        enable("1");
        Recorder recorder = new Recorder();
        Ticket ticket = submit("s1", "one", recorder);
        submit("two");
        stage.settle();

        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(recorder.outcome().canonicalCode()).isEqualTo("cancelled_after_start");
        assertThat(stage.first.calls.get(0).cancels).isEqualTo(1);
        assertThat(stage.first.last().question()).isEqualTo("two");
    }

    @Test
    void providerErrorIsReportedWithItsCodeAndNotRetried() {
        enable("1");
        Recorder failing = submit("one");
        stage.settle();
        stage.first.last().fail(FailureCode.PROVIDER_ERROR);
        Recorder limited = submit("two");
        stage.settle();
        stage.first.last().rateLimited(7);
        stage.settle();

        assertThat(failing.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.canonicalCode()).isEqualTo("provider_error");
            assertThat(failed.code()).isEqualTo(FailureCode.PROVIDER_ERROR);
        });
        assertThat(limited.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.retryAfter())
                                .isGreaterThanOrEqualTo(Duration.ofSeconds(7)));
        assertThat(stage.second.calls).as("no hidden retry").isEmpty();
    }
}
