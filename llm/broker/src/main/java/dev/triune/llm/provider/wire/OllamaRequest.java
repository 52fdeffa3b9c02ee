/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.wire.ModelRequest.Form;
import tools.jackson.databind.node.ObjectNode;

/** The body of a chat with Ollama. */
final class OllamaRequest {
    private OllamaRequest() {}

    static ObjectNode body(ModelCall call, Dialect dialect) {
        ObjectNode body = WireJson.object();
        body.put("model", call.model());
        OpenAiRequest.addMessages(body.putArray("messages"), call);
        body.put("stream", true);
        Form form = ModelRequest.form(Family.OLLAMA, call, dialect);
        if (form == Form.SCHEMA) {
            body.set("format", WireJson.of(call.schema().orElseThrow().root()));
        } else if (form == Form.JSON) {
            body.put("format", "json");
        }
        ObjectNode options = body.putObject("options").put("num_predict", call.maxTokens());
        if (dialect.temperature()) {
            options.put("temperature", call.temperature());
        }
        return body;
    }
}
