/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.triune.llm.provider.Stage;
import dev.triune.llm.provider.Stage.Act;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model server with the interface of llama.cpp's, which behaves well or badly: in the process of
 * a test, or as a program of its own.
 */
final class FakeModelServer implements AutoCloseable {
    private static final Pattern QUESTION = Pattern.compile("#\\d+#");

    private final HttpServer server;
    private final String key;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "fake-model");
        thread.setDaemon(true);
        return thread;
    });
    private final CountDownLatch closed = new CountDownLatch(1);
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch hungUp = new CountDownLatch(1);
    volatile Act act = Act.ANSWER;

    /** The looks at its health that find it loading, and after which it hangs. */
    final AtomicInteger loading = new AtomicInteger();

    final AtomicInteger healthy = new AtomicInteger(Integer.MAX_VALUE);

    FakeModelServer(int port, String key) throws IOException {
        this.key = key;
        this.server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        server.setExecutor(threads);
        server.createContext("/health", this::health);
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void health(HttpExchange exchange) throws IOException {
        if (loading.getAndDecrement() > 0) {
            send(exchange, 503, "{\"error\":{\"message\":\"Loading model\",\"code\":503}}");
        } else if (healthy.getAndDecrement() > 0) {
            send(exchange, 200, "{\"status\":\"ok\"}");
        } else {
            await(closed);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (!("Bearer " + key).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            send(exchange, 401, "{\"error\":{\"message\":\"Invalid API Key\",\"code\":401}}");
            return;
        }
        if (asked.contains("crash")) {
            Runtime.getRuntime().halt(139);
        }
        begun.countDown();
        if (act == Act.HANG) {
            await(closed);
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        String said = text(asked);
        try (OutputStream body = exchange.getResponseBody()) {
            switch (act) {
                case ANSWER -> {
                    write(body, delta(said.substring(0, 5)));
                    write(body, delta(said.substring(5)));
                    write(
                            body,
                            "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
                                    + "\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":9}}");
                    write(body, "[DONE]");
                }
                case BREAK -> write(body, delta(said.substring(0, 5)));
                case ERROR_IN_MID_ANSWER -> {
                    write(body, delta(said.substring(0, 5)));
                    write(body, "{\"error\":{\"message\":\"no memory for " + Stage.SECRET + "\"}}");
                }
                case DAWDLE -> {
                    while (closed.getCount() > 0) {
                        write(body, delta("..."));
                    }
                }
                default -> throw new AssertionError("not in the repertoire: " + act);
            }
        } catch (IOException e) {
            hungUp.countDown();
        }
    }

    /** Returns the answer to a question. */
    static String text(String asked) {
        Matcher question = QUESTION.matcher(asked);
        return "It is so, and größer than you think " + (question.find() ? question.group() : "");
    }

    private static String delta(String text) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}";
    }

    private static void write(OutputStream body, String data) throws IOException {
        body.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        body.flush();
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    /** Writes a program that starts this server, for {@link ServerProcess}. */
    static Path program(Path folder) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return script(
                folder.resolve("llama-server"),
                "exec '" + java + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx64m -cp '"
                        + System.getProperty("java.class.path") + "' "
                        + FakeModelServer.class.getName() + " \"$@\"");
    }

    static Path script(Path file, String text) {
        try {
            Files.writeString(file, "#!/bin/sh\n" + text + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            return file.toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs as a program. */
    public static void main(String[] words) throws IOException {
        List<String> arguments = List.of(words);
        String mode = arguments.contains("--fake") ? after("--fake", arguments) : "well";
        int port = Integer.parseInt(after("--port", arguments));
        if (mode.equals("unknown")) {
            System.out.println("llama_model_load: error: unknown model architecture: 'qwen9'");
            System.exit(1);
        }
        if (mode.equals("stubborn")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> await(new CountDownLatch(1))));
        }
        if (mode.equals("chatty")) {
            for (int i = 0; i < 100_000; i++) {
                System.out.println("load_tensors: " + i + " of a log without an end");
            }
        }
        @SuppressWarnings("resource") // it runs until it is ended
        FakeModelServer server = new FakeModelServer(port, System.getenv("LLAMA_API_KEY"));
        server.loading.set(mode.equals("slow") ? 5 : mode.equals("endless") ? 1 << 30 : 0);
        server.healthy.set(mode.equals("hangs") ? 1 : 1 << 30);
        await(server.closed);
    }

    private static String after(String name, List<String> arguments) {
        return arguments.get(arguments.indexOf(name) + 1);
    }
}
