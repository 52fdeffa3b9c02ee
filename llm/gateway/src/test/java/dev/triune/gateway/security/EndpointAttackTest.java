/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.gateway.GatewayServer;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.TestClock;
import dev.triune.llm.BrokerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Server-side request forgery: a game names an address that the operator does not allow. */
class EndpointAttackTest {
    private static final String SSE = "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},"
            + "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    /** One server for all attacks, so that late connections are still seen at the end. */
    private static ServerSocket inside;

    private final MockWebServer allowed = new MockWebServer();
    private final OkHttpClient http = new OkHttpClient();
    private GatewayServer gateway;

    @BeforeAll
    static void open() throws IOException {
        inside = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterAll
    static void noLateConnections() throws IOException {
        try (ServerSocket last = inside) {
            last.setSoTimeout(500);
            assertThatThrownBy(last::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    EndpointAttackTest() throws IOException {
        allowed.start();
        TestClock clock = new TestClock();
        BrokerConfig config = BrokerConfig.parse(
                "test.yaml",
                """
                providers:
                  local:
                    family: openai
                    url: http://127.0.0.1:%d/v1
                    model: model-1
                endpoints:
                  allow: ["localhost:%d", "api.example.org"]
                """.formatted(allowed.getPort(), allowed.getPort()),
                key -> Optional.empty());
        gateway = GatewayServer.start(
                GatewayFixture.settings(), config.builder(), Map.of(), clock, clock);
    }

    @BeforeEach
    void expectNoConnection() throws IOException {
        inside.setSoTimeout(1); // any connection has been made by the time of the answer
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
        allowed.close();
        http.connectionPool().evictAll();
        http.dispatcher().executorService().shutdown();
    }

    private Answer ask(String baseUrl) throws IOException {
        return ask(own(baseUrl));
    }

    private static ObjectNode own(String baseUrl) {
        return GatewayFixture.JSON
                .createObjectNode()
                .put("baseUrl", baseUrl)
                .put("model", "m")
                .put("apiKey", "sk-of-the-caller");
    }

    private Answer ask(ObjectNode customConfig) throws IOException {
        String body = GatewayFixture.JSON.writeValueAsString(GatewayFixture.JSON
                .createObjectNode()
                .put("prompt", "q")
                .set("customConfig", customConfig));
        Request request = new Request.Builder()
                .url(gateway.uri() + "/api/llm/generate")
                .post(RequestBody.create(body, MediaType.get("application/json")))
                .build();
        try (Response response = http.newCall(request).execute()) {
            return new Answer(
                    response.code(), response.headers(), response.body().string());
        }
    }

    private void assertNoConnection() throws IOException {
        try (var connection = inside.accept()) {
            throw new AssertionError("something connected from " + connection.getPort());
        } catch (SocketTimeoutException expected) {
            assertThat(allowed.getRequestCount()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:PORT",
                "http://127.1:PORT",
                "http://2130706433:PORT",
                "http://0x7f000001:PORT",
                "http://0177.0.0.1:PORT",
                "http://[::1]:PORT",
                "http://[::ffff:127.0.0.1]:PORT",
                "http://0.0.0.0:PORT",
                "http://localhost:PORT",
                "http://localhost.:PORT",
                "http://LOCALHOST:PORT",
                "http://127.0.0.1.nip.io:PORT",
                "http://169.254.169.254/latest/meta-data",
                "http://[fe80::1%25lo]:PORT",
                "http://127.0.0.1:ALLOWED",
                "http://localhost.:ALLOWED",
                "http://localhost",
                "https://localhost:PORT",
                "http://api.example.org:PORT",
                "http://api.example.org.:PORT",
                "http://api.example.org@127.0.0.1:PORT",
                "http://127.0.0.1:PORT#api.example.org",
                "http://127.0.0.1:PORT?api.example.org",
                "http://api.example.org.evil.example:PORT",
                "http://localhost:ALLOWED@127.0.0.1:PORT",
                "http://127.0.0.1:PORT\\@api.example.org",
                "file:///etc/passwd",
                "ftp://api.example.org",
                "jar:http://127.0.0.1:PORT!/",
                "gopher://127.0.0.1:PORT",
                "//127.0.0.1:PORT",
                "127.0.0.1:PORT",
                "http://",
                "http:///x",
                "http://api.example.org%00.evil:PORT",
                "http://①②⑦.0.0.1:PORT",
                "http://api.example.org\n:PORT"
            })
    void neverConnectsToForbiddenAddresses(String spelling) throws IOException {
        String url = spelling.replace("PORT", Integer.toString(inside.getLocalPort()))
                .replace("ALLOWED", Integer.toString(allowed.getPort()));
        Answer answer = ask(url);

        assertThat(answer.status()).as(answer.body()).isIn(400, 403);
        assertThat(answer.json().path("error").stringValue()).isIn("FORBIDDEN", "BAD_REQUEST");
        assertThat(answer.body()).doesNotContain("sk-of-the-caller");
        assertNoConnection();
    }

    @Test
    void plainForbiddenAddressIsReportedAsForbidden() throws IOException {
        Answer answer = ask("http://127.0.0.1:" + inside.getLocalPort() + "/v1");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().path("error").stringValue()).isEqualTo("FORBIDDEN");
        assertNoConnection();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "hOST",
                "Content-Length",
                "Transfer-Encoding",
                "Connection",
                "Upgrade",
                "Expect",
                "Proxy-Authorization",
                "",
                "X:",
                "Host:inside.example",
                "Transfer-Encoding:chunked,",
                "X\r\nHost"
            })
    void rejectsDangerousCustomHeaders(String header) throws IOException {
        ObjectNode config = own("http://localhost:" + allowed.getPort() + "/v1");
        config.putObject("customHeaders").put(header, "inside.example");
        assertRefusedWithoutACall(config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x\r\nHost: inside.example", "x\n\nGET / HTTP/1.1", "x\u0000"})
    void rejectsLineBreaksInHeadersAndKeys(String value) throws IOException {
        ObjectNode inHeader = own("http://localhost:" + allowed.getPort() + "/v1");
        inHeader.putObject("customHeaders").put("X-Team", value);
        assertRefusedWithoutACall(inHeader);
        assertRefusedWithoutACall(
                own("http://localhost:" + allowed.getPort() + "/v1").put("apiKey", value));
    }

    private void assertRefusedWithoutACall(ObjectNode customConfig) throws IOException {
        Answer answer = ask(customConfig);
        assertThat(answer.status()).as(answer.body()).isIn(400, 403);
        assertThat(answer.body()).doesNotContain("inside.example", "sk-of-the-caller");
        assertThat(allowed.getRequestCount()).isZero();
    }

    @Test
    void allowedAddressIsCalled() throws IOException {
        allowed.enqueue(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(SSE)
                .build());
        Answer answer = ask("http://localhost:" + allowed.getPort() + "/v1");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("text").stringValue()).isEqualTo("hi");
    }

    @Test
    void redirectsOfAllowedHostsAreNotFollowed() throws IOException {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            allowed.enqueue(new MockResponse.Builder()
                    .code(status)
                    .addHeader("Location", "http://127.0.0.1:" + inside.getLocalPort() + "/v1")
                    .build());
            Answer answer = ask("http://localhost:" + allowed.getPort() + "/v1");
            assertThat(answer.status()).isEqualTo(502);
        }
        try (var connection = inside.accept()) {
            throw new AssertionError("the redirect was followed to " + connection.getLocalPort());
        } catch (SocketTimeoutException expected) {
            assertThat(allowed.getRequestCount()).isEqualTo(5);
        }
    }
}
