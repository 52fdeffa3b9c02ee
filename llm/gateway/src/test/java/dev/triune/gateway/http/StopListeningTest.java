/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.RawClient;
import dev.triune.gateway.http.HttpRoutes.Access;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The connections that are open when a server stops listening. */
class StopListeningTest {
    private static final String QUESTION = "GET /answer HTTP/1.1|Host: localhost||";

    private final HttpRoutes routes = new HttpRoutes()
            .add(
                    Access.OPEN,
                    "GET",
                    "/answer",
                    ApiErrorFormat.INSTANCE,
                    (fields, exchange) -> exchange.json(200, Json.object()));
    private final JettyServer server = new JettyServer(
            GatewayFixture.settings(),
            routes,
            () -> 0,
            () -> Instant.EPOCH,
            null,
            Runnable::run,
            () -> {});

    private URI uri;

    @BeforeEach
    void start() throws IOException {
        server.start();
        uri = server.uri();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void firstRequestOnAConnectionIsWaitedFor() throws IOException {
        try (RawClient client = new RawClient(uri)) {
            ask(); // connections are accepted in their order
            server.drain();
            CompletableFuture<Void> stopped = stopListening();
            await().until(this::refusesConnections);

            client.send(QUESTION);

            assertThat(client.readAll()).startsWith("HTTP/1.1 200").contains("Connection: close");
            stopped.join();
        }
    }

    @Test
    void connectionThatWasUsedIsNotWaitedForLonger() throws IOException {
        try (RawClient client = new RawClient(uri)) {
            assertThat(client.send(QUESTION).status()).isEqualTo(200);

            stopListening().join();
        }
    }

    private void ask() {
        try (RawClient client = new RawClient(uri)) {
            assertThat(client.send(QUESTION).status()).isEqualTo(200);
        }
    }

    /** Waits for nothing on connections that were used, and for up to a minute on others. */
    private CompletableFuture<Void> stopListening() {
        return CompletableFuture.runAsync(() -> {
            try {
                server.stopListening(Duration.ZERO, Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private boolean refusesConnections() {
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            return !socket.isConnected();
        } catch (IOException e) {
            return true;
        }
    }
}
