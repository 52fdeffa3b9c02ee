/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.RawClient;
import dev.triune.gateway.http.HttpRoutes.Access;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Errors of handlers, which are no exceptions. */
class HandlerErrorTest {
    @Test
    void errorOfAHandlerIsAnswered() throws IOException {
        HttpRoutes routes = new HttpRoutes()
                .add(Access.OPEN, "GET", "/answer", ApiErrorFormat.INSTANCE, (fields, exchange) -> {
                    throw new NoClassDefFoundError("of a jar that was overwritten");
                });
        try (JettyServer server = new JettyServer(
                GatewayFixture.settings(),
                routes,
                () -> 0,
                () -> Instant.EPOCH,
                null,
                Runnable::run,
                () -> {})) {
            server.start();
            try (RawClient client = new RawClient(server.uri())) {
                client.send("GET /answer HTTP/1.1|Host: localhost|Connection: close||");

                assertThat(client.readAll())
                        .startsWith("HTTP/1.1 500")
                        .contains("a fault of the gateway")
                        .doesNotContain("overwritten");
            }
        }
    }
}
