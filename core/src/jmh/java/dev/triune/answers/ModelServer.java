/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.triune.llm.Prompt;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A model's server on the loopback interface, in a separate process. Streams answers in the format
 * of the OpenAI family within about 50 ms. Prints its port, and exits when its input ends.
 */
public final class ModelServer {
    private static final int THREADS = 128;
    private static final int PIECE = 12;
    private static final long NANOS_BETWEEN = 2_000_000;

    /** The text that marks prompts for talk; {@link PlanWriter} checks nothing else. */
    private static final String TALKERS = "What do you say";

    private ModelServer() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        // otherwise Nagle's algorithm delays small writes
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        server.setExecutor(threads);
        server.createContext("/", ModelServer::answer);
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // nothing is expected
        }
        server.stop(0);
        threads.shutdownNow();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String question = new String(body, StandardCharsets.UTF_8).contains(TALKERS) ? TALKERS : "";
        String answer = new PlanWriter()
                .answer(
                        Prompt.of(question),
                        new SplittableRandom(ThreadLocalRandom.current().nextLong()));
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (int at = 0; at < answer.length(); at += PIECE) {
                String piece = answer.substring(at, Math.min(answer.length(), at + PIECE));
                send(
                        out,
                        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":" + quoted(piece)
                                + "}}]}");
                LockSupport.parkNanos(NANOS_BETWEEN);
            }
            send(
                    out,
                    String.format(
                            Locale.ROOT,
                            "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
                                    + "\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":%d}}",
                            body.length / 4,
                            answer.length() / 4));
            send(out, "[DONE]");
        }
    }

    private static void send(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Escapes a text as a JSON string, as far as the writer's answers need it. */
    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
