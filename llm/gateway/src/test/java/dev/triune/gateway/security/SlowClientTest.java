/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.RawClient;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that send or read slowly, and endless answers. */
@Execution(ExecutionMode.CONCURRENT) // most of the time they wait
class SlowClientTest {
    private static final String HEAD = "POST /api/llm/generate HTTP/1.1|Host: localhost|"
            + "Content-Type: application/json|Content-Length: %d||";
    private static final String STREAM = "{\"prompt\":\"q\",\"stream\":true}";
    private static final String PIECE = "x".repeat(16 * 1024);
    private static final int MANY_CHARACTERS = 32_000_000; // of a whole answer
    private static final int MANY = 4096; // 64 MB, more than any socket buffers

    /** Pause between clock changes, so that the gateway's periodic check sees each of them. */
    private static final Duration WATCHED = Duration.ofMillis(100);

    private GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    private void assertOthersAreServed() {
        stage.model.answering("done");
        assertThat(stage.post("/api/llm/generate", "{'prompt':'other'}").status())
                .isEqualTo(200);
    }

    /** Advances the clock until the gateway closes the connection, which may need several steps. */
    private String readUntilClosed(RawClient client) {
        CompletableFuture<String> left = CompletableFuture.supplyAsync(client::readAll);
        await().pollInterval(WATCHED).until(() -> {
            stage.clock.advance(Duration.ofSeconds(11)); // of the 30 second timeout
            return left.isDone();
        });
        return left.join();
    }

    /** Opens a client that requests a stream and reads only its beginning. */
    private RawClient notReading() {
        RawClient client = new RawClient(stage.gateway.uri());
        client.send(HEAD.formatted(STREAM.length()) + STREAM);
        Call call = stage.model.call(0);
        call.text("first");
        client.readUntil("first");
        return client;
    }

    @Test
    void slowlySentHeadersCloseTheConnection() {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            String head = HEAD.formatted(STREAM.length());
            client.send(head.substring(0, 20));
            assertOthersAreServed();
            client.send(head.substring(20, 30));
            assertThat(readUntilClosed(client)).doesNotContain("200");
        }
        assertThat(stage.model.calls).hasSize(1);
    }

    @Test
    void silentConnectionIsClosed() {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            assertOthersAreServed();
            assertThat(readUntilClosed(client)).isEmpty();
        }
    }

    @Test
    void slowlySentBodyGetsATimeoutError() {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            client.send(HEAD.formatted(STREAM.length()));
            client.send(STREAM.substring(0, 5));
            assertOthersAreServed();
            client.send(STREAM.substring(5, 10));
            assertThat(readUntilClosed(client))
                    .startsWith("HTTP/1.1 408")
                    .contains("REQUEST_TIMEOUT");
        }
        assertThat(stage.model.calls).hasSize(1);
    }

    @Test
    void keepAliveConnectionIsNotTreatedAsSlow() {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            String request = "GET /healthz HTTP/1.1|Host: localhost||";
            for (int i = 0; i < 3; i++) {
                client.send(request);
                assertThat(client.readUntil("\"ok\"}")).startsWith("HTTP/1.1 200");
                stage.clock.advance(Duration.ofSeconds(25));
            }
        }
    }

    /** Opens a client that reads only the first line of a whole answer of 32 MB. */
    private RawClient notReadingWholeAnswer() {
        String body = "{\"n\":4,\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]}";
        stage.model.answering("x".repeat(MANY_CHARACTERS / 4));
        RawClient client = new RawClient(stage.gateway.uri());
        client.send(HEAD.replace("/api/llm/generate", "/v1/chat/completions")
                        .replace("Host", "Connection: close|Host")
                        .formatted(body.length())
                + body);
        assertThat(client.status()).isEqualTo(200);
        return client;
    }

    @Test
    void unreadWholeAnswerIsCutOff() {
        try (RawClient client = notReadingWholeAnswer()) {
            await().pollInterval(WATCHED).until(() -> {
                stage.clock.advance(Duration.ofSeconds(11));
                return !client.trySend(new byte[] {'x'});
            });
            assertThat(client.readAll().length()).isLessThan(MANY_CHARACTERS);
        }
    }

    @Test
    void idleTimeoutDoesNotFailAWriteUnderWay() {
        stage.close();
        Duration idle = Duration.ofSeconds(1); // the request must arrive within it
        stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "requestTimeout", idle), builder -> {});
        try (RawClient client = notReadingWholeAnswer()) {
            await().pollDelay(idle.multipliedBy(2)).until(() -> true);
            assertThat(client.readAll().length()).isGreaterThan(MANY_CHARACTERS);
        }
    }

    @Test
    void unreadStreamIsCutOffWhenItsBufferIsFull() {
        try (RawClient client = notReading()) {
            Call call = stage.model.call(0);
            int sent = 0;
            while (sent < MANY && !call.isCancelled()) { // the provider never stops
                call.text(PIECE);
                sent++;
                awaitProcessed();
            }
            await().until(call::isCancelled);
            assertThat(sent).isLessThan(MANY);
            assertOthersAreServed();
            assertThat(client.readAll()).doesNotContain("complete");
        }
    }

    /** Waits until the broker has processed earlier pieces, since its inbox is bounded. */
    private void awaitProcessed() {
        stage.gateway.stats().join();
    }

    @Test
    void unreadStreamIsCutOffAfterTenSeconds() {
        stage.close();
        stage = GatewayFixture.open(
                settings -> GatewayFixture.with(settings, "maxBufferBytes", 1 << 30),
                builder -> {});
        try (RawClient client = notReading()) {
            Call call = stage.model.call(0);
            for (int i = 0; i < MANY / 2; i++) { // at some piece the sockets are full
                call.text(PIECE);
                awaitProcessed();
            }
            assertThat(call.isCancelled()).isFalse();
            stage.clock.advance(Duration.ofSeconds(11));
            await().until(call::isCancelled);
            assertOthersAreServed();
            assertThat(client.readAll()).doesNotContain("complete");
        }
    }

    @Test
    void endlessAnswerIsBoundedAndDoesNotBlockOthers() {
        try (RawClient slow = notReading()) {
            Call bomb = stage.model.call(0);
            int pieces = 0;
            while (!bomb.isCancelled() && pieces++ < MANY) {
                bomb.text(PIECE);
                if (pieces % 16 == 0) { // another client is served in between
                    int next = stage.model.calls.size();
                    var other = stage.postLater("/api/llm/generate", "{'prompt':'other'}");
                    Call call = stage.model.call(next);
                    call.text("fine");
                    call.complete();
                    assertThat(GatewayFixture.of(other).status()).isEqualTo(200);
                }
            }
            await().until(bomb::isCancelled);
            assertThat(slow.readAll()).doesNotContain("complete");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/llm/generate|{'prompt':'q'}|/code",
                "/api/llm/chat|{'sessionId':'s','messages':[{'role':'user','content':'q'}]}|/code",
                "/v1/chat/completions|{'messages':[{'role':'user','content':'q'}]}|/error/code",
                "/v1/responses|{'input':'q'}|/error/code",
                "/v1/messages|{'max_tokens':5,'messages':[{'role':'user','content':'q'}]}|/error/code"
            },
            quoteCharacter = '"')
    void endlessUnstreamedAnswerIsCutOff(String path, String body, String code) {
        var asked = stage.postLater(path, body);
        answerWithoutEnd(stage.model.call(0));
        var answer = GatewayFixture.of(asked);
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.json().at(code).stringValue()).isEqualTo("unreadable_answer");
        assertThat(answer.body().length()).isLessThan(1000);
        assertOthersAreServed();
    }

    @Test
    void endlessUnstreamedBatchAnswerFailsAlone() {
        var asked = stage.postLater("/api/llm/batch", """
                {'requests':[{'request_id':'endless','prompt':'q','stream':false},
                 {'request_id':'short','prompt':'q','stream':false}]}""");
        answerWithoutEnd(stage.model.call(0));
        stage.model.call(1).text("fine");
        stage.model.call(1).complete();
        String body = GatewayFixture.of(asked).body();
        assertThat(body.lines().filter(line -> line.contains("\"request_id\"")))
                .hasSize(2)
                .anyMatch(line -> line.contains("\"endless\"")
                        && line.contains("\"type\":\"error\"")
                        && line.contains("\"unreadable_answer\""))
                .anyMatch(line -> line.contains("\"short\"") && line.contains("\"text\":\"fine\""));
        assertThat(body).hasSizeLessThan(2000).endsWith("}}\n\n");
        assertOthersAreServed();
    }

    private void answerWithoutEnd(Call call) {
        int pieces = 0;
        while (!call.isCancelled() && pieces++ < MANY) {
            call.text(PIECE);
            awaitProcessed();
        }
        assertThat(call.isCancelled()).isTrue();
    }
}
