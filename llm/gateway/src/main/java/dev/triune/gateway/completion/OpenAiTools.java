/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ContentReader;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads OpenAI's tool choice. */
final class OpenAiTools {
    private OpenAiTools() {}

    /**
     * Reads {@code tool_choice}: a word, or an object with the name of a function. A word without
     * tools changes nothing.
     *
     * @param nested whether the name is within an object {@code function}
     */
    static String choice(RequestFields fields, boolean nested) throws ProblemException {
        Optional<JsonNode> choice = fields.get("tool_choice");
        boolean tools = fields.get("tools").map(list -> !list.isEmpty()).orElse(false);
        if (choice.isEmpty() || !choice.get().isObject()) {
            String word = fields.name("tool_choice", ContentReader.MAX_NAME_LENGTH);
            return !tools && (word.equals("auto") || word.equals("none")) ? "" : word;
        }
        RequestFields object = fields.object("tool_choice").orElseThrow();
        if (!object.text("type", ContentReader.MAX_NAME_LENGTH).equals("function")) {
            throw object.invalid("type", "function");
        }
        RequestFields owner = nested
                ? object.object("function")
                        .orElseThrow(() -> object.invalid("function", "an object"))
                : object;
        return owner.requiredName("name", ContentReader.MAX_NAME_LENGTH);
    }
}
