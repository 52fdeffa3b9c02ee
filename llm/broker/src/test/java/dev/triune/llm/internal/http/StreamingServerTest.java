/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the test server itself, over plain sockets. */
final class StreamingServerTest {
    private static final String ASKED = "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n#1#";

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "'GET / HTTP/1.1\r\n\r\n', asks for something else",
        "'POST / HTTP/1.1\r\n\r\n', does not say how long",
        "'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n#1#', more than one request",
        "'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n##', bears no number",
        "'POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\n#1##2#', bears two numbers"
    })
    void misbehavingClientFailsTheTest(String request, String complaint) throws Exception {
        StreamingServer server = server();
        try (Socket client = connect(server)) {
            send(client, request);
            assertThat(client.getInputStream().read()).isNegative();
        }
        assertThatThrownBy(server::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a client misbehaved")
                .hasMessageContaining(complaint);
    }

    @Test
    void requestBeforeTheEndOfAnAnswerFailsTheTest() throws Exception {
        StreamingServer server = server();
        server.hold();
        try (Socket client = connect(server)) {
            send(client, ASKED);
            server.awaitOpen(1);
            send(client, ASKED);
            client.getInputStream().readAllBytes();
        }
        assertThatThrownBy(server::close).hasMessageContaining("before its answer has ended");
    }

    @Test
    void holdsAnswersAfterTheFirstEventAndKeepsTheConnection() throws Exception {
        try (StreamingServer server = server();
                Socket client = connect(server)) {
            server.hold();
            send(client, ASKED);
            server.awaitOpen(1);
            assertThat(read(client, "1\r\na\r\n2\r\nbc\r\n")).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(client.getInputStream().available()).isZero();
            server.letGo();
            assertThat(read(client, "0\r\n\r\n")).isEqualTo("1\r\nd\r\n1\r\ne\r\n0\r\n\r\n");
            server.awaitOpen(0);
            send(client, ASKED);
            assertThat(read(client, "0\r\n\r\n")).contains("bc");
            assertThat(server.accepted()).isOne();
        }
    }

    @Test
    void countsClientsThatHangUpEarly() throws Exception {
        try (StreamingServer server = server()) {
            server.hold();
            try (Socket client = connect(server)) {
                send(client, ASKED);
                server.awaitOpen(1);
            }
            server.awaitHangUps(1);
            server.awaitOpen(0);
            assertThat(server.hangUps()).isOne();
        }
    }

    private static StreamingServer server() throws IOException {
        return new StreamingServer(number ->
                Stream.of("abc", "de").map(event -> event.getBytes(US_ASCII)).iterator());
    }

    private static Socket connect(StreamingServer server) throws IOException {
        URI url = URI.create(server.url());
        return new Socket(url.getHost(), url.getPort());
    }

    private static void send(Socket client, String request) throws IOException {
        client.getOutputStream().write(request.getBytes(US_ASCII));
    }

    private static String read(Socket client, String until) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(until) < 0) {
            int octet = client.getInputStream().read();
            assertThat(octet).as("after %s", text).isNotNegative();
            text.append((char) octet);
        }
        return text.toString();
    }
}
