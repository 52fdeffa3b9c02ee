/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.BrokerThread.UnansweredException;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BrokerThreadTest {
    private final CompletableFuture<AnswerSink> called = new CompletableFuture<>();
    private final Provider provider = (call, sink) -> {
        called.complete(sink);
        return () -> {};
    };
    private final BrokerThread thread = BrokerThread.start(
            "broker-under-test",
            new BrokerBuilder().provider(ProviderSettings.of("p", "model-1"), provider));
    private final List<Update<String>> heard = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        thread.close();
    }

    @Test
    void updatesArriveOnTheBrokerThread() throws Exception {
        CompletableFuture<String> where = new CompletableFuture<>();
        thread.execute(broker -> broker.submit(request(), update -> {
            heard.add(update);
            where.complete(Thread.currentThread().getName());
        }));
        AnswerSink sink = called.get(60, TimeUnit.SECONDS);
        sink.text("hello");
        sink.complete(Usage.NONE);

        await().until(() -> heard.size() == 3);
        assertThat(where.get()).isEqualTo("broker-under-test");
        assertThat(heard.get(2)).isInstanceOf(Update.Ended.class);
    }

    @Test
    void submitReturnsResultsAndExceptions() throws Exception {
        assertThat(thread.submit(broker -> broker.heartbeat("game")).get()).isZero();
        assertThatThrownBy(() ->
                        thread.submit(broker -> broker.quota("").orElseThrow()).get())
                .isInstanceOf(ExecutionException.class);
    }

    @Test
    void replacedBrokerEndsItsRequestsAndIsClosedWithItsProviders() throws Exception {
        AtomicBoolean closed = new AtomicBoolean();
        Provider other = (call, sink) -> {
            sink.text("other");
            sink.complete(Usage.NONE);
            return () -> {};
        };
        Provider first = new Provider() {
            @Override
            public RunningCall start(ModelCall call, AnswerSink sink) {
                called.complete(sink);
                return () -> {};
            }

            @Override
            public void close() {
                closed.set(true);
            }
        };
        try (BrokerThread replaced = BrokerThread.start(
                "replaced",
                new BrokerBuilder().provider(ProviderSettings.of("p", "model-1"), first))) {
            CompletableFuture<Ticket> before =
                    replaced.submit(broker -> broker.submit(request(), heard::add));
            AnswerSink open = called.get(60, TimeUnit.SECONDS);

            assertThat(replaced.replace(
                                    new BrokerBuilder()
                                            .provider(ProviderSettings.of("q", "model-1"), other),
                                    Set.of())
                            .get())
                    .isTrue();
            CompletableFuture<Ticket> after =
                    replaced.submit(broker -> broker.submit(request(), update -> {}));
            assertThat(replaced.ask(request(), Duration.ofMinutes(1))).isEqualTo("other");
            assertThat(after.get().number()).isGreaterThan(before.get().number());
            assertThat(closed).isFalse();
            open.text("first");
            open.complete(Usage.NONE);

            await().untilTrue(closed);
            assertThat(heard).last().isInstanceOf(Update.Ended.class);
        }
    }

    @Test
    void failedTaskDoesNotEndTheThread() throws Exception {
        thread.execute(broker -> {
            throw new IllegalStateException("on purpose");
        });

        assertThat(thread.submit(broker -> 1).get()).isEqualTo(1);
    }

    @Test
    void closingEndsEveryRequestOnce() throws Exception {
        thread.execute(broker -> broker.submit(request(), heard::add));
        thread.execute(broker -> broker.submit(request(), heard::add));
        called.get(60, TimeUnit.SECONDS);
        thread.close();
        thread.close();

        assertThat(heard)
                .filteredOn(update -> update instanceof Update.Ended)
                .extracting(update -> ((Update.Ended<String>) update).outcome().canonicalCode())
                .containsExactlyInAnyOrder("cancelled_after_start", "cancelled_before_start");
        assertThatThrownBy(() -> thread.execute(broker -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("the broker is closed");
        assertThatThrownBy(() -> thread.submit(broker -> 1).get())
                .hasCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void rejectsTasksBeyondTheMaximumQueueLength() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        thread.execute(broker -> awaitUninterrupted(go));
        assertThatThrownBy(() -> {
                    for (int i = 0; i <= BrokerThread.MAX_PENDING_TASKS; i++) {
                        thread.execute(broker -> {});
                    }
                })
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("100000 tasks wait for the broker");
        go.countDown();
    }

    @Test
    void threadWakesOnlyForDeadlinesWhileRateLimited() throws Exception {
        VirtualTime time = new VirtualTime();
        AtomicInteger wakeups = new AtomicInteger();
        CountDownLatch answers = new CountDownLatch(6);
        AtomicBoolean begun = new AtomicBoolean();
        BrokerBuilder builder = new BrokerBuilder()
                .ticker(time)
                .provider(
                        ProviderSettings.of("p", "model-1").withLimits(Limits.perMinute(2)),
                        (call, sink) -> {
                            sink.text("yes");
                            sink.complete(Usage.NONE);
                            return () -> {};
                        });
        try (BrokerThread waiting = BrokerThread.start("waiting", builder, nanos -> {
            if (begun.get() && answers.getCount() > 0) {
                wakeups.incrementAndGet();
                time.advance(Duration.ofNanos(nanos));
            } else {
                LockSupport.parkNanos(nanos);
            }
        })) {
            waiting.execute(broker -> {
                begun.set(true);
                for (int i = 0; i < 6; i++) {
                    broker.submit(request(), update -> {
                        if (update instanceof Update.Ended) {
                            answers.countDown();
                        }
                    });
                }
            });
            assertThat(answers.await(60, TimeUnit.SECONDS)).isTrue();
            Duration took = Duration.ofNanos(
                    waiting.submit(broker -> time.nanos()).get(60, TimeUnit.SECONDS));

            assertThat(took).isBetween(Duration.ofSeconds(120), Duration.ofSeconds(124));
            assertThat(wakeups).as("wakeups in %s", took).hasValueLessThan(130);
        }
    }

    @Test
    void idleThreadSleepsForOneMinute() throws Exception {
        CompletableFuture<Long> slept = new CompletableFuture<>();
        BrokerBuilder builder =
                new BrokerBuilder().provider(ProviderSettings.of("p", "model-1"), provider);
        try (BrokerThread idle = BrokerThread.start("idle", builder, nanos -> {
            slept.complete(nanos);
            LockSupport.parkNanos(nanos);
        })) {
            assertThat(slept.get(60, TimeUnit.SECONDS)).isEqualTo(60_000_000_000L);
            assertThat(idle.submit(broker -> 1).get(60, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    @Test
    void interruptedThreadSleepsOn() throws Exception {
        AtomicBoolean interruptedAsleep = new AtomicBoolean();
        CountDownLatch sleeps = new CountDownLatch(2);
        BrokerBuilder builder =
                new BrokerBuilder().provider(ProviderSettings.of("p", "model-1"), provider);
        try (BrokerThread idle = BrokerThread.start("idle", builder, nanos -> {
            if (Thread.currentThread().isInterrupted()) {
                interruptedAsleep.set(true); // it would not sleep
            }
            sleeps.countDown();
            LockSupport.parkNanos(nanos);
        })) {
            idle.execute(broker -> Thread.currentThread().interrupt());
            assertThat(idle.submit(broker -> 1).get(60, TimeUnit.SECONDS)).isEqualTo(1);
            idle.wake();
            assertThat(sleeps.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(interruptedAsleep).isFalse();
        }
    }

    @Test
    void askReturnsTheWholeText() throws Exception {
        CompletableFuture<String> answer = thread.ask(request());
        AnswerSink sink = called.get(60, TimeUnit.SECONDS);
        sink.text("hel");
        sink.text("lo");
        sink.complete(Usage.NONE);

        assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("hello");
    }

    @Test
    void askForPartsReturnsThePartsOfThePlan() throws Exception {
        CompletableFuture<List<AnswerPart>> answer =
                thread.askForParts(Request.plan("model-1").prompt("What now?").build());
        AnswerSink sink = called.get(60, TimeUnit.SECONDS);
        sink.text("{\"action\":[{\"type\":\"gather\"},{\"type\":\"rest\"}]}");
        sink.complete(Usage.NONE);

        assertThat(answer.get(60, TimeUnit.SECONDS)).hasSize(2);
    }

    @Test
    void incompleteAnswerThrowsWithTheDeliveredParts() throws Exception {
        CompletableFuture<String> answer = thread.ask(request());
        AnswerSink sink = called.get(60, TimeUnit.SECONDS);
        sink.text("hel");
        sink.complete(FinishReason.LENGTH, Usage.NONE);

        assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(UnansweredException.class, e -> {
                    assertThat(e.outcome()).isInstanceOf(Outcome.Incomplete.class);
                    assertThat(e.text()).isEqualTo("hel");
                    assertThat(e.parts()).hasSize(1);
                })
                .hasMessage("the request was not answered: length");
    }

    @Test
    void cancellingTheFutureCancelsTheRequest() throws Exception {
        CompletableFuture<String> answer = thread.ask(request());
        called.get(60, TimeUnit.SECONDS);
        assertThat(answer.cancel(true)).isTrue();

        await().until(() -> thread.submit(Broker::stats).get().calls().inFlight() == 0);
        assertThat(answer).isCancelled();
    }

    @Test
    void futureCancelledBeforeItsRequestIsSubmittedLogsNothing() throws Exception {
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(BrokerThread.class.getName());
        Filter before = logger.getFilter();
        logger.setFilter(line -> !logged.add(line.getMessage()));
        try {
            CompletableFuture<Void> cancelled = new CompletableFuture<>();
            thread.execute(broker -> cancelled.join());
            assertThat(thread.ask(request()).cancel(true)).isTrue();
            cancelled.complete(null);

            assertThat(thread.submit(Broker::stats).get().requests().submitted())
                    .isZero();
        } finally {
            logger.setFilter(before);
        }
        assertThat(logged).isEmpty();
    }

    @Test
    void timeoutOfAskCancelsTheRequest() throws Exception {
        assertThatThrownBy(() -> thread.ask(request(), Duration.ofMillis(50)))
                .isInstanceOf(TimeoutException.class);
        await().until(() -> thread.submit(Broker::stats).get().calls().inFlight() == 0);
    }

    @Test
    void askWithTimeoutThrowsUnansweredExceptionDirectly() {
        var unused = called.thenAccept(sink -> sink.fail(
                new CallFailure.Failed(FailureCode.BAD_REQUEST, "the model is not there")));

        assertThatThrownBy(() -> thread.ask(request(), Duration.ofMinutes(1)))
                .isInstanceOf(UnansweredException.class)
                .hasMessage("the request was not answered: provider_error: the model is not there");
    }

    @Test
    void interruptOfAskCancelsTheRequest() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                thread.ask(request(), Duration.ofMinutes(5));
            } catch (InterruptedException | TimeoutException e) {
                thrown.complete(e);
            }
        });
        caller.start();
        called.get(60, TimeUnit.SECONDS);
        caller.interrupt();

        assertThat(thrown.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        await().until(() -> thread.submit(Broker::stats).get().calls().inFlight() == 0);
    }

    @Test
    void invalidAskFailsWithAOneLineMessage() throws Exception {
        assertThatThrownBy(() -> thread.ask(request(), Duration.ZERO))
                .hasMessage("timeout PT0S (expected more than 0)");
        CompletableFuture<String> message = thread.submit(broker -> {
            try {
                return thread.ask(request(), Duration.ofSeconds(1));
            } catch (IllegalStateException | InterruptedException | TimeoutException e) {
                return String.valueOf(e.getMessage());
            }
        });
        assertThat(message.get(60, TimeUnit.SECONDS))
                .isEqualTo("the thread of the broker cannot wait for an answer"
                        + " (call ask without a timeout, or on another thread)");
        thread.close();
        assertThatThrownBy(() -> thread.ask(request(), Duration.ofSeconds(1)))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("the broker is closed");
    }

    @Test
    void closingFailsPendingAnswers() throws Exception {
        CompletableFuture<String> answer = thread.ask(request());
        called.get(60, TimeUnit.SECONDS);
        thread.close();

        assertThatThrownBy(answer::join)
                .hasCauseInstanceOf(UnansweredException.class)
                .hasMessageContaining("cancelled_after_start");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Request<String> request() {
        return Request.text("model-1").prompt(() -> Prompt.of("hello?")).build();
    }
}
