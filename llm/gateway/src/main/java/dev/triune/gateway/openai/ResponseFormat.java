/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.server.Fields;
import dev.triune.gateway.server.Schemas;
import dev.triune.gateway.session.Refused;
import dev.triune.llm.AnswerSchema;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What the model is to be held to. Immutable.
 *
 * @param json to JSON
 * @param schema and to which
 */
record ResponseFormat(boolean json, Optional<AnswerSchema> schema) {
    private static final int MOST_NAME = 64;

    /** Reads the field {@code response_format}; plain text if it is missing. */
    static ResponseFormat read(Fields fields) throws Refused {
        Optional<Fields> given = fields.object("response_format");
        if (given.isEmpty()) {
            return new ResponseFormat(false, Optional.empty());
        }
        Fields format = given.get();
        return switch (format.text("type", MOST_NAME)) {
            case "text" -> new ResponseFormat(false, Optional.empty());
            case "json_object" -> new ResponseFormat(true, Optional.empty());
            case "json_schema" -> new ResponseFormat(true, schema(format));
            default -> throw format.wrong("type", "text, json_object or json_schema");
        };
    }

    /** OpenAI lets the schema itself be left out. */
    private static Optional<AnswerSchema> schema(Fields format) throws Refused {
        Fields described = format.object("json_schema")
                .orElseThrow(() -> format.wrong("json_schema", "an object"));
        String name = described.neededName("name", MOST_NAME);
        Optional<JsonNode> schema = described.get("schema");
        return schema.isEmpty()
                ? Optional.empty()
                : Optional.of(Schemas.read(described, "schema", name, schema.get()));
    }
}
