/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code GET /healthz} and {@code /readyz}. */
class HealthHandlerTest {
    private final AtomicReference<Optional<String>> problem =
            new AtomicReference<>(Optional.empty());
    private final GatewayFixture stage = GatewayFixture.open(
            settings -> GatewayFixture.with(settings, "token", Optional.of(Secret.of("secret"))),
            provider -> provider,
            builder -> {},
            GatewayFixture.FREE,
            checks());

    private Map<String, Supplier<Optional<String>>> checks() {
        Map<String, Supplier<Optional<String>>> checks = new LinkedHashMap<>();
        checks.put("redis", problem::get);
        checks.put("disk", Optional::empty);
        return checks;
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void healthAndReadinessNeedNoToken() {
        assertThat(stage.get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
        assertThat(stage.get("/readyz").body())
                .isEqualTo("{\"status\":\"ok\",\"checks\":{\"redis\":\"ok\",\"disk\":\"ok\"}}");
    }

    @Test
    void probesMayUseHead() {
        for (String path : List.of("/healthz", "/readyz")) {
            Answer head =
                    stage.send(new Request.Builder().url(stage.url(path)).head().build());
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void failedCheckReportsDegradedButStaysReady() {
        problem.set(Optional.of("not reachable for 3 s"));
        Answer ready = stage.get("/readyz");

        assertThat(ready.status()).isEqualTo(200);
        assertThat(ready.body())
                .isEqualTo(
                        "{\"status\":\"degraded\",\"checks\":{\"redis\":\"not reachable for 3 s\","
                                + "\"disk\":\"ok\"}}");
        assertThat(stage.get("/healthz").status()).isEqualTo(200);
    }

    @Test
    void drainingGatewayIsAliveButNotReadyAndRejectsNewRequests() {
        var request = stage.request("/api/llm/generate", "{'prompt':'q'}")
                .header("Authorization", "Bearer secret")
                .build();
        CompletableFuture<Answer> underWay = stage.sendLater(request);
        var call = stage.model.call(0);
        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> {
            try {
                return stage.gateway.drain();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        await().untilAsserted(() -> assertThat(stage.get("/readyz").status()).isEqualTo(503));

        assertThat(stage.get("/readyz").headers().get("Retry-After")).isEqualTo("5");
        assertThat(stage.get("/healthz").status()).isEqualTo(200);
        Answer refused = stage.send(request);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json().path("error").stringValue()).isEqualTo("DRAINING");
        assertThat(refused.headers().get("Retry-After")).isEqualTo("5");

        call.text("to the end");
        call.complete();
        assertThat(GatewayFixture.of(underWay).json().path("text").stringValue())
                .isEqualTo("to the end");
        assertThat(drained.join()).isTrue();
    }
}
