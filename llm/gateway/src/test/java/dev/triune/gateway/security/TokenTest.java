/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.triune.gateway.GatewayServer;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.Secret;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on the token. */
class TokenTest {
    private static final String TOKEN = "correct-horse-battery";
    private static final String[] GUARDED = {
        "GET /api/llm/stats",
        "GET /api/llm/quota?sessionId=s",
        "POST /api/llm/generate",
        "POST /api/llm/chat",
        "POST /api/llm/heartbeat",
        "POST /api/llm/defer",
        "POST /api/llm/cancel",
        "POST /api/llm/quota",
        "POST /v1/chat/completions",
        "POST /v1/messages",
        "POST /v1/responses",
        "POST /v1/embeddings",
        "GET /v1/models",
        "GET /nothing",
        "DELETE /api/llm/stats"
    };

    private final GatewayFixture stage = GatewayFixture.open(
            settings -> GatewayFixture.with(settings, "token", Optional.of(Secret.of(TOKEN))),
            builder -> {});

    @AfterEach
    void close() {
        stage.close();
    }

    private Answer ask(String authorization) {
        stage.model.answering("done");
        Request.Builder request = stage.request("/api/llm/generate", "{'prompt':'q'}");
        return stage.send(
                authorization.isEmpty()
                        ? request.build()
                        : request.header("Authorization", authorization).build());
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer correct-horse-batterx",
                "Bearer correct-horse-batter",
                "Bearer correct-horse-batteryy",
                "Bearer CORRECT-HORSE-BATTERY",
                "Basic correct-horse-battery",
                "correct-horse-battery",
                "Bearer  ",
                "Bearer correct-horse-battery, x",
                "Bearer \"correct-horse-battery\"",
                "Bearer xcorrect-horse-battery"
            })
    void wrongOrMissingTokenIsUnauthorized(String authorization) {
        Answer refused = ask(authorization);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.json().path("error").stringValue()).isEqualTo("UNAUTHORIZED");
        assertThat(refused.body()).doesNotContain("correct", "horse");
        assertThat(stage.model.calls).isEmpty();
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(strings = {"Bearer " + TOKEN, "bearer " + TOKEN, "Bearer   " + TOKEN})
    void validTokenIsAccepted(String authorization) {
        assertThat(ask(authorization).status()).isEqualTo(200);
    }

    @Test
    void everyCallExceptHealthNeedsTheToken() {
        for (String call : GUARDED) {
            String[] parts = call.split(" ", 2);
            Request.Builder request = parts[0].equals("POST")
                    ? stage.request(parts[1], "{}")
                    : new Request.Builder().url(stage.url(parts[1])).method(parts[0], null);
            assertThat(stage.send(request.build()).status()).as(call).isEqualTo(401);
        }
    }

    @Test
    void acceptsTheTokenInTheApiKeyHeader() {
        stage.model.answering("done");
        Request.Builder request = stage.request(
                "/v1/messages", "{'max_tokens':5,'messages':[{'role':'user','content':'q'}]}");

        Answer refused = stage.send(request.header("x-api-key", TOKEN + "x").build());
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.json().at("/error/type").stringValue())
                .isEqualTo("authentication_error");
        assertThat(stage.send(request.header("x-api-key", TOKEN).build()).status())
                .isEqualTo(200);
    }

    @Test
    void ignoresTheTokenInTheQuery() {
        assertThat(stage.get("/api/llm/stats?token=" + TOKEN).status()).isEqualTo(401);
    }

    @Test
    void comparesTheTokenInConstantTime() {
        JavaClass filter = new ClassFileImporter()
                .importUrl(GatewayServer.class.getResource("http/AccessFilter.class"))
                .get("dev.triune.gateway.http.AccessFilter");

        // tokens are not compared in any other way
        assertThat(filter.getMethodCallsFromSelf())
                .filteredOn(call -> call.getTargetOwner().isEquivalentTo(MessageDigest.class)
                        && call.getName().equals("isEqual"))
                .hasSize(1);
        assertThat(filter.getMethodCallsFromSelf())
                .noneMatch(call -> call.getTargetOwner().isEquivalentTo(Arrays.class));
        assertThat(filter.getMethod("hasToken", "org.eclipse.jetty.http.HttpFields", "[B")
                        .getMethodCallsFromSelf())
                .noneMatch(call -> call.getName().startsWith("equals")
                        || call.getName().equals("compareTo")
                        || call.getName().equals("contentEquals"));
        assertThat(filter.getFields())
                .noneMatch(field ->
                        field.getName().toLowerCase(java.util.Locale.ROOT).contains("token")
                                && !field.getRawType().getName().equals("[B"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "no-such-host.invalid"})
    void publicAddressNeedsAToken(String bind) {
        assertThatThrownBy(() ->
                        GatewayFixture.open(settings -> settings.withBind(bind), builder -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gateway.token");
    }

    @Test
    void publicAddressIsAllowedWithAToken() {
        GatewayFixture open = GatewayFixture.open(
                settings -> GatewayFixture.with(
                        settings.withBind("0.0.0.0"), "token", Optional.of(Secret.of(TOKEN))),
                builder -> {});
        try (open) {
            assertThat(open.get("/api/llm/stats").status()).isEqualTo(401);
            assertThat(open.get("/healthz").status()).isEqualTo(200);
        }
    }
}
