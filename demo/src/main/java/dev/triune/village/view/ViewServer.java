/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The HTTP server of the view: the page, its stream of events, and commands. It listens on the
 * loopback interface only, and its threads are daemons of limited number.
 */
final class ViewServer implements AutoCloseable {
    /** The maximum size of a command, in bytes. */
    static final int MAX_BODY_BYTES = 4_096;

    private static final int THREADS = FrameBroadcaster.MAX_VIEWERS + 4;
    private static final int CONNECTIONS = 32;
    private static final int MAX_COMMANDS = 64;
    private static final long CLOSE_GRACE_MILLIS = 5_000;
    private static final String EVENTS = "/events";
    private static final String COMMANDS = "/commands";
    private static final String CSP = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";

    private final StaticFiles pages = new StaticFiles();
    private final ViewCommandReader reader = new ViewCommandReader();
    private final FrameBroadcaster broadcast;
    private final Queue<ViewCommand> commands;
    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Set<String> hosts;

    /**
     * Creates the server and starts to listen.
     *
     * @throws IOException if the port is not available
     */
    ViewServer(int port, FrameBroadcaster frameBroadcaster, Queue<ViewCommand> commands)
            throws IOException {
        this.broadcast = frameBroadcaster;
        this.commands = commands;
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        server = HttpServer.create(new InetSocketAddress(loopback, port), CONNECTIONS);
        hosts = Set.of("127.0.0.1:" + port(), "localhost:" + port(), "[::1]:" + port());
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(CONNECTIONS),
                work -> {
                    Thread thread = new Thread(work, "view-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        start();
    }

    /** Starts the server from a daemon thread, so that its own thread becomes one, too. */
    private void start() throws IOException {
        Thread starter = new Thread(server::start, "view-start");
        starter.setDaemon(true);
        starter.start();
        try {
            starter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the view was opened");
        }
    }

    /** Returns the port. */
    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            addSecurityHeaders(exchange.getResponseHeaders());
            if (!isOwnPage(exchange.getRequestHeaders())) {
                respond(exchange, 403, "this view is for pages of its own, on this machine");
                return;
            }
            route(exchange);
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

    private void route(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean post = COMMANDS.equals(path);
        StaticFiles.StaticFile staticFile = pages.find(path);
        List<String> methods = post
                ? List.of("POST")
                : staticFile == null ? List.of("GET") : List.of("GET", "HEAD");
        if (staticFile == null && !post && !EVENTS.equals(path)) {
            respond(exchange, 404, "nothing here");
        } else if (!methods.contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", String.join(", ", methods));
            respond(exchange, 405, "expected " + String.join(" or ", methods));
        } else if (staticFile != null) {
            send(exchange, 200, staticFile.type(), staticFile.body());
        } else if (post) {
            command(exchange);
        } else {
            stream(exchange);
        }
    }

    // ---- commands

    private void command(HttpExchange exchange) throws IOException {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !type.startsWith("application/json")) {
            respond(exchange, 415, "expected application/json");
            return;
        }
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            exchange.getResponseHeaders().set("Connection", "close");
            respond(exchange, 413, "expected at most " + MAX_BODY_BYTES + " bytes");
            return;
        }
        StaticScene staticScene = broadcast.staticScene();
        if (staticScene == null) {
            respond(exchange, 503, "the village is not there yet");
            return;
        }
        try {
            acceptCommand(exchange, reader.parse(body), staticScene);
        } catch (ViewCommandReader.InvalidCommandException e) {
            respond(exchange, 400, String.valueOf(e.getMessage()));
        }
    }

    private void acceptCommand(HttpExchange exchange, JsonNode json, StaticScene staticScene)
            throws IOException, ViewCommandReader.InvalidCommandException {
        int villagers = broadcast.villagers();
        if (ViewCommandReader.isInspect(json)) {
            ViewCommandReader.InspectCommand inspectCommand =
                    ViewCommandReader.readInspect(json, villagers);
            boolean known = broadcast.inspect(inspectCommand.viewer(), inspectCommand.villager());
            respond(exchange, known ? 202 : 404, known ? "watching" : "no such viewer");
            return;
        }
        ViewCommand viewCommand =
                ViewCommandReader.readCommand(json, villagers, staticScene.speeds());
        String refusal = staticScene.refusal(viewCommand);
        if (!refusal.isEmpty()) {
            respond(exchange, 409, refusal);
        } else if (commands.size() < MAX_COMMANDS) { // or a few more, with several viewers
            commands.add(viewCommand);
            respond(exchange, 202, "the village hears of it with its next update");
        } else {
            exchange.getResponseHeaders().set("Retry-After", "1");
            respond(exchange, 503, "too many commands at once");
        }
    }

    // ---- the stream

    private void stream(HttpExchange exchange) throws IOException {
        Viewer viewer = broadcast.connect();
        if (viewer == null) {
            respond(
                    exchange,
                    503,
                    "too many viewers (at most " + FrameBroadcaster.MAX_VIEWERS + ")");
            return;
        }
        try {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", "text/event-stream; charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            // Complete it first: a browser drops the unread rest of a response that breaks off.
            try (OutputStream out = exchange.getResponseBody()) {
                viewer.serve(broadcast, out);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it was stuck, or the server closes
        } finally {
            broadcast.disconnect(viewer);
        }
    }

    // ---- answers

    private static void addSecurityHeaders(Headers headers) {
        headers.set("Cache-Control", "no-store");
        headers.set("Content-Security-Policy", CSP);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
    }

    private static void respond(HttpExchange exchange, int status, @Nullable String words)
            throws IOException {
        byte[] body = (words + "\n").getBytes(StandardCharsets.UTF_8);
        send(exchange, status, "text/plain; charset=utf-8", body);
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body)
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

    /** Waits a moment until viewers have received the end, then closes the connections. */
    @Override
    public void close() {
        broadcast.awaitEnd(CLOSE_GRACE_MILLIS);
        broadcast.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
