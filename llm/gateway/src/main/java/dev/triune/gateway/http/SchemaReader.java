/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.AnswerSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads JSON schemas that clients send. */
public final class SchemaReader {
    private SchemaReader() {}

    /**
     * Reads a schema.
     *
     * @param fields the object that holds the schema, for error messages
     * @param field the field that holds the schema, for error messages
     */
    public static AnswerSchema read(RequestFields fields, String field, String name)
            throws ProblemException {
        fields.requiredObject(field);
        try {
            return new AnswerSchema(name, map(fields.get(field)));
        } catch (IllegalArgumentException e) {
            throw fields.rejected(field, "is refused: " + e.getMessage());
        }
    }

    /** Returns an object as plain values, without null fields. */
    static Map<String, Object> map(JsonNode object) {
        Map<String, Object> map = new LinkedHashMap<>();
        object.propertyStream().forEach(entry -> {
            Object value = value(entry.getValue());
            if (value != null) {
                map.put(entry.getKey(), value);
            }
        });
        return map;
    }

    /** Returns a non-null value as a plain one. */
    public static Object plain(JsonNode node) {
        return Objects.requireNonNull(value(node));
    }

    private static @Nullable Object value(JsonNode node) {
        if (node.isObject()) {
            return map(node);
        }
        if (node.isArray()) {
            List<@Nullable Object> list = new ArrayList<>();
            node.forEach(item -> list.add(value(item)));
            return list;
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isNumber()) {
            return node.numberValue();
        }
        return node.isNull() ? null : node.asString();
    }
}
