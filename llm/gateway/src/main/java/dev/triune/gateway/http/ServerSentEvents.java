/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** Encodes server-sent events. */
public final class ServerSentEvents {
    private static final byte[] BEGIN = "data: ".getBytes(StandardCharsets.US_ASCII);

    private ServerSentEvents() {}

    /** Encodes an event with a JSON value. */
    public static byte[] of(JsonNode value) {
        byte[] json = Json.bytes(value);
        byte[] event = new byte[BEGIN.length + json.length + 2];
        System.arraycopy(BEGIN, 0, event, 0, BEGIN.length);
        System.arraycopy(json, 0, event, BEGIN.length, json.length);
        event[event.length - 2] = '\n';
        event[event.length - 1] = '\n';
        return event;
    }

    /** Encodes an event with one line of text. */
    public static byte[] of(String line) {
        return ("data: " + line + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
