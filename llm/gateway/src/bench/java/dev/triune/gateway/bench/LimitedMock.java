/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A mock of a model's server with the limits of a small account: so many requests in any minute, a
 * tenth of them in any second, errors now and then, and answers after 0.4 to 1.6 s. What is beyond
 * the limits is refused with 429 and {@code Retry-After}. {@code GET /counts} tells what it has
 * answered and refused.
 */
final class LimitedMock {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int perMinute;
    private final int errorPercent;
    private final Random random = new Random(7);
    private final Deque<Long> taken = new ArrayDeque<>();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    private final HttpServer server;
    private int answered;
    private int refused;
    private int failed;

    /**
     * Creates a server that does not listen yet.
     *
     * @throws IOException if the port is taken
     */
    LimitedMock(int port, int perMinute, int errorPercent) throws IOException {
        this.perMinute = perMinute;
        this.errorPercent = errorPercent;
        server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
        server.createContext(Chat.PATH, this::chat);
        server.createContext("/counts", this::counts);
        server.setExecutor(Executors.newFixedThreadPool(4));
    }

    /** Serves until the process exits. */
    void run() throws InterruptedException {
        server.start();
        Thread.currentThread().join();
    }

    private void chat(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        long wait;
        boolean fails;
        long pause;
        synchronized (this) {
            wait = take(System.nanoTime());
            fails = random.nextInt(100) < errorPercent;
            pause = 400 + random.nextInt(1_200);
            refused += wait > 0 ? 1 : 0;
            failed += wait == 0 && fails ? 1 : 0;
            answered += wait == 0 && !fails ? 1 : 0;
        }
        if (wait > 0) {
            exchange.getResponseHeaders()
                    .add("Retry-After", Long.toString((wait + SECOND - 1) / SECOND));
            send(
                    exchange,
                    429,
                    "{\"error\":{\"message\":\"too many requests\","
                            + "\"type\":\"requests\",\"code\":\"rate_limit_exceeded\"}}");
        } else {
            timer.schedule(
                    () -> send(
                            exchange,
                            fails ? 500 : 200,
                            fails ? "{\"error\":{\"message\":\"try again\"}}" : Chat.answer()),
                    pause,
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Takes a place in the windows; returns 0, or the nanoseconds until there is one. */
    private long take(long now) {
        while (!taken.isEmpty() && taken.peekFirst() <= now - MINUTE) {
            taken.removeFirst();
        }
        if (taken.size() >= perMinute) {
            return taken.peekFirst() + MINUTE - now;
        }
        long lately = taken.stream().filter(each -> each > now - SECOND).count();
        if (lately >= Math.max(1, perMinute / 10)) {
            return SECOND;
        }
        taken.addLast(now);
        return 0;
    }

    private synchronized void counts(HttpExchange exchange) {
        send(exchange, 200, answered + " " + refused + " " + failed);
    }

    private static void send(HttpExchange exchange, int status, String text) {
        byte[] body = text.getBytes(UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            System.err.println("an answer was not sent: " + e.getMessage());
        }
    }
}
