/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A call in the dialect of a model server. Immutable. */
public record ModelRequest(ApiFamily family, ModelCall call, Dialect dialect) {
    private static final int MESSAGE_TOKENS = 8;
    private static final Pattern JSON = Pattern.compile("json", Pattern.CASE_INSENSITIVE);

    private static final Pattern WORD_JSON =
            Pattern.compile("word\\W{1,3}json", Pattern.CASE_INSENSITIVE);

    /** The output form that the server is requested to enforce. */
    public enum OutputForm {
        FREE,
        JSON,
        SCHEMA
    }

    /** Writes its JSON in UTF-8; half a surrogate pair becomes a question mark. */
    public byte[] bytes() {
        return ProtocolJson.write(body()).getBytes(StandardCharsets.UTF_8);
    }

    private ObjectNode body() {
        ObjectNode body = call.format() == AnswerFormat.EMBEDDINGS ? embeddings() : chat();
        WireFamily.of(family).addExtras(body, dialect.sent(call.options().extraBody()));
        return body;
    }

    private ObjectNode embeddings() {
        ObjectNode body = ProtocolJson.object().put("model", call.model());
        ArrayNode input = body.putArray("input");
        call.prompt().messages().forEach(message -> input.add(message.text()));
        return body;
    }

    private ObjectNode chat() {
        ObjectNode body = switch (family) {
            case OPENAI -> OpenAiRequestWriter.body(call, dialect, form());
            case ANTHROPIC -> AnthropicRequestWriter.body(call, dialect, form());
            case OLLAMA -> OllamaRequestWriter.body(call, dialect, form());
        };
        ProtocolJson.merge(body, reasoning());
        return body;
    }

    private Map<String, Object> reasoning() {
        if (dialect.reasoning() == Dialect.FORCED_OFF) {
            return Map.of("reasoning_effort", "none");
        }
        Reasoning level = call.options().reasoning();
        List<Map<String, Object>> forms = level == null
                ? List.of()
                : ReasoningForms.of(family, dialect.kind(), call.model(), level);
        return dialect.reasoning() < forms.size() ? forms.get(dialect.reasoning()) : Map.of();
    }

    /** Returns the texts that end the answer and that the server has refused, so that we end it. */
    public List<String> refusedStops() {
        return dialect.sends(Dialect.STOP) ? List.of() : call.options().stop();
    }

    /** Returns the names of its fields, including nested ones as in {@code options}. */
    public Set<String> fields() {
        Set<String> names = new HashSet<>();
        body().propertyStream().forEach(field -> {
            names.add(field.getKey());
            names.addAll(field.getValue().propertyNames());
        });
        return names;
    }

    /**
     * Returns the context that a call needs, in tokens: {@code minContext}, 0 for none, doubled
     * until prompt, tools and answer fit, where a token has 3 ASCII characters or two thirds of
     * another one.
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

    public OutputForm form() {
        OutputForm form = form(call, dialect.structured());
        if (form == OutputForm.FREE) {
            return form; // the common case does not search the prompt
        }
        boolean hasForm = switch (family) {
            case OPENAI ->
                form == OutputForm.SCHEMA || isJsonWithoutSchema() || mentionsJson(call.prompt());
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
        boolean schema = call.schema() != null && requestedForm != StructuredOutput.JSON;
        return schema ? OutputForm.SCHEMA : OutputForm.JSON;
    }

    private boolean isJsonWithoutSchema() {
        return call.format() == AnswerFormat.JSON && call.schema() == null;
    }

    /** Whether a server rejects the prompt of a call for any JSON for not mentioning JSON. */
    public boolean lacksWordJson(ServerError error) {
        return isJsonWithoutSchema()
                && !mentionsJson(call.prompt())
                && WORD_JSON.matcher(error.message()).find();
    }

    /** Whether the prompt mentions JSON, without which OpenAI rejects JSON mode. */
    private static boolean mentionsJson(Prompt prompt) {
        return prompt.messages().stream()
                .anyMatch(message -> JSON.matcher(message.text()).find());
    }
}
