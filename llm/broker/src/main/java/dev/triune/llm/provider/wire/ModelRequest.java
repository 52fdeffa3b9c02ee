/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.provider.ModelCall;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** Writes the bodies of calls. */
public final class ModelRequest {
    private ModelRequest() {}

    /**
     * The JSON of a call in UTF-8. Half a surrogate pair in a prompt becomes a question mark.
     *
     * @param family the protocol
     * @param dialect how this server and model want it
     */
    public static byte[] write(Family family, ModelCall call, Dialect dialect) {
        ObjectNode body = switch (family) {
            case OPENAI -> OpenAiRequest.body(call, dialect);
            case ANTHROPIC -> AnthropicRequest.body(call, dialect);
            case OLLAMA -> OllamaRequest.body(call, dialect);
        };
        return WireJson.write(body).getBytes(StandardCharsets.UTF_8);
    }

    /** Whether JSON is to be asked for at all. */
    static boolean asksForJson(ModelCall call, Dialect dialect) {
        return call.format() == AnswerFormat.PLAN && dialect.structured() != StructuredOutput.NONE;
    }

    /** Whether the answer is to be held to the schema of the call. */
    static boolean asksForSchema(ModelCall call, Dialect dialect) {
        boolean wanted = dialect.structured() == StructuredOutput.SCHEMA
                || dialect.structured() == StructuredOutput.SCHEMA_WHOLE;
        return asksForJson(call, dialect) && wanted && call.schema().isPresent();
    }
}
