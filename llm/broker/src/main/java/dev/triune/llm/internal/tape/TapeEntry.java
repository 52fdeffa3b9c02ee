/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.Ticket;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * One line of a tape. Immutable. Fields that are missing or of another form throw a
 * {@link RuntimeException}.
 *
 * @param text the line without its sum, as {@link TapeLineWriter#write} writes it
 * @param body the same, read
 * @param turn the turn it belongs to
 * @param event what happened
 */
public record TapeEntry(String text, JsonNode body, long turn, String event) {
    /** An entry of that text. */
    static TapeEntry of(String text, JsonNode body) {
        return new TapeEntry(
                text,
                body,
                body.required("turn").longValue(),
                body.required("event").stringValue());
    }

    public boolean is(String other) {
        return event.equals(other);
    }

    JsonNode field(String name) {
        return body.required(name);
    }

    String text(String name) {
        return field(name).stringValue();
    }

    long number(String name) {
        return field(name).longValue();
    }

    int count(String name) {
        return field(name).intValue();
    }

    Duration duration(String name) {
        return Duration.parse(text(name));
    }

    Ticket ticket() {
        return new Ticket(number("ticket"));
    }

    /** In words, as in {@code submit of agent mira, priority 7}; with its turn if that is another. */
    String describe(long now) {
        StringBuilder words = new StringBuilder(event);
        String before = " of ";
        for (var field : body.properties()) {
            if (!field.getKey().equals("turn") && !field.getKey().equals("event")) {
                JsonNode value = field.getValue();
                String shown = value.isString() ? value.stringValue() : value.toString();
                words.append(before).append(field.getKey()).append(' ');
                words.append(shown.isEmpty() ? "none" : shown);
                before = ", ";
            }
        }
        return turn == now ? words.toString() : words + " in turn " + turn;
    }
}
