/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.AnswerPart;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Reasoning;
import dev.triune.llm.Tool;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.StructuredOutput;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the bodies of calls to model servers. */
public final class ModelRequestWriter {
    private static final int MESSAGE_TOKENS = 8;
    private static final Pattern JSON = Pattern.compile("json", Pattern.CASE_INSENSITIVE);

    private ModelRequestWriter() {}

    /** The output form that the server is requested to enforce. */
    public enum OutputForm {
        FREE,
        JSON,
        SCHEMA
    }

    /** Writes the JSON of a call in UTF-8; half a surrogate pair becomes a question mark. */
    public static byte[] write(ApiFamily family, ModelCall call, Dialect dialect) {
        return ProtocolJson.write(body(family, call, dialect)).getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode body(ApiFamily family, ModelCall call, Dialect dialect) {
        if (call.format() == AnswerFormat.EMBEDDINGS) {
            return embeddings(call);
        }
        ObjectNode body = switch (family) {
            case OPENAI -> OpenAiRequestWriter.body(call, dialect);
            case ANTHROPIC -> AnthropicRequestWriter.body(call, dialect);
            case OLLAMA -> OllamaRequestWriter.body(call, dialect);
        };
        ProtocolJson.merge(body, reasoning(family, call, dialect));
        ProtocolJson.merge(body, call.options().extraBody());
        return body;
    }

    private static ObjectNode embeddings(ModelCall call) {
        ObjectNode body = ProtocolJson.object().put("model", call.model());
        ArrayNode input = body.putArray("input");
        call.prompt().messages().forEach(message -> input.add(message.text()));
        ProtocolJson.merge(body, call.options().extraBody());
        return body;
    }

    private static Map<String, Object> reasoning(
            ApiFamily family, ModelCall call, Dialect dialect) {
        if (dialect.reasoning() == Dialect.FORCED_OFF) {
            return Map.of("reasoning_effort", "none");
        }
        Reasoning level = call.options().reasoning();
        List<Map<String, Object>> forms = level == null
                ? List.of()
                : ReasoningForms.of(family, dialect.kind(), call.model(), level);
        return dialect.reasoning() < forms.size() ? forms.get(dialect.reasoning()) : Map.of();
    }

    /** Returns the names of a request's fields, including nested ones as in {@code options}. */
    public static Set<String> fields(ApiFamily family, ModelCall call, Dialect dialect) {
        Set<String> names = new HashSet<>();
        body(family, call, dialect).propertyStream().forEach(field -> {
            names.add(field.getKey());
            names.addAll(field.getValue().propertyNames());
        });
        return names;
    }

    /**
     * Returns the context that a call needs, in tokens: {@code minContext}, 0 for none, doubled until
     * prompt, tools and answer fit, where a token has 3 ASCII characters or two thirds of another
     * one.
     */
    public static int context(ModelCall call, int minContext) {
        if (minContext == 0) {
            return 0;
        }
        long thirds = 0;
        for (Message message : call.prompt().messages()) {
            String text = message.text();
            thirds += 3 * MESSAGE_TOKENS + text.length();
            thirds += text.chars().filter(letter -> letter > 0x7f).count() * 7 / 2;
            for (AnswerPart.ToolCall tool : message.toolCalls()) {
                thirds += tool.arguments().length();
            }
        }
        for (Tool tool : call.options().tools()) {
            thirds += tool.description().length() + 2L * tool.parameters().size();
        }
        long needed = call.maxTokens() + thirds / 3;
        long context = minContext;
        while (context < needed) {
            context *= 2;
        }
        return (int) Math.min(context, ServerSettings.MAX_CONTEXT);
    }

    public static OutputForm form(ApiFamily family, ModelCall call, Dialect dialect) {
        OutputForm form = form(call, dialect.structured());
        boolean hasForm = switch (family) {
            case OPENAI -> form == OutputForm.SCHEMA || mentionsJson(call.prompt());
            case ANTHROPIC -> form == OutputForm.SCHEMA; // supports schemas only
            case OLLAMA -> true;
        };
        return hasForm ? form : OutputForm.FREE;
    }

    /** Returns the form to request from a gateway, which knows the forms of its providers. */
    static OutputForm form(ModelCall call, StructuredOutput requestedForm) {
        boolean form = call.format() == AnswerFormat.JSON || call.format() == AnswerFormat.PLAN;
        if (!form || requestedForm == StructuredOutput.NONE) {
            return OutputForm.FREE;
        }
        boolean schema = call.schema().isPresent() && requestedForm != StructuredOutput.JSON;
        return schema ? OutputForm.SCHEMA : OutputForm.JSON;
    }

    /** Whether the prompt mentions JSON, without which OpenAI rejects JSON mode. */
    private static boolean mentionsJson(Prompt prompt) {
        return prompt.messages().stream()
                .anyMatch(message -> JSON.matcher(message.text()).find());
    }
}
