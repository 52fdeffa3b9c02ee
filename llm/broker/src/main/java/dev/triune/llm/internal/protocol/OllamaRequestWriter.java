/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.internal.protocol.ModelRequestWriter.OutputForm;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import tools.jackson.databind.node.ObjectNode;

/** The body of a chat with Ollama. */
final class OllamaRequestWriter {
    private OllamaRequestWriter() {}

    static ObjectNode body(ModelCall call, Dialect dialect) {
        ObjectNode body = ProtocolJson.object();
        body.put("model", call.model());
        OpenAiRequestWriter.addMessages(body.putArray("messages"), call);
        body.put("stream", true);
        OutputForm outputForm = ModelRequestWriter.form(ApiFamily.OLLAMA, call, dialect);
        if (outputForm == OutputForm.SCHEMA) {
            body.set("format", ProtocolJson.of(call.schema().orElseThrow().root()));
        } else if (outputForm == OutputForm.JSON) {
            body.put("format", "json");
        }
        ObjectNode options = body.putObject("options").put("num_predict", call.maxTokens());
        if (dialect.temperature()) {
            options.put("temperature", call.temperature());
        }
        return body;
    }
}
