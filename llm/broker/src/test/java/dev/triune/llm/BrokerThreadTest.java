/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.Provider;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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
    void requestsOfAnyThreadAreAnsweredOnItsOwn() throws Exception {
        CompletableFuture<String> where = new CompletableFuture<>();
        thread.execute(broker -> broker.submit(request(), update -> {
            heard.add(update);
            where.complete(Thread.currentThread().getName());
        }));
        AnswerSink sink = called.get(10, TimeUnit.SECONDS);
        sink.text("hello");
        sink.complete(Usage.NONE);

        await().until(() -> heard.size() == 3);
        assertThat(where.get()).isEqualTo("broker-under-test");
        assertThat(heard.get(2)).isInstanceOf(Update.Ended.class);
    }

    @Test
    void questionsAreAnsweredAndTheirExceptionsHandedOver() throws Exception {
        assertThat(thread.submit(broker -> broker.heartbeat("game")).get()).isEqualTo(1);
        assertThatThrownBy(() ->
                        thread.submit(broker -> broker.quota("").orElseThrow()).get())
                .isInstanceOf(ExecutionException.class);
    }

    @Test
    void aTaskThatThrowsDoesNotEndTheThread() throws Exception {
        thread.execute(broker -> {
            throw new IllegalStateException("on purpose");
        });

        assertThat(thread.submit(broker -> 1).get()).isEqualTo(1);
    }

    @Test
    void closingEndsEveryRequestOnce() throws Exception {
        thread.execute(broker -> broker.submit(request(), heard::add));
        thread.execute(broker -> broker.submit(request(), heard::add));
        called.get(10, TimeUnit.SECONDS);
        thread.close();
        thread.close();

        assertThat(heard)
                .filteredOn(update -> update instanceof Update.Ended)
                .extracting(update -> ((Update.Ended<String>) update).outcome())
                .containsExactlyInAnyOrder(
                        new Outcome.Cancelled(false), new Outcome.Cancelled(true));
        assertThatThrownBy(() -> thread.execute(broker -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("the broker is closed");
        assertThatThrownBy(() -> thread.submit(broker -> 1).get())
                .hasCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void tasksThatWaitAreBounded() throws Exception {
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
