/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class OwnershipAndCloseTest {
    private final Stage stage = Stage.ofTwo();

    @Test
    void rejectsCallsFromAForeignThread() throws Exception {
        Ticket ticket = stage.submit("hello?", new Recorder());
        String owner = Thread.currentThread().getName();

        for (Runnable call : List.<Runnable>of(
                () -> stage.submit("foreign"),
                () -> stage.broker.cancel(ticket),
                () -> stage.broker.doWork(),
                () -> stage.broker.stats(),
                () -> stage.broker.defer("game", "agent", Duration.ofSeconds(1)),
                () -> stage.broker.heartbeat("game"),
                () -> stage.broker.disableQuota("game"),
                () -> stage.broker.quota("game"),
                () -> stage.broker.close())) {
            onForeignThread(() -> assertThatIllegalStateException()
                    .isThrownBy(call::run)
                    .withMessageContaining("foreign")
                    .withMessageContaining(owner));
        }

        assertThat(stage.broker.stats().requests().submitted()).isEqualTo(1);
        assertThat(stage.broker.stats().queue().waiting()).isEqualTo(1);
    }

    @Test
    void firstCallingThreadBecomesTheOwner() throws Exception {
        onForeignThread(() -> assertThat(stage.broker.doWork()).isZero());

        assertThatIllegalStateException().isThrownBy(() -> stage.broker.doWork());
    }

    @Test
    void closeCancelsAllRequests() {
        Recorder flying = stage.submit("flying");
        stage.settle();
        Recorder queued = stage.submit("queued");
        Recorder cancelled = new Recorder();
        stage.broker.cancel(stage.submit("cancelled", cancelled));

        stage.broker.close();

        assertThat(flying.outcome()).isEqualTo(new Outcome.Cancelled(false));
        assertThat(queued.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(cancelled.outcome()).isEqualTo(new Outcome.Cancelled(true));
        assertThat(stage.first.last().cancels).isEqualTo(1);
        assertThat(stage.first.closed).isEqualTo(1);
        assertThat(stage.second.closed).isEqualTo(1);
        assertThat(stage.broker.stats().calls().inFlight()).isZero();
        assertThat(stage.broker.stats().queue().waiting()).isZero();
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void closeDropsUndeliveredEvents() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("hi").complete();
        stage.broker.close();
        stage.first.last().text("late").complete();

        assertThat(recorder.heard).containsExactly("started first/model-1", "ended CANCELLED");
    }

    @Test
    void closedBrokerRejectsRequestsAndDoesNoWork() {
        Ticket ticket = stage.submit("hello?", new Recorder());
        stage.broker.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> stage.submit("late"))
                .withMessageContaining("closed");
        assertThat(stage.broker.cancel(ticket)).isFalse();
        assertThat(stage.broker.doWork()).isZero();
        assertThat(stage.broker.stats().requests().count(Outcome.Kind.CANCELLED))
                .isEqualTo(1);
        assertThat(stage.broker.stats().requests().submitted()).isEqualTo(1);
    }

    @Test
    void secondCloseDoesNothing() {
        Recorder recorder = stage.submit("hello?");
        stage.broker.close();
        stage.broker.close();

        assertThat(recorder.outcomes).hasSize(1);
        assertThat(stage.first.closed).isEqualTo(1);
    }

    @Test
    void closesOtherProvidersWhenOneFailsToClose() {
        stage.first.onClose = () -> {
            throw new IllegalStateException("cannot close");
        };

        stage.broker.close();

        assertThat(stage.second.closed).isEqualTo(1);
    }

    @Test
    void updateCallbackCannotSubmitDuringClose() {
        List<Recorder> late = new ArrayList<>();
        Recorder recorder = new Recorder();
        recorder.then = update -> late.add(stage.submit("late"));
        stage.submit("hello?", recorder);

        stage.broker.close();

        assertThat(recorder.outcomes).hasSize(1);
        assertThat(late).isEmpty();
    }

    private static void onForeignThread(Runnable body) throws Exception {
        FutureTask<Boolean> task = new FutureTask<>(body, true);
        new Thread(task, "foreign").start();
        assertThat(task.get()).isTrue();
    }
}
