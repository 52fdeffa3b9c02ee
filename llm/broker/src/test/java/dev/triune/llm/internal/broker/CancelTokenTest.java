/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.Request.CancelToken;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens that cancel requests from any thread. */
class CancelTokenTest {
    private static final Outcome BEFORE_START = new Outcome.Cancelled(true);
    private static final Outcome AFTER_START = new Outcome.Cancelled(false);

    private final Stage stage = Stage.ofOne();
    private final CancelToken token = new CancelToken();

    @Test
    void cancelFromAnotherThreadTakesEffectInDoWork() throws InterruptedException {
        Recorder recorder = stage.submit(Stage.asking("hello?").cancelToken(token));
        stage.settle();
        Thread other = new Thread(token::cancel);
        other.start();
        other.join();
        assertThat(stage.first.last().cancels).as("the owner does the work").isZero();
        stage.settle();

        assertThat(recorder.outcome()).isEqualTo(AFTER_START);
        assertThat(stage.first.last().cancels).isEqualTo(1);
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void cancelsQueuedRequestWithoutACall() {
        stage.holdThePermit();
        Recorder recorder = stage.submit(Stage.asking("hello?").cancelToken(token));
        token.cancel();
        stage.settle();

        assertThat(recorder.heard).containsExactly("ended CANCELLED");
        assertThat(recorder.outcome()).isEqualTo(BEFORE_START);
        assertThat(stage.broker.stats().queue().waiting()).isZero();
    }

    @Test
    void tokenCancelsOnlyTheRequestsThatCarryIt() {
        Recorder flying = stage.submit(Stage.asking("flying").cancelToken(token));
        Recorder queued = stage.submit(Stage.asking("queued").cancelToken(token));
        Recorder other = stage.submit("other");
        stage.settle();
        token.cancel();
        stage.settle();

        assertThat(flying.outcome()).isEqualTo(AFTER_START);
        assertThat(queued.outcome()).isEqualTo(BEFORE_START);
        assertThat(other.heard).containsExactly("started first/model-1");
    }

    @Test
    void tokenWorksAcrossBrokers() {
        Stage elsewhere = Stage.ofOne();
        Recorder here = stage.submit(Stage.asking("here").cancelToken(token));
        Recorder there = elsewhere.submit(Stage.asking("there").cancelToken(token));
        token.cancel();
        stage.settle();
        elsewhere.settle();

        assertThat(here.outcome()).isEqualTo(BEFORE_START);
        assertThat(there.outcome()).isEqualTo(BEFORE_START);
    }

    @Test
    void tokenCancelledBeforeSubmitEndsRequestWithoutACall() {
        token.cancel();
        Recorder recorder = stage.submit(Stage.asking("hello?").cancelToken(token));
        assertThat(recorder.heard).as("reported by the next doWork() only").isEmpty();
        stage.settle();

        assertThat(token.isCancelled()).isTrue();
        assertThat(recorder.outcome()).isEqualTo(BEFORE_START);
        assertThat(stage.first.calls).isEmpty();
    }

    @Test
    void tokenIsNoLongerWatchedAfterTheEnd() {
        Recorder recorder = stage.submit(Stage.asking("hello?").cancelToken(token));
        stage.settle();
        stage.first.last().complete();
        stage.settle();
        token.cancel();

        assertThat(stage.broker.doWork()).as("the token is no longer watched").isZero();
        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void answerReceivedBeforeTheCancelCounts() {
        Recorder recorder = stage.submit(Stage.asking("hello?").cancelToken(token));
        stage.settle();
        stage.first.last().text("hi").complete();
        token.cancel();
        stage.settle();

        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.ANSWERED);
    }

    @Test
    void cancellingByTokenAndTicketEndsTheRequestOnce() {
        Recorder recorder = new Recorder();
        var ticket =
                stage.broker.submit(Stage.asking("hello?").cancelToken(token).build(), recorder);
        token.cancel();
        token.cancel();
        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(recorder.heard).containsExactly("ended CANCELLED");
    }

    @Test
    void doesNotWatchTheTokenOfARejectedRequest() {
        Stage small = Stage.ofOne(Stage.settings().withQueueLimit(1), builder -> {});
        small.holdThePermit();
        small.submit("fills the queue");
        Recorder rejected = small.submit(Stage.asking("hello?").cancelToken(token));
        small.settle();
        token.cancel();

        assertThat(small.broker.doWork()).isZero();
        assertThat(rejected.outcome().kind()).isEqualTo(Outcome.Kind.REJECTED);
    }

    @Test
    void tokenMayBeCancelledAfterBrokerIsClosed() {
        Recorder recorder = stage.submit(Stage.asking("hello?").cancelToken(token));
        stage.broker.close();
        token.cancel();

        assertThat(stage.broker.doWork()).isZero();
        assertThat(recorder.outcomes).hasSize(1);
    }

    @Test
    @Timeout(120) // only a fault takes that long
    void concurrentCancelsEndEachRequestOnce() throws InterruptedException {
        List<CancelToken> tokens = new ArrayList<>();
        List<Recorder> recorders = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            CancelToken own = new CancelToken();
            tokens.add(own);
            for (int j = 0; j < 10; j++) {
                recorders.add(stage.submit(Stage.asking(i + "." + j).cancelToken(own)));
            }
            threads.add(new Thread(() -> tokens.forEach(CancelToken::cancel)));
        }
        threads.forEach(Thread::start);
        while (recorders.stream().anyMatch(recorder -> !recorder.over())) {
            stage.broker.doWork();
            Thread.onSpinWait();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        stage.settle();

        assertThat(recorders)
                .allSatisfy(recorder ->
                        assertThat(recorder.outcome().kind()).isEqualTo(Outcome.Kind.CANCELLED));
        assertThat(stage.permitsTaken()).isZero();
    }
}
