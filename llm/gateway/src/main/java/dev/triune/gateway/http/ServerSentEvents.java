/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** Encodes server-sent events. */
public final class ServerSentEvents {
    private static final byte[] BEGIN = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = {'\n', '\n'};

    private ServerSentEvents() {}

    /** Encodes an event with a JSON value. */
    public static byte[] of(JsonNode value) {
        return Json.join(BEGIN, Json.bytes(value), END);
    }

    /** Encodes a named event with a JSON value. */
    public static byte[] of(String name, JsonNode value) {
        return Json.join(("event: " + name + "\n").getBytes(StandardCharsets.UTF_8), of(value));
    }

    /** Encodes an event with one line of text. */
    public static byte[] of(String line) {
        return ("data: " + line + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
