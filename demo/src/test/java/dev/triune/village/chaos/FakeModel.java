/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.village.mind.VillagerOfflineMind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server that speaks OpenAI's protocol, streaming, with the rules of the villagers in the place
 * of a model. Each answer begins with a unique key, so that a test notices when one arrives twice.
 * Thread-safe.
 */
final class FakeModel implements AutoCloseable {
    /** The key of an answer, before its number. */
    static final String SERIAL = "answer-";

    private static final int THREADS = 32;
    private static final int PIECE = 40;
    private static final int PIECE_MILLIS = 4;

    private final long seed;
    private final VillagerOfflineMind mind = new VillagerOfflineMind();
    private final AtomicLong serial = new AtomicLong();
    private final AtomicLong broken = new AtomicLong();
    private final AtomicInteger threads = new AtomicInteger();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService pool;
    private final HttpServer server;

    /** Starts serving on a free port. */
    FakeModel(long seed) {
        this.seed = seed;
        this.pool = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "chaos-model-" + threads.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        try {
            server = HttpServer.create(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/chat/completions", this::answer);
        server.setExecutor(pool);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** How many answers it has begun. */
    long asked() {
        return serial.get();
    }

    /** How many of them it could not finish because the client had disconnected. */
    long broken() {
        return broken.get();
    }

    private void answer(HttpExchange exchange) {
        try (exchange) {
            JsonNode request = JsonMapper.shared().readTree(exchange.getRequestBody());
            long number = serial.incrementAndGet();
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            write(exchange.getResponseBody(), text(prompt(request), number));
        } catch (IOException | RuntimeException gone) {
            broken.incrementAndGet(); // also if the request was cut off
        }
    }

    private String text(Prompt prompt, long number) {
        String answer = mind.answer(prompt, new SplittableRandom(seed + number));
        return answer.startsWith("{")
                ? "{\"" + SERIAL + number + "\":0," + answer.substring(1)
                : answer;
    }

    private static Prompt prompt(JsonNode request) {
        List<Message> messages = new ArrayList<>();
        for (JsonNode message : request.path("messages")) {
            String text = message.path("content").stringValue("");
            messages.add(
                    switch (message.path("role").stringValue("")) {
                        case "system" -> Message.system(text);
                        case "assistant" -> new Message(Message.Role.ASSISTANT, text);
                        default -> Message.user(text);
                    });
        }
        return new Prompt(messages);
    }

    private void write(OutputStream out, String text) throws IOException {
        for (int from = 0; from < text.length(); from += PIECE) {
            String piece = text.substring(from, Math.min(text.length(), from + PIECE));
            event(
                    out,
                    "{\"choices\":[{\"index\":0,\"delta\":{\"content\":"
                            + JsonMapper.shared().writeValueAsString(piece)
                            + "},\"finish_reason\":null}]}");
            pause();
        }
        event(out, "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
        event(out, "{\"choices\":[],\"usage\":{\"prompt_tokens\":90,\"completion_tokens\":30}}");
        event(out, "[DONE]");
    }

    private static void event(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(UTF_8));
        out.flush();
    }

    /** Pauses like a model that thinks between words. */
    private void pause() {
        try {
            closing.await(PIECE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        pool.shutdownNow();
    }
}
