/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import java.nio.charset.StandardCharsets;
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
    private static final String THINKING = "thinking";
    private static final String TYPE = "type";
    private static final Set<String> DECISIONS = Set.of(ACTION, SPEAKING, "to", GOAL);

    enum State {
        OPEN,
        /** {@link #part} is complete; the same bytes may contain more. */
        PART,
        /** The object is complete; what follows is not part of it. */
        CLOSED,
        NOT_JSON,
        /** A limit was exceeded; {@link #limit} describes it. */
        BEYOND_LIMIT
    }

    private enum Place {
        IN_OBJECT,
        IN_VALUE,
        IN_ACTIONS,
        AFTER_OBJECT
    }

    /** A top-level object value, whose members the part may keep and change. */
    private record Members(Map<String, Object> all) {
        String text(String name) {
            return all.get(name) instanceof String text ? text : "";
        }
    }

    private final JsonTokenizer json = new JsonTokenizer();
    private Place place = Place.IN_OBJECT;
    private String key = "";
    private final boolean inList;
    private boolean bareSteps; // whether the list that the object is in is the list of steps
    private boolean plan;
    private boolean decided;
    private String limit = "";
    private final boolean tapsSpeech;
    private @Nullable StringTap speech; // reads the speech as it grows; null outside of it
    private TextReader speechReader = new TextReader(false);
    private @Nullable AnswerPart part;

    /** The unclosed lists and objects, each as a function that adds a member. */
    private final Deque<BiConsumer<String, Object>> open = new ArrayDeque<>();

    private @Nullable Object value;

    /**
     * Starts after the opening brace, or after that of the first object in a list; {@code
     * tapsSpeech} reads speech as it grows.
     */
    PlanObject(boolean tapsSpeech, boolean inList) {
        this.tapsSpeech = tapsSpeech;
        this.inList = inList;
        byte[] start = (inList ? "[{" : "{").getBytes(StandardCharsets.US_ASCII);
        json.offer(start, 0, start.length);
        for (int i = 0; i < start.length; i++) {
            json.next();
        }
    }

    /** Adds bytes, which must not change until they are read. Only while open. */
    void offer(byte[] bytes, int from, int to) {
        json.offer(bytes, from, to);
    }

    /** Reads up to the next part, the end of the object or the end of the bytes. */
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

    AnswerPart part() {
        return Objects.requireNonNull(part, "no part is whole");
    }

    /** Returns the new piece of an incomplete speech since the last call; may be empty. */
    String speechPiece() {
        String read = speech == null ? "" : speech.piece();
        decided |= !read.isEmpty();
        plan |= decided;
        return read.isEmpty() ? "" : said(read);
    }

    /** Returns what of a piece of the speech is said aloud, without thoughts. */
    private String said(String piece) {
        StringBuilder said = new StringBuilder();
        speechReader.feed(piece, part -> {
            if (part instanceof AnswerPart.Text text) {
                said.append(text.delta());
            }
        });
        return said.toString();
    }

    /** Whether a key of a plan was read, with its value, a piece of it or its first action. */
    boolean isPlan() {
        return plan;
    }

    /** Whether a key of a plan other than the thoughts was read, as {@link #isPlan} says. */
    boolean decides() {
        return decided;
    }

    /** Whether a key of a plan was read, with or without its value. */
    boolean startsPlan() {
        return plan || isKeyOfPlan(key);
    }

    String limit() {
        return limit;
    }

    private @Nullable AnswerPart take(JsonToken token) {
        if (!open.isEmpty()) {
            return complete(token);
        }
        if (place == Place.IN_OBJECT) {
            boolean first = key.isEmpty();
            key = json.name();
            if (inList && first && key.equals(TYPE)) {
                bareSteps = true;
                key = ACTION;
                place = Place.IN_ACTIONS;
                return complete(JsonToken.START_OBJECT);
            }
            place = token == JsonToken.END_OBJECT ? Place.AFTER_OBJECT : Place.IN_VALUE;
            tapSpeech(place == Place.IN_VALUE && key.equals(SPEAKING));
            return null;
        }
        if (place == Place.IN_ACTIONS && token == JsonToken.END_ARRAY) {
            plan = true;
            decided = true;
            place = bareSteps ? Place.AFTER_OBJECT : Place.IN_OBJECT;
            return null;
        }
        if (place == Place.IN_VALUE && key.equals(ACTION) && token == JsonToken.START_ARRAY) {
            place = Place.IN_ACTIONS;
            return null;
        }
        return complete(token);
    }

    /** Adds a token to the current value; returns its part once it is complete. */
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
        plan |= isKeyOfPlan(key);
        decided |= DECISIONS.contains(key);
        return part(key, value);
    }

    private static boolean isKeyOfPlan(String key) {
        return key.equals(THINKING) || DECISIONS.contains(key);
    }

    private void tapSpeech(boolean begins) {
        if (tapsSpeech && begins != (speech != null)) {
            speech = begins ? new StringTap() : null;
            speechReader = new TextReader(false);
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

    /** Returns the part for a key and its value, or for an action; null for none. */
    private static @Nullable AnswerPart part(String key, @Nullable Object value) {
        if (value instanceof String text) {
            return switch (key) {
                case SPEAKING -> new AnswerPart.Speech(TextReader.withoutThoughts(text));
                case "to" -> new AnswerPart.Addressee(text);
                case THINKING -> new AnswerPart.Thought(text);
                case GOAL -> text.isEmpty() ? null : new AnswerPart.Goal("", text);
                case ACTION -> text.isEmpty() ? null : new AnswerPart.Action(text, Map.of());
                default -> new AnswerPart.Unknown(key);
            };
        }
        if (value instanceof Members object && key.equals(ACTION)) {
            String type = object.text(TYPE);
            object.all().remove(TYPE);
            return new AnswerPart.Action(type, Collections.unmodifiableMap(object.all()));
        }
        if (value instanceof Members object && key.equals(GOAL)) {
            return object.all().isEmpty()
                    ? null
                    : new AnswerPart.Goal(object.text(TYPE), object.text("description"));
        }
        return value == null && isKeyOfPlan(key) ? null : new AnswerPart.Unknown(key);
    }

    @Override
    public void close() {
        json.close();
    }
}
