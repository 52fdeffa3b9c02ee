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

    /** More than any value of an action: the teacher errs by orders of magnitude. */
    private static final int MOST = 100;

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
        if (schema.get("anyOf") instanceof List<?> either) { // something or null
            return given == null ? null : value((Map<?, ?>) either.get(0), given);
        }
        if ("array".equals(schema.get("type"))) {
            List<?> items = given == null ? List.of() : (List<?>) given;
            Map<?, ?> kind = (Map<?, ?>) schema.get("items");
            return items.stream()
                    .map(item -> kind.containsKey("anyOf")
                            ? step(kind, (Map<?, ?>) item)
                            : value(kind, item))
                    .toList();
        }
        if (given instanceof Integer number && number > MOST) {
            throw new IllegalArgumentException("more than allowed");
        }
        if (given == null) {
            return "boolean".equals(schema.get("type")) ? (Object) false : NO_REASON;
        }
        return given;
    }

    private static Map<String, Object> step(Map<?, ?> kinds, Map<?, ?> given) {
        return ((List<?>) kinds.get("anyOf"))
                .stream()
                        .map(Map.class::cast)
                        .filter(kind -> typesOf(kind).contains(given.get("type")))
                        .findFirst()
                        .map(kind -> object(kind, given))
                        .orElseThrow(() -> new IllegalArgumentException("no such step"));
    }

    /** Returns the actions of a shape: those with the same values share one. */
    private static List<?> typesOf(Map<?, ?> kind) {
        return (List<?>) ((Map<?, ?>) ((Map<?, ?>) kind.get("properties")).get("type")).get("enum");
    }
}
