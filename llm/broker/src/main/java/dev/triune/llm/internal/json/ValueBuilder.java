/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Builds one plain value after another from tokens: String, Long, Double, Boolean, List and {@link
 * Members}; the values in the latter two are immutable, with a Map for an object. A null is left
 * out of its list or object; of equal keys the last one counts. Not thread-safe.
 */
final class ValueBuilder {
    private final Deque<Open> open = new ArrayDeque<>();
    private @Nullable Object value;

    /**
     * An object that is a value of its own, not in another.
     *
     * @param all the members in the order received; whoever takes the value may change them
     */
    record Members(Map<String, Object> all) {}

    /** A list or an object whose end is still to come. */
    private interface Open {
        void add(Object member);

        /** Ends it, as a value of its own or as one in another. */
        Object close(boolean alone);
    }

    /** Whether the next token begins a value. */
    boolean isBetweenValues() {
        return open.isEmpty();
    }

    /** The last complete value; null if it was JSON's null. */
    @Nullable
    Object value() {
        return value;
    }

    /**
     * Takes the next token.
     *
     * @return true if that completes a value
     */
    boolean complete(JsonToken token, JsonTokenizer json) throws UnreadableJsonException {
        switch (token) {
            case START_OBJECT -> open.push(new OpenObject());
            case START_ARRAY -> open.push(new OpenList());
            case PROPERTY_NAME -> name(json.text());
            case END_OBJECT, END_ARRAY -> put(close(open.pop()));
            default -> put(scalar(token, json));
        }
        return open.isEmpty();
    }

    private Object close(Open last) {
        return last.close(open.isEmpty());
    }

    private void name(String name) {
        if (open.peek() instanceof OpenObject object) {
            object.name = name;
        }
    }

    private void put(@Nullable Object member) {
        Open parent = open.peek();
        if (parent == null) {
            value = member;
        } else if (member != null) {
            parent.add(member);
        }
    }

    private static @Nullable Object scalar(JsonToken token, JsonTokenizer json)
            throws UnreadableJsonException {
        return switch (token) {
            case VALUE_STRING -> json.text();
            case VALUE_NUMBER_INT -> json.integer();
            case VALUE_NUMBER_FLOAT -> json.fraction();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static final class OpenObject implements Open {
        private final Map<String, Object> members = new LinkedHashMap<>();
        private String name = "";

        @Override
        public void add(Object member) {
            members.put(name, member);
        }

        @Override
        public Object close(boolean alone) {
            return alone ? new Members(members) : Collections.unmodifiableMap(members);
        }
    }

    private static final class OpenList implements Open {
        private final List<Object> members = new ArrayList<>();

        @Override
        public void add(Object member) {
            members.add(member);
        }

        @Override
        public Object close(boolean alone) {
            return Collections.unmodifiableList(members);
        }
    }
}
