/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import dev.triune.llm.AnswerSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Rewrites answers as the grammar of their schema has them: all keys, in its order. */
final class SchemaForm {
    private static final JsonMapper JSON = new JsonMapper();
    /** The reason where the offline mind gives none, as the schema requires one. */
    private static final String NO_REASON = "That is what I do now.";

    private static final int MOST = 20;

    private SchemaForm() {}

    /** Returns an answer in the form of a schema; empty if it does not follow the schema. */
    static Optional<String> of(AnswerSchema schema, String answer) {
        try {
            Map<?, ?> given = JSON.readValue(answer, Map.class);
            return Optional.of(JSON.writeValueAsString(object(schema.root(), given)));
        } catch (JacksonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Map<String, Object> object(Map<?, ?> schema, Map<?, ?> given) {
        Map<String, Object> formed = new LinkedHashMap<>();
        ((Map<?, ?>) schema.get("properties"))
                .forEach((key, part) ->
                        formed.put((String) key, value((Map<?, ?>) part, given.get(key))));
        return formed;
    }

    private static Object value(Map<?, ?> schema, Object given) {
        if ("array".equals(schema.get("type"))) {
            List<?> steps = given == null ? List.of() : (List<?>) given;
            Map<?, ?> kinds = (Map<?, ?>) schema.get("items");
            return steps.stream().map(step -> step(kinds, (Map<?, ?>) step)).toList();
        }
        if (given instanceof Integer number && number > MOST) {
            throw new IllegalArgumentException("more than allowed");
        }
        return given == null && "string".equals(schema.get("type")) ? NO_REASON : given;
    }

    private static Map<String, Object> step(Map<?, ?> kinds, Map<?, ?> given) {
        return ((List<?>) kinds.get("anyOf"))
                .stream()
                        .map(Map.class::cast)
                        .filter(kind -> typeOf(kind).equals(given.get("type")))
                        .findFirst()
                        .map(kind -> object(kind, given))
                        .orElseThrow(() -> new IllegalArgumentException("no such step"));
    }

    private static Object typeOf(Map<?, ?> kind) {
        Map<?, ?> type = (Map<?, ?>) ((Map<?, ?>) kind.get("properties")).get("type");
        return type.get("enum") instanceof List<?> only ? only.get(0) : type.get("const");
    }
}
