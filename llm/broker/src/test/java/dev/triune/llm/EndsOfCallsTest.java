/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.broker.FakeProvider;
import dev.triune.llm.internal.broker.Recorder;
import dev.triune.llm.internal.broker.Stage;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Edge cases at the end of calls and when an inbox closes; added after mutation testing. */
class EndsOfCallsTest {
    @Test
    void timeoutDoesNotOverrideAnAnswerWaitingInTheInbox() {
        Stage stage = Stage.ofOne(Stage.settings(), TurnLimits.ofEvents(1));
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("o", "b").complete();

        stage.time.advance(Duration.ofSeconds(61));
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part o", "part b", "ended ANSWERED");
    }

    @Test
    void endedCallIsNotCancelledAtTheProvider() {
        Stage stage = Stage.ofOne();
        Recorder recorder = new Recorder();
        Ticket ticket = stage.submit("hello?", recorder);
        stage.settle();
        stage.first.last().complete();

        stage.broker.cancel(ticket);
        stage.settle();

        assertThat(recorder.heard).endsWith("ended CANCELLED");
        assertThat(stage.first.last().cancels).isZero();
    }

    @Test
    void doWorkCountsDeliveredEndings() {
        Stage stage = Stage.ofOne();
        stage.holdThePermit();
        Ticket one = stage.submit("one", new Recorder());
        Ticket two = stage.submit("two", new Recorder());
        stage.settle();

        stage.broker.cancel(one);
        stage.broker.cancel(two);

        assertThat(stage.broker.doWork()).isEqualTo(2);
        assertThat(stage.broker.doWork()).isZero();
    }

    @Test
    void everyPartAndEndingWakesTheOwner() {
        AtomicInteger wakeups = new AtomicInteger();
        Stage stage = Stage.ofOne(
                Stage.settings(), builder -> builder.onWorkAvailable(wakeups::incrementAndGet));
        stage.submit("hello?");
        stage.settle();

        stage.first.last().text("o", "b");
        assertThat(wakeups).hasValue(2);
        stage.first.last().complete();
        assertThat(wakeups).hasValue(3);
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void closeReleasesMoreBlockedThreadsThanTheInboxHolds() throws Exception {
        Stage stage = Stage.ofOne(
                Stage.settings().withPermits(6), builder -> builder.options().inboxCapacity = 1);
        Thread[] io = new Thread[6];
        for (int i = 0; i < io.length; i++) {
            stage.submit("q" + i);
        }
        stage.settle();
        for (int i = 0; i < io.length; i++) {
            FakeProvider.Call call = stage.first.calls.get(i);
            io[i] = new Thread(() -> call.text("o", "b"), "io");
            io[i].setDaemon(true);
            io[i].start();
        }
        for (Thread thread : io) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }

        stage.broker.close();

        for (Thread thread : io) {
            thread.join();
        }
    }
}
