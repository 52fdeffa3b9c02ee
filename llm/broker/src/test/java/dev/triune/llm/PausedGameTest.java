/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.broker.FakeProvider;
import dev.triune.llm.internal.broker.Recorder;
import dev.triune.llm.internal.broker.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A game that pauses for a while: the broker does not blame the provider for the delay. */
@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PausedGameTest {
    private static final int CALLS = 8;

    @Test
    void answersDelayedByAFullInboxAreDelivered() throws Exception {
        Stage stage = Stage.ofOne(
                Stage.settings().withPermits(CALLS),
                TurnLimits.ofEvents(3).andThen(builder -> builder.options().inboxCapacity = 4));
        List<Recorder> recorders = submitAll(stage);
        List<Thread> io = new ArrayList<>();
        for (FakeProvider.Call call : stage.first.calls) {
            io.add(start(() -> call.text("o", "b", "c", "d", "e").complete()));
        }
        for (Thread thread : io) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }

        stage.time.advance(Duration.ofSeconds(90));
        while (!recorders.stream().allMatch(Recorder::over)) {
            stage.broker.doWork();
            Thread.onSpinWait();
        }

        assertThat(recorders)
                .allSatisfy(recorder ->
                        assertThat(recorder.heard).hasSize(7).endsWith("ended ANSWERED"));
        assertThat(breakerOpen(stage)).isFalse();
        for (Thread thread : io) {
            thread.join();
        }
    }

    @Test
    void waitingForInboxSpaceDoesNotExtendTheTimeoutOfSlowCalls() throws Exception {
        Stage stage = Stage.ofOne(
                Stage.settings(),
                TurnLimits.ofEvents(1).andThen(builder -> builder.options().inboxCapacity = 1));
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        Thread io = start(() -> stage.first.last().text("o", "b"));
        while (io.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        stage.time.advance(Duration.ofSeconds(30));
        while (io.isAlive()) {
            stage.broker.doWork();
            Thread.onSpinWait();
        }
        for (int second = 0; second < 59; second++) {
            advance(stage, 1);
        }
        assertThat(recorder.over()).as("59 s after the wait for the inbox").isFalse();

        advance(stage, 1);

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part o", "part b", "ended FAILED");
    }

    @Test
    void deliversPartsThatArrivedBeforeTheTimeout() {
        Stage stage = Stage.ofOne(Stage.settings(), TurnLimits.ofEvents(1));
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("o", "b", "c");

        advance(stage, 61);

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1", "part o", "part b", "part c", "ended FAILED");
    }

    @Test
    void timeoutsDuringAPauseDoNotOpenTheBreaker() {
        Stage stage = Stage.ofOne(Stage.settings().withPermits(CALLS), builder -> {});
        List<Recorder> recorders = submitAll(stage);

        advance(stage, 61);

        assertThat(recorders).allMatch(Recorder::over);
        assertThat(breakerOpen(stage)).isFalse();
    }

    @Test
    void timeoutsThatProvidersReportOfAPauseDoNotOpenTheBreaker() {
        Stage stage = Stage.ofOne(Stage.settings().withPermits(CALLS), builder -> {});
        List<Recorder> recorders = submitAll(stage);
        stage.time.advance(Duration.ofSeconds(40));
        stage.first.calls.forEach(call -> call.fail(FailureCode.PROVIDER_TIMEOUT));
        stage.broker.doWork();
        stage.settle();

        assertThat(recorders).allMatch(Recorder::over);
        assertThat(breakerOpen(stage)).isFalse();
    }

    @Test
    void timeoutsThatProvidersReportWhileTheGameRunsOpenTheBreaker() {
        Stage stage = Stage.ofOne(Stage.settings().withPermits(CALLS), builder -> {});
        List<Recorder> recorders = submitAll(stage);
        for (int second = 0; second < 40; second++) {
            advance(stage, 1);
        }
        stage.first.calls.forEach(call -> call.fail(FailureCode.PROVIDER_TIMEOUT));
        advance(stage, 1);

        assertThat(recorders).allMatch(Recorder::over);
        assertThat(breakerOpen(stage)).isTrue();
    }

    @Test
    void timeoutsWhileTheGameRunsOpenTheBreaker() {
        Stage stage = Stage.ofOne(Stage.settings().withPermits(CALLS), builder -> {});
        List<Recorder> recorders = submitAll(stage);

        for (int second = 0; second < 61; second++) {
            advance(stage, 1);
        }

        assertThat(recorders).allMatch(Recorder::over);
        assertThat(breakerOpen(stage)).isTrue();
    }

    @Test
    void latencyIsMeasuredUntilTheEndOfTheCallArrives() {
        List<Duration> reported = new ArrayList<>();
        Stage stage = Stage.ofOne(new BrokerListener() {
            @Override
            public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
                reported.add(sinceCall);
            }
        });
        List<Duration> measured = new ArrayList<>();
        stage.submit("hello?", update -> {
            if (update instanceof Update.Ended<String> ended) {
                measured.add(ended.telemetry().latency());
            }
        });
        stage.settle();
        stage.time.advance(Duration.ofSeconds(2));
        stage.first.last().complete();

        advance(stage, 300);

        assertThat(reported).containsExactly(Duration.ofSeconds(2));
        assertThat(measured).containsExactly(Duration.ofSeconds(2));
    }

    private static List<Recorder> submitAll(Stage stage) {
        List<Recorder> recorders = IntStream.range(0, CALLS)
                .mapToObj(i -> stage.submit("question " + i))
                .toList();
        stage.settle();
        assertThat(stage.first.calls).hasSize(CALLS);
        return recorders;
    }

    private static void advance(Stage stage, int seconds) {
        stage.time.advance(Duration.ofSeconds(seconds));
        stage.settle();
    }

    private static boolean breakerOpen(Stage stage) {
        return stage.broker.stats().providers().get(0).breakerOpen();
    }

    private static Thread start(Runnable body) {
        Thread thread = new Thread(body, "io");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
