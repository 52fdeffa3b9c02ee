/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.broker.Recorder;
import dev.triune.llm.internal.broker.Stage;
import dev.triune.llm.provider.AnswerSink;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How I/O threads use the inbox. Real threads; tests wait for their state, never for a time. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InboxTest {
    private final Stage stage = Stage.ofOne(
            Stage.settings().withPermits(3), builder -> builder.options().inboxCapacity = 2);

    @Test
    void fullInboxBlocksIoThreadUntilItIsDrained() throws Exception {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        AnswerSink sink = stage.first.last().sink;
        Thread io = start(() -> send(sink, "o", "b", "c", "d", "e"));

        awaitBlocked(io);
        assertThat(stage.broker.doWork()).isGreaterThanOrEqualTo(2);
        assertThat(recorder.heard).startsWith("started first/model-1", "part o", "part b");
        drainUntilOver(io, recorder);

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1",
                        "part o",
                        "part b",
                        "part c",
                        "part d",
                        "part e",
                        "ended ANSWERED");
    }

    @Test
    void endOfCallNeverBlocksOnAFullInbox() throws Exception {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        AnswerSink sink = stage.first.last().sink;

        start(() -> send(sink, "o", "b")).join();
        stage.settle();

        assertThat(recorder.over()).isTrue();
    }

    @Test
    void closeReleasesAllBlockedThreads() throws Exception {
        Thread[] io = new Thread[3];
        for (int i = 0; i < io.length; i++) {
            stage.submit("q" + i);
        }
        stage.settle();
        for (int i = 0; i < io.length; i++) {
            AnswerSink sink = stage.first.calls.get(i).sink;
            io[i] = start(() -> send(sink, "o", "b", "c", "d", "e"));
        }
        for (Thread thread : io) {
            awaitBlocked(thread);
        }

        stage.broker.close();

        for (Thread thread : io) {
            thread.join();
        }
    }

    @Test
    void cancellingACallReleasesItsBlockedThread() throws Exception {
        Recorder recorder = new Recorder();
        Ticket ticket = stage.submit("hello?", recorder);
        stage.settle();
        AnswerSink sink = stage.first.last().sink;
        Thread io = start(() -> send(sink, "o", "b", "c", "d"));
        awaitBlocked(io);

        stage.broker.cancel(ticket);
        stage.settle();
        io.join();
        stage.settle();

        assertThat(recorder.heard).containsExactly("started first/model-1", "ended CANCELLED");
    }

    @Test
    void ownerThreadNeverBlocksOnItsOwnInbox() {
        stage.first.onStart = call -> call.text("o", "b", "c", "d").complete();
        Recorder recorder = stage.submit("hello?");
        stage.settle();

        assertThat(recorder.heard).hasSize(6).endsWith("ended ANSWERED");
    }

    @Test
    void concurrentThreadsLoseNoPartsAndKeepTheirOrder() throws Exception {
        Recorder[] recorders = new Recorder[3];
        Thread[] io = new Thread[3];
        String[] parts = new String[500];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = "p" + i;
        }
        for (int i = 0; i < io.length; i++) {
            recorders[i] = stage.submit("q" + i);
            stage.settle();
            AnswerSink sink = stage.first.last().sink;
            io[i] = start(() -> send(sink, parts));
        }
        for (int i = 0; i < io.length; i++) {
            drainUntilOver(io[i], recorders[i]);
        }

        for (Recorder recorder : recorders) {
            assertThat(recorder.heard.subList(1, 501)).containsExactly(prefixed(parts));
            assertThat(recorder.heard).hasSize(502).endsWith("ended ANSWERED");
        }
        assertThat(stage.permitsTaken()).isZero();
    }

    private static String[] prefixed(String[] parts) {
        String[] all = new String[parts.length];
        for (int i = 0; i < parts.length; i++) {
            all[i] = "part " + parts[i];
        }
        return all;
    }

    private static void send(AnswerSink sink, String... parts) {
        for (String part : parts) {
            sink.text(part);
        }
        sink.complete(Usage.NONE);
    }

    private static Thread start(Runnable body) {
        Thread thread = new Thread(body, "io");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitBlocked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private void drainUntilOver(Thread io, Recorder recorder) throws InterruptedException {
        while (!recorder.over()) {
            stage.broker.doWork();
            Thread.onSpinWait();
        }
        io.join();
    }
}
