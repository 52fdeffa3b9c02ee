/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * What a server says about an error: in an object {@code error}, as a text {@code error}, or flat
 * in the body. Immutable.
 *
 * @param message in the server's words, not redacted; empty if it says nothing
 * @param code a short name or a number as text; empty if there is none
 * @param type a short name; empty if there is none
 */
public record ServerError(String message, String code, String type) {
    private static final Set<String> AUTHENTICATION =
            Set.of("invalid_api_key", "authentication_error", "permission_error");
    private static final Set<String> RATE_LIMIT = Set.of(
            "insufficient_quota",
            "rate_limit_exceeded",
            "rate_limit_error",
            "queue_exceeded",
            "token_quota_exceeded");
    private static final String OVERLOADED = "overloaded_error";

    /** Reads a body, or a chunk of a stream, that may be no JSON at all; never fails. */
    public static ServerError parse(String body) {
        return of(ErrorJson.tree(body));
    }

    /** Reads a body, or a chunk of a stream, that reports an error; never fails. */
    public static ServerError of(JsonNode body) {
        JsonNode error = inside(body);
        if (error.isString()) {
            return new ServerError(error.stringValue(), "", "");
        }
        String message = text(error, "message");
        return new ServerError(
                message.isEmpty() ? detail(error) : message,
                text(error, "code"),
                text(error, "type"));
    }

    /** The part of a body that describes the error; Gemini wraps it in an array. */
    static JsonNode inside(JsonNode body) {
        JsonNode first = body.isArray() ? body.path(0) : body;
        return first.has("error") ? first.path("error") : first;
    }

    /** What servers made with FastAPI say of a request that is badly formed. */
    private static String detail(JsonNode error) {
        JsonNode inner = error.path("message");
        JsonNode detail = (inner.isObject() ? inner : error).path("detail");
        if (!detail.isArray()) {
            return detail.stringValue("");
        }
        return detail.valueStream()
                .map(entry -> location(entry) + text(entry, "msg"))
                .collect(Collectors.joining("; "));
    }

    /** Where the fault is: the names on the way, the last of them in quotes. */
    private static String location(JsonNode entry) {
        JsonNode way = entry.path("loc");
        return way.isEmpty() ? "" : "'" + way.path(way.size() - 1).asString("") + "': ";
    }

    private static String text(JsonNode error, String name) {
        JsonNode value = error.path(name);
        return value.isString() || value.isIntegralNumber() ? value.asString() : "";
    }

    /**
     * The HTTP status this error would have had, had it come before the stream: for servers that
     * find out too late.
     *
     * @return 400 to 599
     */
    public int status() {
        if (code.matches("[45]\\d\\d")) {
            return Integer.parseInt(code);
        }
        if (RATE_LIMIT.stream().anyMatch(this::is)) {
            return 429;
        }
        if (AUTHENTICATION.stream().anyMatch(this::is)) {
            return 401;
        }
        if (is(OVERLOADED)) {
            return 529;
        }
        return is("invalid_request_error") ? 400 : 500;
    }

    /**
     * Whether the server says that it has too much to do. Anthropic names it; Ollama only writes
     * so, which counts where the status agrees.
     */
    boolean isOverloaded() {
        return is(OVERLOADED) || message.startsWith("server busy");
    }

    /** Whether that is the code or the type. */
    public boolean is(String name) {
        return code.equals(name) || type.equals(name);
    }

    /** Without the message, which may repeat the prompt. */
    @Override
    public String toString() {
        return "ServerError[code=" + code + ", type=" + type + "]";
    }
}
