/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.RawClient;
import dev.triune.gateway.http.HttpRoutes.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The access log at shutdown, which waits for the open exchanges. */
class LastAccessLogLineTest {
    @Test
    void lineIsWrittenBeforeTheExchangeCountsAsEnded(@TempDir Path folder) throws IOException {
        GatewaySettings settings = GatewayFixture.with(
                GatewayFixture.settings(), "accessLog", Optional.of(folder.resolve("access.log")));
        HttpRoutes routes = new HttpRoutes()
                .add(
                        Access.OPEN,
                        "GET",
                        "/answer",
                        ApiErrorFormat.INSTANCE,
                        (fields, exchange) -> exchange.json(200, Json.object()));
        AtomicReference<JettyServer> running = new AtomicReference<>();
        List<Integer> open = new CopyOnWriteArrayList<>();
        InstantSource clock = () -> { // read for each line, and for the ids of requests
            if (running.get() != null) {
                open.add(running.get().openExchanges());
            }
            return Instant.EPOCH;
        };
        try (JettyServer server =
                new JettyServer(settings, routes, () -> 0, clock, null, Runnable::run, () -> {})) {
            server.start();
            running.set(server);
            try (RawClient client = new RawClient(server.uri())) {
                client.send("GET /answer HTTP/1.1|Host: localhost|Connection: close||");
                assertThat(client.readAll()).startsWith("HTTP/1.1 200");
            }
        }

        assertThat(open).containsExactly(1);
    }
}
