/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The threads of {@code triune-gateway serve}. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ServeThreadsTest {
    private static final int STREAMS = 300;
    private static final int MAX_THREADS = 64;
    private static final Pattern ADDRESS = Pattern.compile("listens at (http://\\S+);");
    private static final String BODY =
            "{\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"?\"}]}";

    /** Begins a stream that never ends. */
    private static final String BEGINNING =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                    + "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}\n\n";

    @TempDir
    private Path folder;

    @Test
    void manyOpenStreamsShareAFewThreads() throws Exception {
        int before = Thread.getAllStackTraces().size();
        List<AutoCloseable> open = new ArrayList<>();
        try (ServerSocket upstream =
                new ServerSocket(0, STREAMS, InetAddress.getLoopbackAddress())) {
            daemon("upstream", () -> begin(upstream));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Thread gateway = daemon("serve", () -> serve(config(upstream.getLocalPort()), out));
            open.add(gateway::interrupt);
            URI address = addressIn(out);
            for (int i = 0; i < STREAMS; i++) {
                RawClient client = new RawClient(address);
                open.add(client);
                client.send("POST /v1/chat/completions HTTP/1.1|Host: localhost"
                        + "|Content-Type: application/json|Content-Length: "
                        + BODY.length() + "||" + BODY);
            }
            for (AutoCloseable one : open) {
                if (one instanceof RawClient client) {
                    assertThat(client.readUntil("Hello")).endsWith("Hello");
                }
            }
            assertThat(Thread.getAllStackTraces().size() - before).isLessThanOrEqualTo(MAX_THREADS);
        } finally {
            for (AutoCloseable one : open) {
                one.close();
            }
        }
    }

    private String config(int port) throws IOException {
        String yaml = """
                default-model: small
                providers:
                  local: {url: "http://127.0.0.1:%d/v1", permits: %d}
                """;
        return Files.writeString(folder.resolve("llm.yaml"), yaml.formatted(port, STREAMS))
                .toString();
    }

    private static void serve(String config, ByteArrayOutputStream out) {
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        GatewayApp.run(new String[] {"serve", "--config", config, "--port", "0"}, printed, printed);
    }

    private static URI addressIn(ByteArrayOutputStream out) {
        await().until(() ->
                ADDRESS.matcher(out.toString(StandardCharsets.UTF_8)).find());
        Matcher found = ADDRESS.matcher(out.toString(StandardCharsets.UTF_8));
        assertThat(found.find()).isTrue();
        return URI.create(found.group(1));
    }

    /** Begins a stream for each client, until the test is over. */
    private static void begin(ServerSocket upstream) throws IOException {
        List<Socket> streams = new ArrayList<>();
        while (!upstream.isClosed()) {
            Socket stream = upstream.accept();
            streams.add(stream);
            stream.getInputStream().read();
            stream.getOutputStream().write(BEGINNING.getBytes(StandardCharsets.UTF_8));
        }
    }

    @FunctionalInterface
    private interface Task {
        void run() throws IOException;
    }

    private static Thread daemon(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // its socket was closed: the test is over
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
