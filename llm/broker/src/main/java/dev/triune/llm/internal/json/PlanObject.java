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
 *
 * <p>A step may also be flat: {@code action} is its name, or there is {@code type} instead, and the
 * other keys of the object are its fields. It is held until the next key of a plan, or the end of
 * the object, and dropped if the JSON breaks off among its fields.
 */
final class PlanObject implements AutoCloseable {
    private static final String ACTION = "action";
    private static final String TO = "to";
    private static final String GOAL = "goal";
    private static final String SPEAKING = "speaking";
    private static final String LINE = "line"; // of a written line, unless it is a field of a step
    private static final String END = "end";
    private static final String LATER = "later";
    private static final String KEEPS = "keeps";
    private static final String DROPS = "drops";
    private static final String THINKING = "thinking";
    private static final String TYPE = "type";
    private static final Set<String> DECISIONS = Set.of(ACTION, SPEAKING, TO, GOAL);

    /** The value of a loose key that has none. */
    private static final Object NULL = new Object();

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
    private final Deque<AnswerPart> ready = new ArrayDeque<>();

    /** The keys so far that are none of a plan: the fields of a flat step, if there is one. */
    private final Map<String, Object> loose = new LinkedHashMap<>();

    private String flatName = ""; // the name of a flat step; empty before it, and once it is read
    private @Nullable String to; // the addressee so far
    private boolean toIsField; // whether the addressee stands among the fields of a flat step
    private boolean listed; // whether the actions are a list
    private boolean acted; // whether an action was read
    private boolean spoken;
    private final boolean inText; // whether the object was written as the text of an action

    /** The unclosed lists and objects, each as a function that adds a member. */
    private final Deque<BiConsumer<String, Object>> open = new ArrayDeque<>();

    private @Nullable Object value;

    /**
     * Starts after the opening brace, or after that of the first object in a list; {@code
     * tapsSpeech} reads speech as it grows.
     */
    PlanObject(boolean tapsSpeech, boolean inList) {
        this(tapsSpeech, inList, false);
    }

    private PlanObject(boolean tapsSpeech, boolean inList, boolean inText) {
        this.inText = inText;
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
            part = ready.poll();
            while (part == null && place != Place.AFTER_OBJECT) {
                JsonToken token = json.next();
                if (token == null) {
                    return State.OPEN;
                }
                take(token);
                part = ready.poll();
            }
            return part == null ? State.CLOSED : State.PART;
        } catch (StreamConstraintsException e) {
            limit = e.getOriginalMessage();
            return State.BEYOND_LIMIT;
        } catch (JacksonException e) {
            return State.NOT_JSON;
        }
    }

    /** Returns the next part of what is held once the JSON has broken off; null if there is none. */
    @Nullable
    AnswerPart nextOfBroken() {
        boolean inField = place == Place.IN_VALUE && (key.equals(TO) || !isKeyOfPlan(key));
        boolean amongFields = !loose.isEmpty() || toIsField || inField;
        if (isFlat() && amongFields) {
            flatName = "";
            loose.clear();
            toIsField = false;
        }
        endFlat("");
        part = ready.poll();
        return part;
    }

    /** Returns the number of bytes behind the object, which is closed. */
    int unread() {
        return json.unread();
    }

    /** Whether the actions of the object are read, so that no others can follow. */
    boolean actionsAreRead() {
        return acted && flatName.isEmpty() && place != Place.IN_ACTIONS;
    }

    /** Whether the actions are a list, so that those of another object do not follow them. */
    boolean isListed() {
        return listed;
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

    private void take(JsonToken token) {
        if (!open.isEmpty()) {
            complete(token);
        } else if (place == Place.IN_OBJECT) {
            takeKey(token);
        } else if (place == Place.IN_ACTIONS && token == JsonToken.END_ARRAY) {
            plan = true;
            decided = true;
            place = bareSteps ? Place.AFTER_OBJECT : Place.IN_OBJECT;
        } else if (place == Place.IN_VALUE
                && key.equals(ACTION)
                && token == JsonToken.START_ARRAY) {
            endFlat(ACTION);
            listed = true;
            acted = true;
            place = Place.IN_ACTIONS;
        } else {
            complete(token);
        }
    }

    private void takeKey(JsonToken token) {
        boolean first = key.isEmpty();
        boolean ends = token == JsonToken.END_OBJECT;
        key = json.name();
        if (inList && first && key.equals(TYPE)) {
            bareSteps = true;
            listed = true;
            key = ACTION;
            place = Place.IN_ACTIONS;
            complete(JsonToken.START_OBJECT);
            return;
        }
        place = ends ? Place.AFTER_OBJECT : Place.IN_VALUE;
        boolean endsFlat = key.equals(SPEAKING)
                || key.equals(GOAL)
                || (key.equals(THINKING) && !flatName.isEmpty());
        if (ends || endsFlat) {
            endFlat(ends ? "" : key);
        }
        tapSpeech(!ends && key.equals(SPEAKING));
    }

    /** Adds a token to the current value; its part is ready once it is complete. */
    private void complete(JsonToken token) {
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
            return;
        }
        place = place == Place.IN_VALUE ? Place.IN_OBJECT : place;
        tapSpeech(false);
        boolean field = isFlat() && key.equals(TO) && value instanceof String;
        if (!field || !flatName.isEmpty()) {
            plan |= isKeyOfPlan(key);
            decided |= DECISIONS.contains(key);
        }
        addPart(field);
    }

    /** Adds the part of the value that is complete, or holds it if it may be of a flat step. */
    private void addPart(boolean field) {
        if (place == Place.IN_ACTIONS) {
            ready.addAll(parts(key, value));
        } else if (key.equals(ACTION)) {
            if (value instanceof String name) {
                endFlatNamed(name);
            } else {
                acted |= value == null && !isFlat();
            }
            if (value != null && !(value instanceof String)) {
                endFlat(ACTION);
                acted = true;
                ready.addAll(parts(key, value));
            }
        } else if (key.equals(END) && (value == null || value instanceof Boolean)) {
            plan = true;
            decided = true;
            if (Boolean.TRUE.equals(value)) {
                ready.add(new AnswerPart.TalkEnd());
            }
        } else if (key.equals(LATER) && (value == null || value instanceof String)) {
            plan = true;
            decided = true;
            if (value instanceof String text) {
                ready.add(new AnswerPart.Later(TextReader.withoutThoughts(text)));
            }
        } else if (isListOfAgreements()) {
            plan = true;
            decided = true;
            numbers(value)
                    .forEach(number ->
                            ready.add(new AnswerPart.AgreementNumber(number, key.equals(KEEPS))));
        } else if (!isKeyOfPlan(key)) {
            loose.put(key, value == null ? NULL : plain(value));
        } else {
            if (key.equals(TO) && value instanceof String name) {
                to = name;
                toIsField = field;
            }
            if (!field) {
                ready.addAll(parts(key, value));
            }
        }
    }

    private boolean isListOfAgreements() {
        return (key.equals(KEEPS) || key.equals(DROPS))
                && (value == null || value instanceof List || numbers(value).size() == 1);
    }

    /** Returns the whole numbers of a value: of a list, or one alone, also written as text. */
    private static List<Integer> numbers(@Nullable Object value) {
        List<Integer> numbers = new ArrayList<>();
        for (Object each :
                value instanceof List<?> list ? list : Collections.singletonList(value)) {
            Object number = each instanceof Map<?, ?> object ? object.get("number") : each;
            String written = String.valueOf(number).strip();
            int digits = 0;
            while (digits < written.length() && Character.isDigit(written.charAt(digits))) {
                digits++;
            }
            if (digits > 0 && digits < 9) {
                numbers.add(Integer.valueOf(written.substring(0, digits)));
            }
        }
        return numbers;
    }

    /** Takes the name of a flat step; one before it ends. */
    private void endFlatNamed(String name) {
        if (!flatName.isEmpty()) {
            endFlat("");
        }
        List<AnswerPart> written = writtenActions(name);
        if (written != null) {
            if (!name.isEmpty()) {
                endFlat(ACTION);
                listed = true;
            }
            acted |= !isFlat();
            ready.addAll(written);
        } else {
            flatName = name;
        }
    }

    /** Whether the loose keys are the fields of a step, as far as is known yet. */
    private boolean isFlat() {
        return !flatName.isEmpty()
                || (!acted && loose.get(TYPE) instanceof String type && !type.isEmpty());
    }

    /**
     * Ends a flat step, or reports the loose keys as unknown.
     *
     * @param next the key of a plan that follows; empty at the end
     */
    private void endFlat(String next) {
        if (isFlat() && !(flatName.isEmpty() && next.equals(ACTION))) {
            Map<String, Object> fields = new LinkedHashMap<>(loose);
            String name = flatName.isEmpty() ? String.valueOf(fields.remove(TYPE)) : flatName;
            boolean speaks = spoken || next.equals(SPEAKING);
            if (to != null && (toIsField || !fields.isEmpty() || !speaks)) {
                fields.putIfAbsent(TO, to);
            }
            if (to != null && toIsField && speaks) {
                ready.add(new AnswerPart.Addressee(to));
            }
            fields.values().removeIf(each -> each == NULL);
            ready.add(new AnswerPart.Action(name, Collections.unmodifiableMap(fields)));
            acted = true;
        } else {
            loose.forEach((each, written) -> ready.add(
                    each.equals(LINE) && written instanceof String id
                            ? new AnswerPart.Speech(id)
                            : new AnswerPart.Unknown(each)));
            if (toIsField && to != null) {
                ready.add(new AnswerPart.Addressee(to));
            }
        }
        loose.clear();
        flatName = "";
        toIsField = false;
        spoken |= next.equals(SPEAKING);
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

    private static Object plain(Object value) {
        return value instanceof Members members
                ? Collections.unmodifiableMap(members.all())
                : value;
    }

    /** Returns the parts of a key and its value, or of an action. */
    private List<AnswerPart> parts(String key, @Nullable Object value) {
        if (value instanceof String text && key.equals(ACTION)) {
            List<AnswerPart> written = writtenActions(text);
            return written != null ? written : List.of(new AnswerPart.Action(text, Map.of()));
        }
        AnswerPart only = part(key, value);
        return only == null ? List.of() : List.of(only);
    }

    /** Returns the part of a key and its value, or of an action that is no text; null for none. */
    private static @Nullable AnswerPart part(String key, @Nullable Object value) {
        if (value instanceof String text) {
            return switch (key) {
                case SPEAKING -> new AnswerPart.Speech(TextReader.withoutThoughts(text));
                case TO -> new AnswerPart.Addressee(text);
                case THINKING -> new AnswerPart.Thought(text);
                case GOAL -> text.isEmpty() ? null : new AnswerPart.Goal("", text);
                default -> new AnswerPart.Unknown(key);
            };
        }
        if (value instanceof Members object && key.equals(ACTION)) {
            String nameKey = object.text(TYPE).isEmpty() ? ACTION : TYPE;
            String name = object.text(nameKey);
            if (!name.isEmpty()) {
                object.all().remove(nameKey);
            }
            object.all().remove(TYPE);
            return new AnswerPart.Action(name, Collections.unmodifiableMap(object.all()));
        }
        if (value instanceof Members object && key.equals(GOAL)) {
            return object.all().isEmpty()
                    ? null
                    : new AnswerPart.Goal(object.text(TYPE), object.text("description"));
        }
        return value == null && isKeyOfPlan(key) ? null : new AnswerPart.Unknown(key);
    }

    /**
     * Returns the actions of a text that is empty or a JSON list or object; null if it is another.
     */
    private @Nullable List<AnswerPart> writtenActions(String text) {
        String json = text.strip();
        if (text.isEmpty()) {
            return List.of();
        }
        if (inText || !(json.startsWith("[") || json.startsWith("{"))) {
            return null;
        }
        List<AnswerPart> actions = new ArrayList<>();
        try (PlanObject written = new PlanObject(false, false, true)) {
            byte[] bytes = ("\"action\":" + json + "}").getBytes(StandardCharsets.UTF_8);
            written.offer(bytes, 0, bytes.length);
            State state = written.next();
            while (state == State.PART) {
                actions.add(written.part());
                state = written.next();
            }
            boolean whole = state == State.CLOSED
                    && written.unread() == 0
                    && actions.stream().allMatch(AnswerPart.Action.class::isInstance);
            return whole ? actions : null;
        }
    }

    @Override
    public void close() {
        json.close();
    }
}
