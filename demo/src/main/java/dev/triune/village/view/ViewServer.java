/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.triune.workbench.LoopbackServer;
import dev.triune.workbench.Workbench;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The HTTP server of the view, for this machine only: the page, its stream of events, and commands.
 */
final class ViewServer implements AutoCloseable {
    /** The maximum size of a command, in bytes. */
    static final int MAX_BODY_BYTES = 4_096;

    private static final int THREADS = FrameBroadcaster.MAX_VIEWERS + 4;
    private static final int MAX_COMMANDS = 64;
    private static final long CLOSE_GRACE_MILLIS = 5_000;
    private static final String EVENTS = "/events";
    private static final String COMMANDS = "/commands";
    private final StaticFiles pages = new StaticFiles();
    private final ViewCommandReader reader = new ViewCommandReader();
    private final FrameBroadcaster broadcast;
    private final Queue<ViewCommand> commands;
    private final @Nullable Workbench bench;
    private final LoopbackServer server;

    /**
     * Creates the server and starts to listen.
     *
     * @param bench answers for its panel in the page; null if there is none
     * @throws IOException if the port is not available
     */
    ViewServer(
            int port,
            FrameBroadcaster frameBroadcaster,
            Queue<ViewCommand> commands,
            @Nullable Workbench bench)
            throws IOException {
        this.broadcast = frameBroadcaster;
        this.commands = commands;
        this.bench = bench;
        server = new LoopbackServer("view", port, THREADS, this::route);
    }

    /** Returns the port. */
    int port() {
        return server.port();
    }

    private void route(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        StaticFiles.StaticFile staticFile = pages.find(path);
        if (staticFile != null) {
            if (!LoopbackServer.refuseMethod(exchange, "GET", "HEAD")) {
                LoopbackServer.send(exchange, 200, staticFile.type(), staticFile.body());
            }
        } else if (path.equals(COMMANDS)) {
            if (!LoopbackServer.refuseMethod(exchange, "POST")) {
                command(exchange);
            }
        } else if (path.equals(EVENTS)) {
            if (!LoopbackServer.refuseMethod(exchange, "GET")) {
                stream(exchange);
            }
        } else if (bench == null || !bench.handle(exchange)) {
            LoopbackServer.respond(exchange, 404, "nothing here");
        }
    }

    // ---- commands

    private void command(HttpExchange exchange) throws IOException {
        byte[] body = LoopbackServer.readJson(exchange, MAX_BODY_BYTES);
        if (body == null) {
            return;
        }
        StaticScene staticScene = broadcast.staticScene();
        if (staticScene == null) {
            LoopbackServer.respond(exchange, 503, "the village is not there yet");
            return;
        }
        try {
            acceptCommand(exchange, reader.parse(body), staticScene);
        } catch (ViewCommandReader.InvalidCommandException e) {
            LoopbackServer.respond(exchange, 400, String.valueOf(e.getMessage()));
        }
    }

    private void acceptCommand(HttpExchange exchange, JsonNode json, StaticScene staticScene)
            throws IOException, ViewCommandReader.InvalidCommandException {
        int villagers = broadcast.villagers();
        if (ViewCommandReader.isInspect(json)) {
            ViewCommandReader.InspectCommand inspectCommand =
                    ViewCommandReader.readInspect(json, villagers);
            boolean known = broadcast.inspect(inspectCommand.viewer(), inspectCommand.villager());
            LoopbackServer.respond(
                    exchange, known ? 202 : 404, known ? "watching" : "no such viewer");
            return;
        }
        ViewCommand viewCommand =
                ViewCommandReader.readCommand(json, villagers, staticScene.speeds());
        String refusal = staticScene.refusal(viewCommand);
        if (!refusal.isEmpty()) {
            LoopbackServer.respond(exchange, 409, refusal);
        } else if (commands.size() < MAX_COMMANDS) { // or a few more, with several viewers
            commands.add(viewCommand);
            LoopbackServer.respond(exchange, 202, "the village hears of it with its next update");
        } else {
            exchange.getResponseHeaders().set("Retry-After", "1");
            LoopbackServer.respond(exchange, 503, "too many commands at once");
        }
    }

    // ---- the stream

    private void stream(HttpExchange exchange) throws IOException {
        Viewer viewer = broadcast.connect();
        if (viewer == null) {
            LoopbackServer.respond(
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

    /** Waits a moment until viewers have received the end, then closes the connections. */
    @Override
    public void close() {
        broadcast.awaitEnd(CLOSE_GRACE_MILLIS);
        broadcast.close();
        server.close();
    }
}
