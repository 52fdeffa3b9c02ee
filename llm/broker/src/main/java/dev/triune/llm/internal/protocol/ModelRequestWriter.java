/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.StructuredOutput;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Writes the bodies of calls. */
public final class ModelRequestWriter {
    private static final Pattern JSON = Pattern.compile("json", Pattern.CASE_INSENSITIVE);

    private ModelRequestWriter() {}

    /** How far the server is asked to see to the form of the answer. */
    public enum OutputForm {
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
     * @param apiFamily the protocol
     * @param dialect how this server and model want it
     */
    public static byte[] write(ApiFamily apiFamily, ModelCall call, Dialect dialect) {
        ObjectNode body = switch (apiFamily) {
            case OPENAI -> OpenAiRequestWriter.body(call, dialect);
            case ANTHROPIC -> AnthropicRequestWriter.body(call, dialect);
            case OLLAMA -> OllamaRequestWriter.body(call, dialect);
        };
        return ProtocolJson.write(body).getBytes(StandardCharsets.UTF_8);
    }

    /** What a call asks the server for. */
    public static OutputForm form(ApiFamily apiFamily, ModelCall call, Dialect dialect) {
        StructuredOutput how = dialect.structured();
        if (call.format() == AnswerFormat.TEXT || how == StructuredOutput.NONE) {
            return OutputForm.FREE;
        }
        if (call.schema().isPresent() && how != StructuredOutput.JSON) {
            return OutputForm.SCHEMA;
        }
        boolean json = switch (apiFamily) {
            case OPENAI -> mentionsJson(call.prompt());
            case ANTHROPIC -> false; // it has schemas only
            case OLLAMA -> true;
        };
        return json ? OutputForm.JSON : OutputForm.FREE;
    }

    /** What a call asks a gateway for, which knows by itself what its providers take. */
    static OutputForm form(ModelCall call, StructuredOutput how) {
        if (call.format() == AnswerFormat.TEXT || how == StructuredOutput.NONE) {
            return OutputForm.FREE;
        }
        boolean schema = call.schema().isPresent() && how != StructuredOutput.JSON;
        return schema ? OutputForm.SCHEMA : OutputForm.JSON;
    }

    /** OpenAI refuses to be held to JSON where the prompt does not ask for it, too. */
    private static boolean mentionsJson(Prompt prompt) {
        return prompt.messages().stream()
                .anyMatch(message -> JSON.matcher(message.text()).find());
    }
}
