/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;

/** Reads a gateway's answer to a sign of life. */
public final class HeartbeatReply {
    private OptionalInt activeGames = OptionalInt.empty();

    private HeartbeatReply() {}

    /** How many games share its keys, this one among them; empty if it does not say. */
    public static OptionalInt activeGames(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        HeartbeatReply reply = new HeartbeatReply();
        try (JsonEventReader json = new JsonEventReader()) {
            json.begin(bytes, 0, bytes.length);
            json.fields(reply::field);
        } catch (JacksonException notJson) {
            return OptionalInt.empty();
        }
        return reply.activeGames;
    }

    private void field(String name, JsonEventReader value) {
        if (name.equals("activeGames") && value.isNumber()) {
            activeGames = OptionalInt.of((int) value.tokens());
        }
    }
}
