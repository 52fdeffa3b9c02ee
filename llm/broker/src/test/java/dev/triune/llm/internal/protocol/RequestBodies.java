/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static dev.triune.llm.provider.ServerSettings.StructuredOutput.SCHEMA;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Calls and the request bodies written for them, for tests. */
final class RequestBodies {
    static final AnswerSchema LOOSE = schema(false);
    static final AnswerSchema STRICT = schema(true);
    static final Prompt PROMPT =
            Prompt.of(Message.system("Be brief, in JSON."), Message.user("What now?"));
    static final Dialect USUAL = dialect(SCHEMA, false);
    static final String MESSAGES = "'messages':[{'role':'system','content':'Be brief, in JSON.'},"
            + "{'role':'user','content':'What now?'}]";

    private RequestBodies() {}

    static Dialect dialect(
            StructuredOutput structured, boolean completionTokens, String... withheld) {
        return new Dialect(
                ServerSettings.DEFAULT, structured, completionTokens, Set.of(withheld), 0, 0);
    }

    static AnswerSchema schema(boolean strict) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("type", "object");
        root.put("properties", Map.of("say", Map.of("type", "string")));
        if (strict) {
            root.put("required", List.of("say"));
            root.put("additionalProperties", false);
        }
        return new AnswerSchema("plan", root);
    }

    static ModelCall text(double temperature, Message... messages) {
        return new ModelCall("m", Prompt.of(messages), AnswerFormat.TEXT, 64, temperature, STRICT);
    }

    static String written(ApiFamily apiFamily, ModelCall call, Dialect dialect) {
        return new String(
                new ModelRequest(apiFamily, call, dialect).bytes(), StandardCharsets.UTF_8);
    }
}
