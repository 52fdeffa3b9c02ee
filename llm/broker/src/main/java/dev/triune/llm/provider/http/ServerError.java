/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a server of the OpenAI family says about an error: in an object {@code error}, as a text
 * {@code error}, or flat in the body. Immutable.
 *
 * @param message in the server's words, not yet redacted; empty if it says nothing
 * @param code a short name or a number as text; empty if there is none
 * @param type a short name; empty if there is none
 */
record ServerError(String message, String code, String type) {
    private static final ServerError SILENT = new ServerError("", "", "");
    private static final Set<String> AUTHENTICATION =
            Set.of("invalid_api_key", "authentication_error", "permission_error");
    private static final Set<String> RATE_LIMIT = Set.of("rate_limit_exceeded", "rate_limit_error");

    /** Reads the body of an answer that reports an error; what is no JSON says nothing. */
    static ServerError parse(JsonMapper json, String body) {
        try {
            return of(json.readTree(body));
        } catch (JacksonException e) {
            return SILENT;
        }
    }

    /** Reads a body, or a chunk of a stream, that reports an error. */
    static ServerError of(JsonNode body) {
        JsonNode first = body.isArray() ? body.path(0) : body;
        JsonNode error = first.has("error") ? first.path("error") : first;
        if (error.isString()) {
            return new ServerError(error.stringValue(), "", "");
        }
        return new ServerError(text(error, "message"), text(error, "code"), text(error, "type"));
    }

    private static String text(JsonNode error, String name) {
        JsonNode value = error.path(name);
        return value.isString() || value.isIntegralNumber() ? value.asString() : "";
    }

    /** Whether the account has no quota left, so that waiting does not help. */
    boolean isQuotaExhausted() {
        return is("insufficient_quota");
    }

    /**
     * The HTTP status this error would have had, had it come before the stream: for servers that
     * find out too late.
     *
     * @return 400 to 599
     */
    int status() {
        if (code.matches("[45]\\d\\d")) {
            return Integer.parseInt(code);
        }
        if (isQuotaExhausted() || RATE_LIMIT.stream().anyMatch(this::is)) {
            return 429;
        }
        if (AUTHENTICATION.stream().anyMatch(this::is)) {
            return 401;
        }
        return is("invalid_request_error") ? 400 : 500;
    }

    private boolean is(String name) {
        return code.equals(name) || type.equals(name);
    }
}
