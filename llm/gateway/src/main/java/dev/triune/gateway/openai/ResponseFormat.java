/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.SchemaReader;
import dev.triune.llm.AnswerSchema;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The required format of an answer. Immutable.
 *
 * @param json whether the answer must be JSON
 * @param schema the schema of the JSON, if there is one
 */
record ResponseFormat(boolean json, Optional<AnswerSchema> schema) {
    private static final int MAX_NAME_LENGTH = 64;

    /** Reads the field {@code response_format}; plain text if it is missing. */
    static ResponseFormat read(RequestFields requestFields) throws ProblemException {
        Optional<RequestFields> given = requestFields.object("response_format");
        if (given.isEmpty()) {
            return new ResponseFormat(false, Optional.empty());
        }
        RequestFields format = given.get();
        return switch (format.text("type", MAX_NAME_LENGTH)) {
            case "text" -> new ResponseFormat(false, Optional.empty());
            case "json_object" -> new ResponseFormat(true, Optional.empty());
            case "json_schema" -> new ResponseFormat(true, schema(format));
            default -> throw format.invalid("type", "text, json_object or json_schema");
        };
    }

    /** Reads the schema, which OpenAI allows to be left out. */
    private static Optional<AnswerSchema> schema(RequestFields format) throws ProblemException {
        RequestFields described = format.object("json_schema")
                .orElseThrow(() -> format.invalid("json_schema", "an object"));
        String name = described.requiredName("name", MAX_NAME_LENGTH);
        Optional<JsonNode> schema = described.get("schema");
        return schema.isEmpty()
                ? Optional.empty()
                : Optional.of(SchemaReader.read(described, "schema", name, schema.get()));
    }
}
