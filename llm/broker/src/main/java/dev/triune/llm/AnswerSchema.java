/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The JSON schema that a plan is to follow. Servers that can do so hold a model's answer to it; for
 * the others it is only what the prompt says. Immutable.
 *
 * @param name letters, digits, underscores and hyphens, 1 to 64 of them
 * @param root the schema in plain values: {@link Map}, {@link List}, {@link String}, {@link Number},
 *     {@link Boolean}, and null within a list; up to {@value #MAX_DEPTH} levels
 */
public record AnswerSchema(String name, Map<String, Object> root) {
    /** The most levels of nesting. */
    public static final int MAX_DEPTH = 32;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /** Refuses a name or a value that cannot be sent; copies the rest. */
    public AnswerSchema {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("schema name \"" + name
                    + "\" (expected 1 to 64 letters, digits, underscores or hyphens)");
        }
        root = copy(root, 1);
    }

    /**
     * Whether a server may be told to follow it to the letter, which OpenAI takes only where each
     * object lists all its properties as required and allows no others.
     */
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

    private static Map<String, Object> copy(Map<?, ?> map, int depth) {
        requireDepth(depth);
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (!(key instanceof String name) || value == null) {
                throw new IllegalArgumentException("schema key " + key + " with value " + value
                        + " (expected text as a key, and a value)");
            }
            copy.put(name, copyOf(value, depth));
        });
        return Collections.unmodifiableMap(copy);
    }

    private static List<Object> copy(List<?> list, int depth) {
        requireDepth(depth);
        List<Object> copy = new ArrayList<>(list.size());
        for (Object value : list) {
            copy.add(value == null ? null : copyOf(value, depth));
        }
        return Collections.unmodifiableList(copy);
    }

    private static Object copyOf(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            return copy(map, depth + 1);
        }
        if (value instanceof List<?> list) {
            return copy(list, depth + 1);
        }
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        throw new IllegalArgumentException("schema value of " + value.getClass().getName()
                + " (expected Map, List, String, Number or Boolean)");
    }

    private static void requireDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "schema of more than " + MAX_DEPTH + " levels (does it contain itself?)");
        }
    }
}
