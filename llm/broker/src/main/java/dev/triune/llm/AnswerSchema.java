/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON schema of a plan, for servers that can enforce it. Immutable. */
public final class AnswerSchema {
    /** The maximum depth of nesting. */
    public static final int MAX_DEPTH = 32;

    /** The maximum number of values, including maps and lists; shared ones count each time. */
    public static final int MAX_NODES = 10_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final String name;
    private final Map<String, Object> root;
    private final int size;
    private final int hash;

    /**
     * Creates a schema from a copy of the values.
     *
     * @param name letters, digits, underscores and hyphens, 1 to 64 of them
     * @param root plain values: {@link Map}, {@link List}, {@link String}, finite {@link Number},
     *     {@link Boolean}, and null within a list; up to {@value #MAX_DEPTH} levels and {@value
     *     #MAX_NODES} values
     */
    public AnswerSchema(String name, Map<String, Object> root) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("schema name \"" + name
                    + "\" (expected 1 to 64 letters, digits, underscores or hyphens)");
        }
        Copying copying = new Copying("schema");
        this.name = name;
        this.root = copying.copy(root, 1);
        this.size = copying.size();
        this.hash = 31 * name.hashCode() + this.root.hashCode();
    }

    /** Copies plain values, like those of a schema; messages call them {@code what}. */
    static Map<String, Object> plainCopy(String what, Map<String, Object> values) {
        return new Copying(what).copy(values, 1);
    }

    /** Returns the name of the schema, as servers get it. */
    public String name() {
        return name;
    }

    /** Returns the schema, unmodifiable, with its keys in their original order. */
    public Map<String, Object> root() {
        return root;
    }

    /** Returns roughly the number of characters of the schema; each value counts at least one. */
    public int size() {
        return size;
    }

    /** Whether each object requires all its properties and no others (OpenAI's strict mode). */
    public boolean isStrict() {
        return isStrict(root);
    }

    private static boolean isStrict(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().allMatch(AnswerSchema::isStrict);
        }
        if (!(value instanceof Map<?, ?> map)) {
            return true;
        }
        if (isObject(map) && !Boolean.FALSE.equals(map.get("additionalProperties"))) {
            return false;
        }
        if (map.get("properties") instanceof Map<?, ?> properties) {
            boolean all = map.get("required") instanceof List<?> required
                    && required.containsAll(properties.keySet());
            if (!all) {
                return false;
            }
        }
        return map.values().stream().allMatch(AnswerSchema::isStrict);
    }

    private static boolean isObject(Map<?, ?> schema) {
        Object type = schema.get("type");
        return schema.get("properties") instanceof Map
                || "object".equals(type)
                || (type instanceof List<?> types && types.contains("object"));
    }

    /** Compares by value. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof AnswerSchema schema
                        && hash == schema.hash
                        && name.equals(schema.name)
                        && root.equals(schema.root));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Returns the name and the size only. */
    @Override
    public String toString() {
        return "AnswerSchema[" + name + ", size " + size + "]";
    }

    /** Copies values and counts them, to limit schemas that share maps. */
    private static final class Copying {
        private final String what;
        private int nodes;
        private long characters;

        Copying(String what) {
            this.what = what;
        }

        int size() {
            return (int) Math.min(nodes + characters, Integer.MAX_VALUE);
        }

        Map<String, Object> copy(Map<?, ?> map, int depth) {
            enter(depth);
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((key, value) -> {
                if (!(key instanceof String name)) {
                    String kind = key == null ? "null" : key.getClass().getName();
                    throw new IllegalArgumentException(
                            what + " key of " + kind + " (expected text as a key)");
                }
                if (value == null) {
                    throw new IllegalArgumentException(
                            what + " key \"" + name + "\" with null (expected a value)");
                }
                characters += name.length();
                copy.put(name, copyOf(value, depth));
            });
            return Collections.unmodifiableMap(copy);
        }

        private List<Object> copy(List<?> list, int depth) {
            enter(depth);
            List<Object> copy = new ArrayList<>(); // of unknown size, as the list may be rejected
            for (Object value : list) {
                copy.add(value == null ? nothing() : copyOf(value, depth));
            }
            return Collections.unmodifiableList(copy);
        }

        private @Nullable Object nothing() {
            count();
            return null;
        }

        private Object copyOf(Object value, int depth) {
            if (value instanceof Map<?, ?> map) {
                return copy(map, depth + 1);
            }
            if (value instanceof List<?> list) {
                return copy(list, depth + 1);
            }
            if (isEndless(value)) {
                throw new IllegalArgumentException(
                        what + " value " + value + " (expected a number that JSON can hold)");
            }
            if (value instanceof String || value instanceof Number || value instanceof Boolean) {
                count();
                characters += value instanceof String text ? text.length() : 0;
                return value;
            }
            throw new IllegalArgumentException(
                    what + " value of " + value.getClass().getName()
                            + " (expected Map, List, String, Number or Boolean)");
        }

        private static boolean isEndless(Object value) {
            return (value instanceof Double wide && !Double.isFinite(wide))
                    || (value instanceof Float narrow && !Float.isFinite(narrow));
        }

        private void enter(int depth) {
            if (depth > MAX_DEPTH) {
                throw new IllegalArgumentException(
                        what + " of more than " + MAX_DEPTH + " levels (does it contain itself?)");
            }
            count();
        }

        private void count() {
            nodes++;
            if (nodes > MAX_NODES) {
                throw new IllegalArgumentException(what + " of more than " + MAX_NODES + " values"
                        + " (put what stands in several places under $defs, and refer to it)");
            }
        }
    }
}
