/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates the schemas of answers in the form that strict servers require: every property is
 * required, an optional one may be null, and no others are allowed. Limits stand in the text only.
 */
final class PlanSchema {
    private static final Map<String, Object> NOTHING = Map.of("type", "null");

    private PlanSchema() {}

    static Map<String, Object> actions(Collection<ActionType> types) {
        Map<String, Object> any = new LinkedHashMap<>();
        Map<Map<String, Object>, List<String>> names = new LinkedHashMap<>();
        for (ActionType type : types) { // those with the same values share a shape
            names.computeIfAbsent(values(type), none -> new ArrayList<>()).add(type.name());
        }
        List<Object> shapes = new ArrayList<>();
        names.forEach((values, same) -> shapes.add(action(same, values)));
        any.put("anyOf", shapes);
        Map<String, Object> list = type("array");
        list.put("items", any);
        return list;
    }

    static Map<String, Object> numbers() {
        Map<String, Object> list = type("array");
        list.put("items", type("integer"));
        return list;
    }

    static Map<String, Object> goal() {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("type", oneOf(List.of("personal", "social")));
        parts.put("description", type("string"));
        return object(parts);
    }

    private static Map<String, Object> action(List<String> names, Map<String, Object> values) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("type", oneOf(names));
        properties.putAll(values);
        return object(properties);
    }

    private static Map<String, Object> values(ActionType type) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Field field : type.fields()) {
            Map<String, Object> value = value(field);
            values.put(field.name(), field.required() ? value : orNull(value));
        }
        return values;
    }

    private static Map<String, Object> value(Field field) {
        if (field instanceof Field.Choice choice) {
            return oneOf(choice.choices());
        }
        if (field instanceof Field.Whole) {
            return type("integer");
        }
        if (field instanceof Field.Decimal) {
            return type("number");
        }
        return type(field instanceof Field.Flag ? "boolean" : "string");
    }

    private static Map<String, Object> oneOf(List<String> words) {
        Map<String, Object> schema = type("string");
        schema.put("enum", words);
        return schema;
    }

    static Map<String, Object> object(Map<String, Object> properties) {
        Map<String, Object> schema = type("object");
        schema.put("properties", properties);
        schema.put("required", new ArrayList<>(properties.keySet()));
        schema.put("additionalProperties", false);
        return schema;
    }

    static Map<String, Object> orNull(Map<String, Object> schema) {
        Map<String, Object> either = new LinkedHashMap<>();
        either.put("anyOf", List.of(schema, NOTHING));
        return either;
    }

    static Map<String, Object> type(String name) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", name);
        return schema;
    }
}
