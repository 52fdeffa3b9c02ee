/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.RawClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks by deceptive requests: hosts, origins, paths, methods, framing, size. */
class RawHttpTest {
    private static final String JSON = "Content-Type: application/json|";
    private static final String HOST = "Host: localhost|";
    private static final int PATIENCE = 2_000; // ms, if nothing refuses the connection

    private final GatewayFixture stage = GatewayFixture.open(
            settings -> GatewayFixture.with(settings, "maxBodyBytes", 10_000), b -> {});

    @AfterEach
    void close() {
        stage.close();
    }

    private int status(String request) {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            return client.send(request).status();
        }
    }

    /** A request with these headers that would otherwise be answered. */
    private static String ask(String headers) {
        return "POST /api/llm/generate HTTP/1.1|" + headers + JSON
                + "Content-Length: 14||{\"prompt\":\"q\"}";
    }

    private void assertHarmless() {
        assertThat(stage.model.calls).isEmpty();
        assertThat(stage.get("/healthz").status()).isEqualTo(200);
    }

    @Test
    void listensOnlyAtItsOwnAddress() throws IOException {
        int port = stage.gateway.uri().getPort();
        try (Socket socket = new Socket()) {
            assertThatThrownBy(() ->
                            socket.connect(new InetSocketAddress("127.0.0.2", port), PATIENCE))
                    .isInstanceOf(IOException.class);
        }
        assertHarmless();
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(
            strings = {
                "Host: evil.example|",
                "Host: localhost.evil.example|",
                "Host: 127.0.0.1.nip.io:8766|",
                "Host: localhost.|",
                "Host: 0.0.0.0|",
                "Host: 2130706433|",
                "Host: 127.1|",
                "Host: [::2]|",
                "Host: 192.168.0.7|",
                "Host: xn--localhost-|"
            })
    void foreignHostNamesAreForbidden(String host) { // DNS rebinding
        assertThat(status(ask(host))).isEqualTo(403);
        assertThat(status("GET /api/llm/stats HTTP/1.1|" + host + "|")).isEqualTo(403);
        assertThat(status("GET /healthz HTTP/1.1|" + host + "|")).isEqualTo(403);
        assertHarmless();
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(
            strings = {
                "",
                "Host: localhost|Host: evil.example|",
                "Host: |",
                "Host: local host|",
                "Host: a@localhost|",
                "Host: localhost:99999|",
                "Host: localhost/|"
            })
    void rejectsRequestsWithoutOneValidHost(String host) {
        assertThat(status(ask(host))).isIn(400, 403);
        assertHarmless();
    }

    @Test
    void hostOfAnAbsoluteTargetIsChecked() {
        assertThat(status("GET http://evil.example/api/llm/stats HTTP/1.1|" + HOST + "|"))
                .isIn(400, 403);
        assertHarmless();
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(
            strings = {
                "https://evil.example", "null", "http://localhost.evil.example",
                        "http://localhost:1",
                "http://127.0.0.1", "file://", "http://localhost@evil.example",
                        "chrome-extension://abc"
            })
    void requestsOfOtherOriginsAreForbidden(String origin) {
        assertThat(status(ask(HOST + "Origin: " + origin + "|"))).isEqualTo(403);
        assertThat(status("OPTIONS /api/llm/generate HTTP/1.1|" + HOST + "Origin: " + origin
                        + "|Access-Control-Request-Method: POST||"))
                .isEqualTo(403);
        assertHarmless();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/api/llm/../llm/generate",
                "//api/llm/generate",
                "/api//llm/generate",
                "/api/llm/./generate",
                "/api/llm/%67enerate",
                "/api/llm%2fgenerate",
                "/api/llm/%2e%2e/llm/generate",
                "/api/llm/generate/",
                "/api/llm/generate;a=b",
                "/api;x/llm/generate",
                "/api/llm/generate%00",
                "/api/llm/generate%20",
                "/API/LLM/GENERATE",
                "/api/llm/generate/..;/generate",
                "/api\\llm\\generate",
                "/api/llm/generate%",
                "/api/llm/generate%zz",
                "/api/llm/..%2fllm/generate",
                "/..%c0%af/api/llm/generate",
                "/x/../api/llm/generate",
                "api/llm/generate",
                "*",
                "/api/llm/generate#x",
                "/%u002e/generate"
            })
    void deceptivePathsAreRejected(String path) {
        String request = "POST " + path + " HTTP/1.1|" + HOST + JSON
                + "Content-Length: 14||{\"prompt\":\"q\"}";
        assertThat(status(request)).isIn(400, 404);
        assertHarmless();
    }

    @Test
    void rejectsControlCharactersInThePath() {
        for (String path : new String[] {"/api/llm/generate\0", "/api/llm/\ngenerate", "/a\tb"}) {
            assertThat(status("POST " + path + " HTTP/1.1|" + HOST + JSON
                            + "Content-Length: 14||{\"prompt\":\"q\"}"))
                    .isIn(0, 400, 404, 505);
        }
        assertHarmless();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "GET,405",
        "PUT,405",
        "DELETE,405",
        "PATCH,405",
        "HEAD,405",
        "OPTIONS,405",
        "TRACE,405",
        "post,405",
        "POSTX,405",
        "CONNECT,400",
        "PROPFIND,405",
        "GARBAGE,405"
    })
    void otherMethodsAreNotAllowed(String method, int expected) {
        int got = status(method + " /api/llm/generate HTTP/1.1|" + HOST + JSON
                + "X-HTTP-Method-Override: POST|Content-Length: 14||{\"prompt\":\"q\"}");
        assertThat(got).isIn(expected, 400);
        assertHarmless();
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(
            strings = {
                "Content-Length: 14|Transfer-Encoding: chunked|",
                "Transfer-Encoding: chunked|Content-Length: 14|",
                "Content-Length: 14|Content-Length: 15|",
                "Content-Length: 14, 15|",
                "Content-Length: -1|",
                "Content-Length: +14|",
                "Content-Length: 0x0e|",
                "Content-Length: 99999999999999999999|",
                "Content-Length : 14|",
                "Transfer-Encoding: chunked, identity|",
                "Transfer-Encoding: xchunked|",
                "Transfer-Encoding : chunked|",
                "Transfer-Encoding: chunked|Transfer-Encoding: identity|",
                "X: y| Content-Length: 14|"
            })
    void ambiguousFramingIsRejected(String framing) {
        String hidden = "GET /hidden HTTP/1.1|" + HOST + "|";
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            client.send(
                    "POST /api/llm/generate HTTP/1.1|" + HOST + JSON + framing + "|0||" + hidden);
            String all = client.readAll(); // and the connection ends there
            assertThat(all).matches("(?s)HTTP/1.1 (400|411|413|431|501).*");
            assertThat(all.split("HTTP/1.1 ", -1)).as(all).hasSize(2); // one answer, to one request
        }
        assertHarmless();
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(
            strings = {
                "zz|",
                "-1|",
                "ffffffffffffffff1|{}|0||",
                "2\n{}\n0\n\n",
                "5;x=\"|{\"a\"}|0||x",
                "2 |{}|0||"
            })
    void brokenChunksReachNoProvider(String chunks) {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            client.send("POST /api/llm/generate HTTP/1.1|" + HOST + JSON
                    + "Connection: close|Transfer-Encoding: chunked||" + chunks);
            client.socket().shutdownOutput();
            assertThat(client.readAll())
                    .doesNotContain("HTTP/1.1 200")
                    .doesNotContain("HTTP/1.1 500");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        assertHarmless();
    }

    @Test
    void oversizedHeadersAreRejected() {
        assertThat(status("GET /healthz HTTP/1.1|" + HOST + "X: " + "x".repeat(20_000) + "||"))
                .isEqualTo(431);
        assertThat(status("GET /healthz HTTP/1.1|" + HOST + "X: y|".repeat(10_000) + "|"))
                .isEqualTo(431);
        assertThat(status("GET /healthz?" + "x".repeat(20_000) + " HTTP/1.1|" + HOST + "|"))
                .isIn(414, 431);
        assertHarmless();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            GET /healthz HTTP/1.1|Host: localhost|X: %s||; 431
            GET /healthz?%s HTTP/1.1|Host: localhost||; 414
            GET /healthz HTTP/9.9||; 505
            GET /healthz HTTP/1.1||; 400
            """)
    void bodiesOfUnreadableRequestsHaveTheirStatus(String request, int status) {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            client.send(request.formatted("x".repeat(20_000)));
            assertThat(client.readAll())
                    .startsWith("HTTP/1.1 " + status)
                    .contains("\"error\":\"BAD_REQUEST\"", "\"status\":" + status);
        }
    }

    @Test
    void announcedOversizedBodyIsRejectedUnread() {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            client.send("POST /api/llm/generate HTTP/1.1|" + HOST + JSON
                    + "Content-Length: 5000000000||");
            assertThat(client.status()).isEqualTo(413); // not a byte of it was sent
            assertThat(client.readAll()).contains("TOO_LARGE");
        }
        assertHarmless();
    }

    @Test
    void chunkedBodyIsCutOffAtTheLimit() {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            client.send("POST /api/llm/generate HTTP/1.1|" + HOST + JSON
                    + "Transfer-Encoding: chunked||");
            client.send("1||| ".replace("|||", "|") + "|");
            byte[] chunk = ("400\r\n" + " ".repeat(1024) + "\r\n")
                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            int sent = 0;
            while (sent < 9) {
                client.sendBytes(chunk);
                sent++;
            }
            client.sendBytes(chunk); // 10,241 bytes
            assertThat(client.status()).isEqualTo(413);
        }
        assertHarmless();
    }

    @Test
    void oversizedBodyGetsNoContinue() {
        try (RawClient client = new RawClient(stage.gateway.uri())) {
            client.send("POST /api/llm/generate HTTP/1.1|" + HOST + JSON
                    + "Expect: 100-continue|Content-Length: 20000||");
            assertThat(client.status()).isEqualTo(413);
        }
    }

    @Test
    void rejectsRequestsThatAreNotHttp() {
        for (String noise : new String[] {
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001||",
            "GET||",
            "GET /healthz HTTP/9.9||",
            "||||x||"
        }) {
            assertThat(status(noise)).isIn(0, 400, 505);
        }
        assertHarmless();
    }
}
