/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.Outcome;
import dev.triune.llm.Priority;
import dev.triune.llm.Request;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Requests that carry a latest useful time. */
class DeadlineTest {
    private static final Duration TEN = Duration.ofSeconds(10);

    private final Stage stage = Stage.ofOne();

    @Test
    void requestExpiresInTheQueueWithoutACall() {
        stage.holdThePermit();
        Recorder recorder = stage.submit(Stage.asking("late").usefulFor(TEN));
        stage.advance(TEN.minusNanos(1));
        assertThat(recorder.over()).isFalse();

        stage.advance(Duration.ofNanos(1));
        assertThat(recorder.heard).containsExactly("ended EXPIRED");
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Expired());
        assertThat(Stage.questions(stage.first)).containsExactly("holds the permit");
        assertThat(stage.broker.stats().queue().waiting()).isZero();
    }

    @Test
    void permitFreedAtTheDeadlineGoesToTheNextRequest() {
        FakeProvider.Call holder = stage.holdThePermit();
        stage.submit(Stage.asking("late").usefulFor(TEN).priority(Priority.HIGH));
        stage.submit("next");
        stage.time.advance(TEN);
        holder.complete();
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("holds the permit", "next");
    }

    @Test
    void requestInFlightDoesNotExpire() {
        Recorder recorder = stage.submit(Stage.asking("in time").usefulFor(TEN));
        stage.advanceSeconds(30);
        stage.first.last().text("hi").complete();
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void requeuedRequestExpiresWhileWaiting() {
        Recorder recorder = stage.submit(Stage.asking("refused").usefulFor(TEN));
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.advance(TEN);

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Expired());
        stage.advanceSeconds(60);
        assertThat(stage.first.calls).hasSize(1);
    }

    @Test
    void requestExpiresAtOnceIfItsProviderIsBlockedForLonger() {
        stage.submit("refused");
        stage.settle();
        stage.first.last().rateLimited(30);
        stage.settle();
        Recorder tooLate = stage.submit(Stage.asking("too late").usefulFor(TEN));
        Recorder inTime = stage.submit(Stage.asking("in time").usefulFor(Duration.ofSeconds(40)));
        stage.settle();

        assertThat(tooLate.heard).containsExactly("ended EXPIRED");
        assertThat(inTime.over()).isFalse();
    }

    @Test
    void doesNotRetryRequestWhoseDeadlinePassedInFlight() {
        Recorder recorder = stage.submit(Stage.asking("refused late").usefulFor(TEN));
        stage.advanceSeconds(20);
        stage.first.last().rateLimited(1);
        stage.advanceSeconds(2);

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Expired());
        assertThat(stage.first.calls).hasSize(1);
    }

    @Test
    void deferredRequestExpires() {
        stage.broker.defer("sleeper", Duration.ofMinutes(1));
        Recorder recorder =
                stage.submit(Stage.asking("deferred").agent("sleeper").usefulFor(TEN));
        stage.advance(TEN);

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Expired());
        stage.advanceSeconds(60);
        assertThat(stage.first.calls).isEmpty();
    }

    @Test
    void agentMaySubmitAgainAfterItsRequestExpired() {
        FakeProvider.Call holder = stage.holdThePermit();
        stage.submit(Stage.asking("late").agent("guard").usefulFor(TEN));
        stage.advance(TEN);
        stage.submit(Stage.asking("again").agent("guard"));
        holder.complete();
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("holds the permit", "again");
    }

    @Test
    void cancelsDeadlineTimerWhenTheRequestEnds() {
        stage.submit(Stage.asking("answered").usefulFor(TEN));
        stage.settle();
        stage.first.last().complete();
        stage.settle();
        stage.broker.cancel(
                stage.broker.submit(Stage.asking("gone").usefulFor(TEN).build(), update -> {}));
        stage.settle();
        stage.time.advance(TEN.multipliedBy(2));

        assertThat(stage.broker.doWork()).as("no timer runs").isZero();
    }

    @Test
    void rejectsInvalidDeadlines() {
        Request.Builder<String> request = Stage.asking("hello?");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> request.usefulFor(Duration.ZERO))
                .withMessageContaining("useful for PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request.usefulFor(Duration.ofDays(366)));
    }
}
