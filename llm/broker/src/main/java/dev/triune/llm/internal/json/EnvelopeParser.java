/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Parses one JSON object, which is offered in slices, as the envelope of a plan. A part is found by
 * the byte that makes it whole. Not thread-safe.
 */
final class EnvelopeParser implements AutoCloseable {
    private static final String ACTION = "action";

    /** What the bytes led to. */
    enum State {
        /** The object goes on after all bytes offered. */
        OPEN,
        /** A part is whole; {@link #part} has it. There may be more to come of the same bytes. */
        PART,
        /** The object is complete; what follows is no part of it. */
        CLOSED,
        /** A byte cannot be where it is. */
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

    private final JsonTokenizer json = new JsonTokenizer();
    private final ValueBuilder builder = new ValueBuilder();
    private Place place = Place.BEFORE_OBJECT;
    private String key = "";
    private String limit = "";
    private @Nullable AnswerPart part;

    /** Adds bytes, which must not change until they are read. To be called while open only. */
    void offer(byte[] bytes, int from, int to) {
        json.offer(bytes, from, to);
    }

    /** Reads on to the next part, the end of the object, or as far as the bytes go. */
    State next() {
        try {
            while (place != Place.AFTER_OBJECT) {
                JsonToken token = json.next();
                if (token == null) {
                    return State.OPEN;
                }
                part = take(token);
                if (part != null) {
                    return State.PART;
                }
            }
            return State.CLOSED;
        } catch (UnreadableJsonException e) {
            limit = e.limit();
            return limit.isEmpty() ? State.NOT_JSON : State.BEYOND_LIMIT;
        }
    }

    /** The part that {@link #next} came to last. */
    AnswerPart part() {
        return Objects.requireNonNull(part, "no part is whole");
    }

    /** The limit that was exceeded, in words. */
    String limit() {
        return limit;
    }

    private @Nullable AnswerPart take(JsonToken token) throws UnreadableJsonException {
        return switch (place) {
            case BEFORE_OBJECT -> opened();
            case IN_OBJECT -> nameOrEnd(token);
            case IN_VALUE -> valueOrActions(token);
            case IN_ACTIONS -> actionOrEnd(token);
            case AFTER_OBJECT -> null;
        };
    }

    private @Nullable AnswerPart opened() {
        place = Place.IN_OBJECT;
        return null;
    }

    private @Nullable AnswerPart nameOrEnd(JsonToken token) throws UnreadableJsonException {
        if (token == JsonToken.END_OBJECT) {
            place = Place.AFTER_OBJECT;
        } else {
            key = json.text();
            place = Place.IN_VALUE;
        }
        return null;
    }

    private @Nullable AnswerPart valueOrActions(JsonToken token) throws UnreadableJsonException {
        if (key.equals(ACTION) && token == JsonToken.START_ARRAY && builder.isBetweenValues()) {
            place = Place.IN_ACTIONS;
        } else if (builder.complete(token, json)) {
            place = Place.IN_OBJECT;
            return PlanParts.of(key, builder.value()).orElse(null);
        }
        return null;
    }

    private @Nullable AnswerPart actionOrEnd(JsonToken token) throws UnreadableJsonException {
        if (token == JsonToken.END_ARRAY && builder.isBetweenValues()) {
            place = Place.IN_OBJECT;
        } else if (builder.complete(token, json)) {
            return PlanParts.of(key, builder.value()).orElse(null);
        }
        return null;
    }

    @Override
    public void close() {
        json.close();
    }
}
