/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import okhttp3.ConnectionPool;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stopping a gateway while many streams are open. */
class DrainTest {
    private static final String PATH = "/api/llm/generate";
    private static final int STREAMS = 200;

    private final ExecutorService clients = Executors.newCachedThreadPool();

    /** The number of clients that have received their response head, sent with the first piece. */
    private final AtomicInteger begun = new AtomicInteger();

    private GatewayFixture stage = open(settings -> settings);

    private static GatewayFixture open(UnaryOperator<GatewaySettings> settings) {
        return GatewayFixture.open(
                settings, provider -> provider.withPermits(STREAMS + 1), builder -> {});
    }

    @AfterEach
    void close() {
        stage.close();
        clients.shutdownNow();
    }

    @Test
    void concurrentStreamsGetTheirOwnPiecesInOrder() {
        List<CompletableFuture<Answer>> answers = ask(STREAMS);
        List<Call> calls = calls(STREAMS);

        for (int piece = 0; piece < 5; piece++) {
            for (Call call : calls) {
                call.text(call.question() + "." + piece + " ");
            }
        }
        calls.forEach(Call::complete);

        for (int i = 0; i < STREAMS; i++) {
            String own = "stream " + i;
            assertThat(textOf(answers.get(i).join()))
                    .isEqualTo(own + ".0 " + own + ".1 " + own + ".2 " + own + ".3 " + own + ".4 ");
            assertThat(answers.get(i).join().body()).contains("{\"type\":\"complete\"");
        }
    }

    @Test
    void drainFinishesRunningStreamsAndRejectsNewRequests() {
        stage.model.scripted(call -> {
            if (call.question().equals("late")) {
                call.complete();
            }
        });
        List<CompletableFuture<Answer>> answers = ask(STREAMS);
        List<Call> calls = calls(STREAMS);
        calls.forEach(call -> call.text("begun, "));

        Request later = stage.request(PATH, "{'prompt':'late'}").build();
        CompletableFuture<Boolean> drained = drain();
        await().until(() -> stage.post(PATH, "{'prompt':'late'}").status() != 200);
        Answer late = stage.post(PATH, "{'prompt':'late','stream':true}");

        assertThat(late.status()).isEqualTo(503);
        assertThat(late.json().get("error").asString()).isEqualTo("DRAINING");
        assertThat(late.headers().get("Retry-After")).isEqualTo("5");
        assertThat(drained).isNotDone();

        calls.forEach(call -> {
            call.text("ended");
            call.complete();
        });

        assertThat(drained.join()).isTrue();
        for (CompletableFuture<Answer> answer : answers) {
            assertThat(textOf(answer.join())).isEqualTo("begun, ended");
            assertThat(answer.join().body()).contains("{\"type\":\"complete\"");
        }
        assertThatThrownBy(() -> stage.send(later)).isInstanceOf(UncheckedIOException.class);
    }

    /**
     * Each connects anew or uses its connection again, as the gateway tells it. A connection that
     * the system accepted when the gateway stopped listening is reset, which nobody can prevent.
     */
    @Test
    void clientsThatGoOnAskingGetAnAnswerUntilTheyAreRefused() {
        stage.model.answering("yes");
        List<String> broken = new CopyOnWriteArrayList<>();
        AtomicInteger refusals = new AtomicInteger();
        Request request = stage.request(PATH, "{'prompt':'q'}").build();
        List<CompletableFuture<Void>> loops = IntStream.range(0, 8)
                .mapToObj(client -> CompletableFuture.runAsync(
                        () -> {
                            while (true) {
                                try {
                                    refusals.addAndGet(stage.send(request).status() == 503 ? 1 : 0);
                                } catch (UncheckedIOException e) {
                                    if (!(e.getCause() instanceof SocketException)) {
                                        broken.add(String.valueOf(e.getCause()));
                                    }
                                    return;
                                }
                            }
                        },
                        clients))
                .toList();
        stage.model.call(200);

        assertThat(drain().join()).isTrue();

        loops.forEach(CompletableFuture::join);
        assertThat(broken).as("connections closed without an answer").isEmpty();
    }

    @Test
    void drainTimeoutCancelsHangingStreamsWithAnError() {
        stage.close();
        stage = open(settings -> draining(settings, Duration.ZERO));
        List<CompletableFuture<Answer>> answers = ask(STREAMS);
        List<Call> calls = calls(STREAMS);
        calls.forEach(call -> call.text("begun"));
        await().until(() -> begun.get() == STREAMS);

        assertThat(drain().join()).isFalse();

        assertThat(calls).allMatch(Call::isCancelled);
        for (CompletableFuture<Answer> answer : answers) {
            assertThat(textOf(answer.join())).isEqualTo("begun");
            assertThat(answer.join().body())
                    .contains("{\"type\":\"error\",\"error\":\"CANCELLED\"")
                    .doesNotContain("\"complete\"");
        }
    }

    private List<CompletableFuture<Answer>> ask(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> answer("{'prompt':'stream " + i + "','stream':true}"), clients))
                .toList();
    }

    /** Sends on a separate connection, on which no stream's client holds a lock. */
    private Answer answer(String body) {
        ConnectionPool pool = new ConnectionPool();
        try (Response response = stage.http
                .newBuilder()
                .connectionPool(pool)
                .build()
                .newCall(stage.request(PATH, body).build())
                .execute()) {
            begun.incrementAndGet();
            return new Answer(
                    response.code(), response.headers(), response.body().string());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            pool.evictAll();
        }
    }

    private List<Call> calls(int count) {
        stage.model.call(count - 1);
        return List.copyOf(stage.model.calls);
    }

    private CompletableFuture<Boolean> drain() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return stage.gateway.drain();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                clients);
    }

    /** Joins the pieces of a stream. */
    private static String textOf(Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        List<String> pieces = new ArrayList<>();
        answer.body().lines().filter(line -> line.startsWith("data: ")).forEach(line -> {
            var event = GatewayFixture.JSON.readTree(line.substring("data: ".length()));
            if (event.get("type").asString().equals("delta")) {
                pieces.add(event.get("text").asString());
            }
        });
        return String.join("", pieces);
    }

    private static GatewaySettings draining(GatewaySettings settings, Duration drain) {
        return GatewayFixture.with(settings, "shutdownTimeout", drain);
    }
}
