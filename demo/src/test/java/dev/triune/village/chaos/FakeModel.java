/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server that speaks OpenAI's protocol, streaming, with plans by chance in the place of a model. Each answer begins with a unique key, so that a test notices when one arrives twice.
 * Thread-safe.
 */
final class FakeModel implements AutoCloseable {
    /** The key of an answer, before its number. */
    static final String SERIAL = "answer-";

    /** Plans and talk of villagers. */
    private static final List<String> ANSWERS = List.of("""
            {"action":[{"type":"gather","target":"wood","amount":5},{"type":"deposit"}],\
            "thinking":"The fire will need it."}""", """
            {"action":[{"type":"gather","target":"berries","amount":6},{"type":"deposit"},\
            {"type":"rest"}],"thinking":"Everybody eats."}""", """
            {"action":[{"type":"go_to","place":"square"},{"type":"rest"}],\
            "thinking":"A walk will do me good."}""", """
            {"action":[{"type":"withdraw","item":"wood","amount":4},\
            {"type":"deposit","where":"fire"}],"thinking":"The night is cold."}""", """
            {"speaking":"Good day. How is the work?"}""", """
            {"speaking":"I have heard of nothing new. And you?","to":"all"}""");

    private static final int THREADS = 32;
    private static final int PIECE = 40;
    private static final int PIECE_MILLIS = 4;

    private final long seed;
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
            JsonMapper.shared().readTree(exchange.getRequestBody());
            long number = serial.incrementAndGet();
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            write(exchange.getResponseBody(), text(number));
        } catch (IOException | RuntimeException gone) {
            broken.incrementAndGet(); // also if the request was cut off
        }
    }

    private String text(long number) {
        String answer = ANSWERS.get(new SplittableRandom(seed + number).nextInt(ANSWERS.size()));
        return "{\"" + SERIAL + number + "\":0," + answer.substring(1);
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
