/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that connect and send nothing, more than the gateway's connection limit. */
@Timeout(120)
class SilentConnectionsTest {
    private static final String HEALTH = "GET /healthz HTTP/1.1|Host: localhost||";
    private static final String HTTP2_PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";
    private static final int MANY = 1_100; // 16 streams and 1,024 others have room

    private final List<Socket> silent = new ArrayList<>();
    private GatewayFixture stage = open("maxStreams", 16);

    @AfterEach
    void close() throws IOException {
        for (Socket socket : silent) {
            socket.close();
        }
        stage.close();
    }

    private static GatewayFixture open(String component, int value) {
        return GatewayFixture.open(
                settings -> GatewayFixture.with(settings, component, value), builder -> {});
    }

    private void connect(String address, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(address, 0));
            socket.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), stage.gateway.uri().getPort()));
            silent.add(socket);
        }
    }

    @Test
    void idleHttp2ConnectionsDoNotBlockOtherClients() throws IOException {
        for (int i = 0; i < MANY; i++) {
            connect("127.0.0.2", 1);
            silent.get(i).setSoTimeout(10_000);
            silent.get(i).getOutputStream().write(HTTP2_PREFACE.getBytes(US_ASCII));
            assertThat(silent.get(i).getInputStream().read()).isNotNegative();
        }
        try (RawClient newcomer = new RawClient(stage.gateway.uri())) {
            newcomer.send(HEALTH);
            assertThat(newcomer.status()).as("a health check").isEqualTo(200);
        }
    }

    @Test
    void silentConnectionsDoNotBlockOtherClients() throws IOException {
        try (RawClient idle = new RawClient(stage.gateway.uri())) {
            idle.send(HEALTH);
            assertThat(idle.readUntil("\"ok\"}")).startsWith("HTTP/1.1 200");

            connect("127.0.0.2", MANY);

            idle.send(HEALTH);
            assertThat(idle.readUntil("\"ok\"}"))
                    .as("a connection opened before")
                    .startsWith("HTTP/1.1 200");
            try (RawClient newcomer = new RawClient(stage.gateway.uri())) {
                newcomer.send(HEALTH);
                assertThat(newcomer.status()).as("a health check").isEqualTo(200);
            }
            stage.model.answering("done");
            assertThat(stage.post("/api/llm/generate", "{'prompt':'q'}").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void addressOverItsConnectionLimitLosesItsLongestIdleOnes() throws IOException {
        stage.close();
        stage = open("maxConnectionsPerAddress", 50);
        connect("127.0.0.2", 60);

        await().until(() ->
                silent.stream().filter(SilentConnectionsTest::isClosed).count() == 10);
        List<Socket> rest = silent.stream().filter(socket -> !isClosed(socket)).toList();
        connect("127.0.0.3", 50);
        for (Socket other : rest) {
            other.getOutputStream().write(HEALTH.replace("|", "\r\n").getBytes(US_ASCII));
            assertThat(other.getInputStream().read()).isEqualTo('H');
        }
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        } finally {
            assertThatCode(() -> socket.setSoTimeout(60_000)).doesNotThrowAnyException();
        }
    }
}
