/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.internal.protocol.ModelRequestWriter.OutputForm;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.StructuredOutput;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The body of a chat completion. */
final class OpenAiRequestWriter {
    private OpenAiRequestWriter() {}

    static ObjectNode body(ModelCall call, Dialect dialect) {
        OutputForm outputForm = ModelRequestWriter.form(ApiFamily.OPENAI, call, dialect);
        boolean schema = outputForm == OutputForm.SCHEMA;
        boolean stream = !call.nonStreaming()
                && (!schema || dialect.structured() != StructuredOutput.SCHEMA_WHOLE);
        ObjectNode body = ProtocolJson.object();
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
        } else if (outputForm == OutputForm.JSON) {
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
                .set("schema", ProtocolJson.of(schema.root()));
    }
}
