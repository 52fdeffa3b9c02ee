/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the list of models that a server offers. */
public final class OfferedModels {
    private static final int MAX_MODELS = 10_000;
    private static final int MAX_DEPTH = 2;

    /** The names of lists, in order. */
    private static final List<String> LISTS = List.of("models", "data");

    /** The names of names, in order. */
    private static final List<String> NAMES = List.of("id", "name", "model");

    private static final JsonMapper JSON = new JsonMapper();

    private OfferedModels() {}

    /**
     * Reads the names in a list of models of any family; none for llama.cpp, which accepts every
     * name.
     *
     * @throws IllegalArgumentException if it is not JSON
     */
    public static List<String> read(byte[] body) {
        JsonNode answer;
        try {
            answer = JSON.readTree(body);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON", e);
        }
        Set<String> names = new LinkedHashSet<>();
        return isAnyName(answer, names, 0) ? List.of() : List.copyOf(names);
    }

    /**
     * Adds the names in a list of models, or in an object around it; whether the server accepts any
     * name.
     */
    private static boolean isAnyName(JsonNode models, Set<String> names, int depth) {
        boolean any = false;
        if (models.isArray()) {
            for (JsonNode model : models) {
                any |= model.path("owned_by").asString("").equals("llamacpp");
                add(names, model);
            }
        } else if (models.isObject() && depth < MAX_DEPTH) {
            for (String name : LISTS) {
                any |= names.isEmpty() && isAnyName(models.path(name), names, depth + 1);
            }
            if (depth > 0 && names.isEmpty()) {
                add(names, models);
            }
        }
        return any;
    }

    private static void add(Set<String> names, JsonNode model) {
        String name = model.isString() ? model.stringValue() : "";
        for (String field : NAMES) {
            name = name.isEmpty() ? model.path(field).asString("") : name;
        }
        if (!name.isEmpty() && names.size() < MAX_MODELS) {
            names.add(name.startsWith("models/") ? name.substring("models/".length()) : name);
        }
    }
}
