/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import org.junit.jupiter.api.Test;

class CancelTest {
    private final Stage stage = Stage.ofOne();
    private final Recorder recorder = new Recorder();

    @Test
    void cancelsQueuedRequestWithoutACall() {
        Ticket ticket = stage.submit("hello?", recorder);

        assertThat(stage.broker.cancel(ticket)).isTrue();
        assertThat(recorder.heard).as("reported by the next doWork() only").isEmpty();
        stage.settle();

        assertThat(stage.first.calls).isEmpty();
        assertThat(recorder.heard).containsExactly("ended CANCELLED");
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(true));
    }

    @Test
    void cancelsCallInFlightAndReleasesItsPermit() {
        Ticket ticket = stage.submit("hello?", recorder);
        stage.settle();

        assertThat(stage.broker.cancel(ticket)).isTrue();
        assertThat(stage.first.last().cancels).isEqualTo(1);
        assertThat(stage.permitsTaken()).isZero();
        stage.settle();

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(false));
    }

    @Test
    void dropsWhatArrivesAfterACancel() {
        Ticket ticket = stage.submit("hello?", recorder);
        stage.settle();
        AnswerSink sink = stage.first.last().sink;
        sink.text("in the inbox already");
        stage.broker.cancel(ticket);
        sink.text("late");
        sink.complete(Usage.NONE);
        stage.settle();

        assertThat(recorder.heard).containsExactly("started first/model-1", "ended CANCELLED");
    }

    @Test
    void secondCancelHasNoEffect() {
        Ticket ticket = stage.submit("hello?", recorder);
        stage.broker.cancel(ticket);

        assertThat(stage.broker.cancel(ticket)).isFalse();
        stage.settle();
        assertThat(stage.broker.cancel(ticket)).isFalse();
        assertThat(recorder.outcomes).hasSize(1);
    }

    @Test
    void doesNotCancelEndedOrUnknownRequests() {
        Ticket ticket = stage.submit("hello?", recorder);
        stage.settle();
        stage.first.last().complete();
        stage.settle();

        assertThat(stage.broker.cancel(ticket)).isFalse();
        assertThat(stage.broker.cancel(new Ticket(4711))).isFalse();
    }

    @Test
    void nextRequestGetsThePermitOfACancelledOne() {
        Ticket ticket = stage.submit("a", recorder);
        stage.submit("b");
        stage.settle();

        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(Stage.questions(stage.first)).containsExactly("a", "b");
    }

    @Test
    void releasesPermitEvenIfProviderFailsToCancel() {
        stage.first.onCancel = () -> {
            throw new IllegalStateException("cannot cancel");
        };
        Ticket ticket = stage.submit("hello?", recorder);
        stage.settle();

        assertThat(stage.broker.cancel(ticket)).isTrue();
        stage.settle();

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(false));
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void providerMayCompleteTheSinkDuringCancel() {
        Ticket ticket = stage.submit("hello?", recorder);
        stage.settle();
        stage.first.onCancel = () -> stage.first.last().sink.complete(Usage.NONE);

        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(false));
    }

    @Test
    void cancelWhileWaitingForRetryCountsAsAfterStart() {
        Ticket ticket = stage.submit("hello?", recorder);
        stage.settle();
        stage.first.last().rateLimited(10);
        stage.settle();

        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(false));
        assertThat(stage.broker.stats().queue().waiting()).isZero();
    }

    @Test
    void cancelDuringCallStartReachesTheProvider() {
        Ticket ticket = stage.submit("hello?", recorder);
        stage.first.onStart = call -> assertThat(stage.broker.cancel(ticket)).isTrue();
        stage.settle();

        assertThat(stage.first.last().cancels).isEqualTo(1);
        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(false));
        assertThat(stage.permitsTaken()).isZero();
    }
}
