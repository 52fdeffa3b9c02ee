/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Parses a JSON object, offered in slices, as a plan. Values are plain and immutable: String, Long,
 * Double, Boolean, List and Map; nulls are left out, and the last of equal keys counts. Not
 * thread-safe.
 */
final class PlanObject implements AutoCloseable {
    private static final String ACTION = "action";
    private static final String GOAL = "goal";
    private static final String SPEAKING = "speaking";
    private static final Set<String> KEYS = Set.of(ACTION, SPEAKING, "to", GOAL, "thinking");
    private static final byte[] BRACE = {'{'};

    enum State {
        OPEN,
        /** A part is whole; {@link #part} has it. There may be more to come of the same bytes. */
        PART,
        /** The object is complete; what follows is no part of it. */
        CLOSED,
        NOT_JSON,
        /** A limit is exceeded; {@link #limit} says which. */
        BEYOND_LIMIT
    }

    private enum Place {
        IN_OBJECT,
        IN_VALUE,
        IN_ACTIONS,
        AFTER_OBJECT
    }

    /** An object that is a value of its own; its members are for the part to keep and to change. */
    private record Members(Map<String, Object> all) {
        String text(String name) {
            return all.get(name) instanceof String text ? text : "";
        }
    }

    private final JsonTokenizer json = new JsonTokenizer();
    private Place place = Place.IN_OBJECT;
    private String key = "";
    private boolean plan;
    private String limit = "";
    private final boolean tapsSpeech;
    private @Nullable StringTap speech; // reads what is said while it grows; null where nothing is
    private @Nullable AnswerPart part;

    /** The lists and objects whose ends are still to come, as what adds a member to each. */
    private final Deque<BiConsumer<String, Object>> open = new ArrayDeque<>();

    private @Nullable Object value;

    /** Begins after the opening brace; {@code tapsSpeech} reads speech while it grows. */
    PlanObject(boolean tapsSpeech) {
        this.tapsSpeech = tapsSpeech;
        json.offer(BRACE, 0, 1);
        json.next();
    }

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
        } catch (StreamConstraintsException e) {
            limit = e.getOriginalMessage();
            return State.BEYOND_LIMIT;
        } catch (JacksonException e) {
            return State.NOT_JSON;
        }
    }

    /** The part that {@link #next} came to last. */
    AnswerPart part() {
        return Objects.requireNonNull(part, "no part is whole");
    }

    /** What was said since the last call of a text that is not whole yet; empty if nothing. */
    String speechPiece() {
        String piece = speech == null ? "" : speech.piece();
        plan |= !piece.isEmpty();
        return piece;
    }

    /** Whether a key of a plan was read, with its value, a piece of it or the first of its actions. */
    boolean isPlan() {
        return plan;
    }

    String limit() {
        return limit;
    }

    private @Nullable AnswerPart take(JsonToken token) {
        if (!open.isEmpty()) {
            return complete(token);
        }
        if (place == Place.IN_OBJECT) {
            key = json.name();
            place = token == JsonToken.END_OBJECT ? Place.AFTER_OBJECT : Place.IN_VALUE;
            tapSpeech(place == Place.IN_VALUE && key.equals(SPEAKING));
            return null;
        }
        if (place == Place.IN_ACTIONS && token == JsonToken.END_ARRAY) {
            plan = true;
            place = Place.IN_OBJECT;
            return null;
        }
        if (place == Place.IN_VALUE && key.equals(ACTION) && token == JsonToken.START_ARRAY) {
            place = Place.IN_ACTIONS;
            return null;
        }
        return complete(token);
    }

    /** Adds a token to the value at hand, and returns the part that the value is once complete. */
    private @Nullable AnswerPart complete(JsonToken token) {
        switch (token) {
            case PROPERTY_NAME -> {}
            case START_OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                put(open.isEmpty() ? new Members(members) : Collections.unmodifiableMap(members));
                open.push(members::put);
            }
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                put(Collections.unmodifiableList(elements));
                open.push((name, element) -> elements.add(element));
            }
            case END_OBJECT, END_ARRAY -> open.pop();
            default -> put(json.scalar());
        }
        if (!open.isEmpty()) {
            return null;
        }
        place = place == Place.IN_VALUE ? Place.IN_OBJECT : place;
        tapSpeech(false);
        plan |= KEYS.contains(key);
        return part(key, value);
    }

    private void tapSpeech(boolean begins) {
        if (tapsSpeech && begins != (speech != null)) {
            speech = begins ? new StringTap() : null;
            json.tap(speech);
        }
    }

    private void put(@Nullable Object member) {
        BiConsumer<String, Object> parent = open.peek();
        if (parent == null) {
            value = member;
        } else if (member != null) {
            parent.accept(json.name(), member);
        }
    }

    /** The part that a key and its value, or an action, stand for; null for nothing. */
    private static @Nullable AnswerPart part(String key, @Nullable Object value) {
        if (value instanceof String text) {
            return switch (key) {
                case SPEAKING -> new AnswerPart.Speech(text);
                case "to" -> new AnswerPart.Addressee(text);
                case "thinking" -> new AnswerPart.Thought(text);
                case GOAL -> text.isEmpty() ? null : new AnswerPart.Goal("", text);
                case ACTION -> text.isEmpty() ? null : new AnswerPart.Action(text, Map.of());
                default -> new AnswerPart.Unknown(key);
            };
        }
        if (value instanceof Members object && key.equals(ACTION)) {
            String type = object.text("type");
            object.all().remove("type");
            return new AnswerPart.Action(type, Collections.unmodifiableMap(object.all()));
        }
        if (value instanceof Members object && key.equals(GOAL)) {
            return object.all().isEmpty()
                    ? null
                    : new AnswerPart.Goal(object.text("type"), object.text("description"));
        }
        return value == null && KEYS.contains(key) ? null : new AnswerPart.Unknown(key);
    }

    @Override
    public void close() {
        json.close();
    }
}
