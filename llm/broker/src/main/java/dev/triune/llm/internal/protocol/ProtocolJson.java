/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Helpers for the JSON of requests. */
final class ProtocolJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private ProtocolJson() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Converts a plain value (maps, lists, scalars) to JSON. */
    static JsonNode of(Object plain) {
        return MAPPER.valueToTree(plain);
    }

    /** Copies fields into an object: objects of the same name are merged, other values replaced. */
    static void merge(ObjectNode target, Map<String, Object> fields) {
        fields.forEach((name, value) -> {
            if (value instanceof Map<?, ?> && target.get(name) instanceof ObjectNode inner) {
                inner.setAll((ObjectNode) of(value));
            } else {
                target.set(name, of(value));
            }
        });
    }

    /**
     * Returns the arguments of a tool call as an object: empty for none, also if the model wrote
     * them as a text within the JSON, or invalid JSON.
     */
    static ObjectNode arguments(String json) {
        try {
            JsonNode tree = json.isBlank() ? object() : MAPPER.readTree(json);
            if (tree.isString()) {
                return arguments(tree.stringValue());
            }
            if (tree.isNull() || tree instanceof ObjectNode) {
                return tree instanceof ObjectNode object ? object : object();
            }
        } catch (JacksonException e) {
            // the model gets its own text back
        }
        return object().put("invalid_json", json);
    }

    /** Parses an object of further fields; an empty one if the text is none. */
    static ObjectNode extra(String json) {
        try {
            return !json.isEmpty() && MAPPER.readTree(json) instanceof ObjectNode object
                    ? object
                    : object();
        } catch (JacksonException e) {
            return object();
        }
    }

    /** Whether a text is a whole object. */
    static boolean isObject(String json) {
        try {
            return json.stripTrailing().endsWith("}") && MAPPER.readTree(json).isObject();
        } catch (JacksonException e) {
            return false;
        }
    }

    /** Returns a text as JSON, in quotes. */
    static String text(String text) {
        return MAPPER.writeValueAsString(text);
    }

    static String write(JsonNode tree) {
        return MAPPER.writeValueAsString(tree);
    }
}
