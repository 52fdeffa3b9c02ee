/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the list of models that a server offers. */
public final class OfferedModels {
    private static final int MAX_MODELS = 10_000;
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
        List<String> names = new ArrayList<>();
        for (JsonNode model : answer.path(answer.has("models") ? "models" : "data")) {
            if (model.path("owned_by").asString("").equals("llamacpp")) {
                return List.of();
            }
            String name = model.path(model.has("id") ? "id" : "name").asString("");
            if (!name.isEmpty() && names.size() < MAX_MODELS) {
                names.add(name.startsWith("models/") ? name.substring("models/".length()) : name);
            }
        }
        return names;
    }
}
