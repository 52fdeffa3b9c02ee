/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.workbench;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers the requests of the page. Thread-safe. */
final class WorkbenchPage {
    private static final String STATE = "/workbench/state";
    private static final String COMMANDS = "/workbench/commands";
    private static final int MAX_BODY_BYTES = 4 * Desk.MAX_TEXT;
    private static final String JSON = "application/json; charset=utf-8";

    private final Workbench bench;
    private final JsonMapper mapper = JsonMapper.shared();
    private final Map<String, PageFile> files = new LinkedHashMap<>();

    @SuppressWarnings("ArrayRecordComponent") // sent to clients, never compared
    private record PageFile(String type, byte[] body) {}

    WorkbenchPage(Workbench bench) {
        this.bench = bench;
        add("/", "workbench.html", "text/html; charset=utf-8");
        add("/workbench.js", "workbench.js", "text/javascript; charset=utf-8");
        add("/workbench.css", "workbench.css", "text/css; charset=utf-8");
    }

    private void add(String path, String file, String type) {
        try (InputStream in = WorkbenchPage.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing from the jar");
            }
            files.put(path, new PageFile(type, in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers a request to the page's own server. */
    void serve(HttpExchange exchange) throws IOException {
        PageFile file = files.get(exchange.getRequestURI().getPath());
        if (handle(exchange)) {
            return;
        }
        if (file == null) {
            LoopbackServer.respond(exchange, 404, "nothing here");
        } else if (!LoopbackServer.refuseMethod(exchange, "GET", "HEAD")) {
            LoopbackServer.send(exchange, 200, file.type(), file.body());
        }
    }

    /** Answers a request for the state, or a command; returns whether it was one. */
    boolean handle(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath()) {
            case STATE -> {
                if (!LoopbackServer.refuseMethod(exchange, "GET")) {
                    sendState(exchange);
                }
                return true;
            }
            case COMMANDS -> {
                if (!LoopbackServer.refuseMethod(exchange, "POST")) {
                    byte[] body = LoopbackServer.readJson(exchange, MAX_BODY_BYTES);
                    if (body != null) {
                        command(exchange, body);
                    }
                }
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    private void sendState(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        long known = query != null && query.matches("since=\\d{1,18}")
                ? Long.parseLong(query.substring("since=".length()))
                : -1;
        DeskState state = bench.desk().state(known);
        if (state == null) {
            exchange.sendResponseHeaders(204, -1);
        } else {
            LoopbackServer.send(exchange, 200, JSON, mapper.writeValueAsBytes(state));
        }
    }

    private void command(HttpExchange exchange, byte[] body) throws IOException {
        JsonNode json = parse(body);
        String what = json.path("do").asString("");
        boolean done;
        switch (what) {
            case "answer" -> {
                String text = json.path("text").asString("");
                if (text.isEmpty() || text.length() > Desk.MAX_TEXT) {
                    LoopbackServer.respond(
                            exchange, 400, "expected 1 to " + Desk.MAX_TEXT + " characters");
                    return;
                }
                done = bench.desk().answer(number(json), text);
            }
            case "pass" -> done = bench.desk().pass(number(json));
            case "take", "release" -> {
                int agent = json.path("agent").asInt(-1);
                done = bench.desk().knows(agent)
                        && bench.later(() -> change(agent, what.equals("take")));
            }
            default -> {
                LoopbackServer.respond(
                        exchange, 400, "no such command (expected answer, pass, take or release)");
                return;
            }
        }
        LoopbackServer.respond(
                exchange,
                done ? 202 : 409,
                done ? "the game hears of it with its next tick" : "it does not wait any more");
    }

    private void change(int agent, boolean take) {
        if (!bench.desk().knows(agent)) {
            return; // gone meanwhile
        }
        if (take) {
            bench.take(agent);
        } else {
            bench.release(agent);
        }
    }

    private JsonNode parse(byte[] body) {
        try {
            return mapper.readTree(body);
        } catch (JacksonException e) {
            return mapper.createObjectNode(); // no command, without details of the parser
        }
    }

    private static long number(JsonNode json) {
        return json.path("number").asLong(-1);
    }
}
