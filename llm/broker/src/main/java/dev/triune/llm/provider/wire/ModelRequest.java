/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.ModelCall;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Writes the bodies of calls. */
public final class ModelRequest {
    private static final Pattern JSON = Pattern.compile("json", Pattern.CASE_INSENSITIVE);

    private ModelRequest() {}

    /** How far the server is asked to see to the form of the answer. */
    public enum Form {
        /** Not at all. */
        FREE,
        /** It is to be JSON. */
        JSON,
        /** It is to follow the schema of the call. */
        SCHEMA
    }

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

    /** What a call asks the server for. */
    public static Form form(Family family, ModelCall call, Dialect dialect) {
        StructuredOutput how = dialect.structured();
        if (call.format() == AnswerFormat.TEXT || how == StructuredOutput.NONE) {
            return Form.FREE;
        }
        if (call.schema().isPresent() && how != StructuredOutput.JSON) {
            return Form.SCHEMA;
        }
        boolean json = switch (family) {
            case OPENAI -> mentionsJson(call.prompt());
            case ANTHROPIC -> false; // it has schemas only
            case OLLAMA -> true;
        };
        return json ? Form.JSON : Form.FREE;
    }

    /** What a call asks a gateway for, which knows by itself what its providers take. */
    static Form form(ModelCall call, StructuredOutput how) {
        if (call.format() == AnswerFormat.TEXT || how == StructuredOutput.NONE) {
            return Form.FREE;
        }
        boolean schema = call.schema().isPresent() && how != StructuredOutput.JSON;
        return schema ? Form.SCHEMA : Form.JSON;
    }

    /** OpenAI refuses to be held to JSON where the prompt does not ask for it, too. */
    private static boolean mentionsJson(Prompt prompt) {
        return prompt.messages().stream()
                .anyMatch(message -> JSON.matcher(message.text()).find());
    }
}
