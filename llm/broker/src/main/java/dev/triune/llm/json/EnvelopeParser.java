/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.json;

import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Parses one JSON object, byte by byte, as the envelope of a plan. A part is handed out by the byte
 * that makes it whole. Not thread-safe.
 */
final class EnvelopeParser implements AutoCloseable {
    private static final String ACTION = "action";

    /** What a byte led to. */
    enum State {
        /** The object goes on. */
        OPEN,
        /** The object is complete; what follows is no part of it. */
        CLOSED,
        /** The byte cannot be where it is. */
        NOT_JSON,
        /** A limit is exceeded; {@link #limit} says which. */
        BEYOND_LIMIT
    }

    private enum Place {
        BEFORE_OBJECT,
        IN_OBJECT,
        IN_VALUE,
        IN_ACTIONS,
        AFTER_OBJECT
    }

    private final JsonTokens json = new JsonTokens();
    private final ValueBuilder builder = new ValueBuilder();
    private Place place = Place.BEFORE_OBJECT;
    private String key = "";
    private String limit = "";

    /** Takes the next byte and hands out what it completes. To be called while open only. */
    State read(byte octet, Consumer<AnswerPart> out) {
        try {
            json.offer(octet);
            JsonToken token = json.next();
            while (token != null) {
                take(token, out);
                token = place == Place.AFTER_OBJECT ? null : json.next();
            }
        } catch (UnreadableJson e) {
            limit = e.limit();
            return limit.isEmpty() ? State.NOT_JSON : State.BEYOND_LIMIT;
        }
        return place == Place.AFTER_OBJECT ? State.CLOSED : State.OPEN;
    }

    /** The limit that was exceeded, in words. */
    String limit() {
        return limit;
    }

    private void take(JsonToken token, Consumer<AnswerPart> out) throws UnreadableJson {
        switch (place) {
            case BEFORE_OBJECT -> place = Place.IN_OBJECT;
            case IN_OBJECT -> nameOrEnd(token);
            case IN_VALUE -> valueOrActions(token, out);
            case IN_ACTIONS -> actionOrEnd(token, out);
            case AFTER_OBJECT -> {}
        }
    }

    private void nameOrEnd(JsonToken token) throws UnreadableJson {
        if (token == JsonToken.END_OBJECT) {
            place = Place.AFTER_OBJECT;
        } else {
            key = json.text();
            place = Place.IN_VALUE;
        }
    }

    private void valueOrActions(JsonToken token, Consumer<AnswerPart> out) throws UnreadableJson {
        if (key.equals(ACTION) && token == JsonToken.START_ARRAY && builder.isBetweenValues()) {
            place = Place.IN_ACTIONS;
        } else if (builder.complete(token, json)) {
            place = Place.IN_OBJECT;
            hand(builder.value(), out);
        }
    }

    private void actionOrEnd(JsonToken token, Consumer<AnswerPart> out) throws UnreadableJson {
        if (token == JsonToken.END_ARRAY && builder.isBetweenValues()) {
            place = Place.IN_OBJECT;
        } else if (builder.complete(token, json)) {
            hand(builder.value(), out);
        }
    }

    private void hand(@Nullable Object value, Consumer<AnswerPart> out) {
        PartOfPlan.of(key, value).ifPresent(out);
    }

    @Override
    public void close() {
        json.close();
    }
}
