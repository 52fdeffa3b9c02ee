/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks plain values against the subset of JSON Schema that answers of models use. */
public final class SchemaCheck {
    private SchemaCheck() {}

    /**
     * Returns the violations of a value, one per line; empty if it is valid.
     *
     * @param schema with type, properties, required, additionalProperties, items, enum and anyOf
     * @param value a value of maps, lists, strings, numbers, booleans and nulls
     */
    public static List<String> violations(Map<?, ?> schema, @Nullable Object value) {
        List<String> found = new ArrayList<>();
        check(schema, value, "answer", found);
        return found;
    }

    private static void check(
            Map<?, ?> schema, @Nullable Object value, String at, List<String> found) {
        if (schema.get("anyOf") instanceof List<?> any) {
            boolean fits = any.stream()
                    .anyMatch(each -> violations((Map<?, ?>) each, value).isEmpty());
            if (!fits) {
                found.add(at + " fits none of " + any.size() + ": " + value);
            }
            return;
        }
        if (!hasType(String.valueOf(schema.get("type")), value)) {
            found.add(at + " is no " + schema.get("type") + ": " + value);
        } else if (schema.get("enum") instanceof List<?> words && !words.contains(value)) {
            found.add(at + " is none of " + words + ": " + value);
        } else if (value instanceof Map<?, ?> object) {
            checkObject(schema, object, at, found);
        } else if (value instanceof List<?> list && schema.get("items") instanceof Map<?, ?> each) {
            list.forEach(item -> check(each, item, at + "[]", found));
        }
    }

    private static void checkObject(
            Map<?, ?> schema, Map<?, ?> object, String at, List<String> found) {
        Map<?, ?> properties = (Map<?, ?>) schema.get("properties");
        if (properties == null) {
            return;
        }
        if (schema.get("required") instanceof List<?> required) {
            required.stream()
                    .filter(key -> !object.containsKey(key))
                    .forEach(key -> found.add(at + "." + key + " is missing"));
        }
        object.forEach((key, value) -> {
            if (properties.get(key) instanceof Map<?, ?> inner) {
                check(inner, value, at + "." + key, found);
            } else {
                found.add(at + "." + key + " is not allowed");
            }
        });
    }

    private static boolean hasType(String type, @Nullable Object value) {
        return switch (type) {
            case "null" -> value == null;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "number" -> value instanceof Number;
            case "array" -> value instanceof List;
            default -> value instanceof Map;
        };
    }
}
