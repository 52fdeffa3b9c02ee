/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.wire.ModelRequest.Form;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The body of a chat completion. */
final class OpenAiRequest {
    private OpenAiRequest() {}

    static ObjectNode body(ModelCall call, Dialect dialect) {
        Form form = ModelRequest.form(Family.OPENAI, call, dialect);
        boolean schema = form == Form.SCHEMA;
        boolean stream =
                !call.whole() && (!schema || dialect.structured() != StructuredOutput.SCHEMA_WHOLE);
        ObjectNode body = WireJson.object();
        body.put("model", call.model());
        addMessages(body.putArray("messages"), call);
        body.put(
                dialect.completionTokens() ? "max_completion_tokens" : "max_tokens",
                call.maxTokens());
        if (dialect.temperature()) {
            body.put("temperature", call.temperature());
        }
        body.put("stream", stream);
        if (stream && dialect.streamUsage()) {
            body.putObject("stream_options").put("include_usage", true);
        }
        if (schema) {
            addSchema(body.putObject("response_format"), call.schema().orElseThrow());
        } else if (form == Form.JSON) {
            body.putObject("response_format").put("type", "json_object");
        }
        return body;
    }

    static void addMessages(ArrayNode messages, ModelCall call) {
        call.prompt()
                .messages()
                .forEach(message -> messages.addObject()
                        .put("role", message.role().name().toLowerCase(Locale.ROOT))
                        .put("content", message.text()));
    }

    private static void addSchema(ObjectNode format, AnswerSchema schema) {
        format.put("type", "json_schema");
        format.putObject("json_schema")
                .put("name", schema.name())
                .put("strict", schema.isStrict())
                .set("schema", WireJson.of(schema.root()));
    }
}
