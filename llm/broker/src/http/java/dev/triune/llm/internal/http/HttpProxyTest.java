/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.testsupport.ClosedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls through proxies; the fixture's server acts as the proxy. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
final class HttpProxyTest extends ServerFixture {
    /** A host without an address: only a proxy could reach it. */
    private static final String FAR = "models.invalid";

    private static final String AUTHORIZATION = "Basic bWU6aHVzaC1odXNo";
    private static final String HEADER = "Proxy-Authorization";

    private HttpProvider.Builder behindProxy(String baseUrl) {
        return HttpProvider.openAi(baseUrl).apiKey(KEY).proxy("http://" + host());
    }

    @Test
    void sendsTheFullServerAddressToTheProxy() throws Exception {
        answer(HELLO + DONE);
        open(behindProxy("http://" + FAR + ":8080/v1")).start(CALL, sink);
        sink.usage();
        assertThat(sink.text()).isEqualTo("Hello");
        RecordedRequest request = request();
        assertThat(request.getRequestLine())
                .startsWith("POST http://" + FAR + ":8080/v1/chat/completions ");
        assertThat(request.getHeaders().get("Host")).isEqualTo(FAR + ":8080");
        assertThat(request.getHeaders().get(HEADER)).isNull();
    }

    @Test
    void sendsAuthorizationWhenTheProxyRequiresIt() throws Exception {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                boolean authorized = request.getHeaders().get(HEADER) != null;
                return authorized ? stream(HELLO + DONE).build() : authorizationRequired();
            }
        });
        open(behindProxy("http://" + FAR + "/v1").proxyAuthorization(AUTHORIZATION))
                .start(CALL, sink);
        sink.usage();
        assertThat(sink.text()).isEqualTo("Hello");
        RecordedRequest last = lastRequest();
        assertThat(last.getHeaders().values(HEADER)).containsExactly(AUTHORIZATION);
        assertThat(server.getRequestCount()).isLessThanOrEqualTo(2);
    }

    @Test
    void stopsAfterTheProxyRefusesTheAuthorization() throws Exception {
        for (int i = 0; i < 5; i++) {
            server.enqueue(authorizationRequired());
        }
        open(behindProxy("http://" + FAR + "/v1").proxyAuthorization(AUTHORIZATION))
                .start(CALL, sink);
        assertThat(sink.failure().message()).contains("407").doesNotContain("bWU6");
        assertThat(server.getRequestCount()).isLessThanOrEqualTo(2);
    }

    @Test
    void httpsTunnelSendsOnlyTheProxyAuthorization() throws Exception {
        server.enqueue(authorizationRequired());
        server.enqueue(new MockResponse.Builder().code(502).build());
        open(behindProxy("https://" + FAR + "/v1").proxyAuthorization(AUTHORIZATION))
                .start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREACHABLE);
        assertThat(sink.failure().message()).doesNotContain("bWU6", KEY);
        RecordedRequest last = lastRequest();
        assertThat(last.getRequestLine()).startsWith("CONNECT " + FAR + ":443 ");
        assertThat(last.getHeaders().values(HEADER)).containsExactly(AUTHORIZATION);
        assertThat(last.getHeaders().get("Authorization")).isNull();
        assertThat(body(last)).isEmpty();
    }

    @Test
    void neverSendsProxyAuthorizationToAServer() throws Exception {
        server.enqueue(authorizationRequired());
        open(builder()).start(CALL, sink);
        sink.failure();
        assertThat(request().getHeaders().get(HEADER)).isNull();
        assertThat(server.getRequestCount()).isOne();
    }

    @Test
    void missingProxyIsUnreachable() throws Exception {
        try (ClosedPort closed = new ClosedPort()) {
            open(HttpProvider.openAi("http://" + FAR + "/v1")
                            .proxy("http://127.0.0.1:" + closed.number()))
                    .start(CALL, sink);
            assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREACHABLE);
        }
    }

    @Test
    void speaksSocksToASocksProxy() throws Exception {
        try (ServerSocket socks = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Integer> version =
                    CompletableFuture.supplyAsync(() -> firstByte(socks));
            open(HttpProvider.openAi("http://" + FAR + "/v1")
                            .proxy("socks://127.0.0.1:" + socks.getLocalPort()))
                    .start(CALL, sink);
            assertThat(version.get(60, TimeUnit.SECONDS)).isEqualTo(5);
            assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREACHABLE);
        }
    }

    private RecordedRequest lastRequest() throws InterruptedException {
        RecordedRequest last = request();
        for (int i = 1; i < server.getRequestCount(); i++) {
            last = request();
        }
        return last;
    }

    private static int firstByte(ServerSocket socks) {
        try (Socket client = socks.accept()) {
            return client.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MockResponse authorizationRequired() {
        return new MockResponse.Builder()
                .code(407)
                .addHeader("Proxy-Authenticate", "Basic realm=\"here\"")
                .build();
    }
}
