/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.http.SchemaReader;
import dev.triune.llm.AnswerSchema;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The required form of an answer. Immutable.
 *
 * @param json whether the answer must be JSON
 * @param schema the schema of the JSON, if there is one
 */
record OutputFormat(boolean json, Optional<AnswerSchema> schema) {
    /** Plain text. */
    static final OutputFormat TEXT = new OutputFormat(false, Optional.empty());

    private static final String DEFAULT_NAME = "answer";
    private static final int MAX_NAME_LENGTH = 64;

    /**
     * Reads a format of OpenAI or Anthropic.
     *
     * @param format the object that contains the type
     * @param nested whether schema and name are within an object {@code json_schema}
     */
    static OutputFormat read(RequestFields format, boolean nested) throws ProblemException {
        return switch (format.text("type", MAX_NAME_LENGTH)) {
            case "text" -> TEXT;
            case "json_object" -> new OutputFormat(true, Optional.empty());
            case "json_schema" -> new OutputFormat(true, schema(format, nested));
            default -> throw format.invalid("type", "text, json_object or json_schema");
        };
    }

    /** Reads the schema, which is optional with OpenAI. */
    private static Optional<AnswerSchema> schema(RequestFields format, boolean nested)
            throws ProblemException {
        RequestFields described = nested
                ? format.object("json_schema")
                        .orElseThrow(() -> format.invalid("json_schema", "an object"))
                : format;
        String name = nested
                ? described.requiredName("name", MAX_NAME_LENGTH)
                : described.name("name", MAX_NAME_LENGTH);
        Optional<JsonNode> schema = described.get("schema");
        return schema.isEmpty()
                ? Optional.empty()
                : Optional.of(SchemaReader.read(
                        described, "schema", name.isEmpty() ? DEFAULT_NAME : name, schema.get()));
    }
}
