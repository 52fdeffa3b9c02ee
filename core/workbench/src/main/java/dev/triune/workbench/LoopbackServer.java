/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.workbench;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server for pages on this machine. It listens on the loopback interface only, refuses
 * requests that are for another host or come from another page, and its threads are daemons of
 * limited number. Thread-safe.
 */
public final class LoopbackServer implements AutoCloseable {
    private static final int CONNECTIONS = 32;
    private static final String CSP = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Set<String> hosts;

    /** Answers the requests that passed the checks; called on the threads of the server. */
    @FunctionalInterface
    public interface Handler {
        /** Answers a request, which is closed afterwards. */
        void handle(HttpExchange exchange) throws IOException;
    }

    /**
     * Creates the server and starts to listen.
     *
     * @param name the beginning of the names of its threads
     * @param port the port, or 0 for a free one
     * @param threadCount the number of requests that are answered at the same time, 1 or more
     * @throws IOException if the port is not available
     */
    public LoopbackServer(String name, int port, int threadCount, Handler handler)
            throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        server = HttpServer.create(new InetSocketAddress(loopback, port), CONNECTIONS);
        hosts = Set.of("127.0.0.1:" + port(), "localhost:" + port(), "[::1]:" + port());
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                threadCount,
                threadCount,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(CONNECTIONS),
                work -> {
                    Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, handler));
        start(name);
    }

    /** Starts the server from a daemon thread, so that its own thread becomes one, too. */
    private void start(String name) throws IOException {
        Thread starter = new Thread(server::start, name + "-start");
        starter.setDaemon(true);
        starter.start();
        try {
            starter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the server was opened");
        }
    }

    /** Returns the port. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Returns the address for a browser. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    private void answer(HttpExchange exchange, Handler handler) throws IOException {
        try (exchange) {
            addSecurityHeaders(exchange.getResponseHeaders());
            if (isOwnPage(exchange.getRequestHeaders())) {
                handler.handle(exchange);
            } else {
                respond(exchange, 403, "this view is for pages of its own, on this machine");
            }
        }
    }

    /**
     * Returns whether a request is for this server, and from its own page or without an origin:
     * other sites can make a browser send requests.
     */
    private boolean isOwnPage(Headers headers) {
        String host = headers.getFirst("Host");
        String origin = headers.getFirst("Origin");
        return host != null
                && hosts.contains(host)
                && (origin == null || origin.equals("http://" + host));
    }

    private static void addSecurityHeaders(Headers headers) {
        headers.set("Cache-Control", "no-store");
        headers.set("Content-Security-Policy", CSP);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
    }

    // ---- requests and answers

    /** Refuses a request whose method is none of these; returns whether it did. */
    public static boolean refuseMethod(HttpExchange exchange, String... methods)
            throws IOException {
        if (Set.of(methods).contains(exchange.getRequestMethod())) {
            return false;
        }
        exchange.getResponseHeaders().set("Allow", String.join(", ", methods));
        respond(exchange, 405, "expected " + String.join(" or ", methods));
        return true;
    }

    /**
     * Reads the body of a request, which must be JSON by its type; which other sites cannot send
     * without asking.
     *
     * @param maxBytes the maximum size in bytes
     * @return the body; null if the request was refused
     */
    public static byte @Nullable [] readJson(HttpExchange exchange, int maxBytes)
            throws IOException {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !type.startsWith("application/json")) {
            respond(exchange, 415, "expected application/json");
            return null;
        }
        byte[] body = exchange.getRequestBody().readNBytes(maxBytes + 1);
        if (body.length > maxBytes) {
            exchange.getResponseHeaders().set("Connection", "close");
            respond(exchange, 413, "expected at most " + maxBytes + " bytes");
            return null;
        }
        return body;
    }

    /** Answers with a line of text. */
    public static void respond(HttpExchange exchange, int status, @Nullable String words)
            throws IOException {
        byte[] body = (words + "\n").getBytes(StandardCharsets.UTF_8);
        send(exchange, status, "text/plain; charset=utf-8", body);
    }

    /** Answers with a body of a media type; with its length alone to {@code HEAD}. */
    public static void send(HttpExchange exchange, int status, String type, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** Closes the connections. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
