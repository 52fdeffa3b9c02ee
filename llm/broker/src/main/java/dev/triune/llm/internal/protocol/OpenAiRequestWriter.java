/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.internal.protocol.ModelRequest.OutputForm;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the body of a chat completion. */
final class OpenAiRequestWriter {
    private static final Set<String> CHOICES = Set.of("auto", "none", "required");

    /** Servers that refuse reasoning in a message. */
    private static final Set<ServerKind> REFUSING_REASONING =
            Set.of(ServerKind.OPENAI, ServerKind.GROQ, ServerKind.CEREBRAS, ServerKind.GEMINI);

    private static final int CACHE_KEY_BYTES = 16;

    private OpenAiRequestWriter() {}

    static ObjectNode body(ModelCall call, Dialect dialect, OutputForm form) {
        boolean schema = form == OutputForm.SCHEMA;
        boolean stream = !call.nonStreaming()
                && (!schema || dialect.structured() != StructuredOutput.SCHEMA_WHOLE);
        ObjectNode body = ProtocolJson.object();
        body.put("model", call.model());
        addMessages(body.putArray("messages"), call.prompt(), dialect);
        body.put(
                dialect.completionTokens() ? "max_completion_tokens" : "max_tokens",
                call.maxTokens());
        if (dialect.sendsTemperature(call)) {
            body.put("temperature", call.temperature());
        }
        addSampling(body, call.options(), dialect);
        body.put("stream", stream);
        if (stream && dialect.sends(Dialect.STREAM_OPTIONS)) {
            body.putObject(Dialect.STREAM_OPTIONS).put("include_usage", true);
        }
        if (schema) {
            addSchema(body.putObject("response_format"), Objects.requireNonNull(call.schema()));
        } else if (form == OutputForm.JSON) {
            body.putObject("response_format").put("type", "json_object");
        }
        addTools(body, call.options());
        addServerFields(body, call, dialect);
        return body;
    }

    /** Adds {@code top_p}, {@code seed} and {@code stop}, unless the server rejects them. */
    static void addSampling(ObjectNode body, ModelOptions options, Dialect dialect) {
        if (options.topP() != null && dialect.sends(Dialect.TOP_P)) {
            body.put(Dialect.TOP_P, options.topP());
        }
        if (options.seed() != null && dialect.sends(Dialect.SEED)) {
            body.put(Dialect.SEED, options.seed());
        }
        if (!options.stop().isEmpty() && dialect.sends(Dialect.STOP)) {
            body.set(Dialect.STOP, ProtocolJson.of(options.stop()));
        }
    }

    static void addTools(ObjectNode body, ModelOptions options) {
        addTools(body, options.tools());
        String choice = options.toolChoice();
        if (CHOICES.contains(choice)) {
            body.put("tool_choice", choice);
        } else if (!choice.isEmpty()) {
            body.putObject("tool_choice")
                    .put("type", "function")
                    .putObject("function")
                    .put("name", choice);
        }
    }

    static void addTools(ObjectNode body, List<Tool> tools) {
        if (tools.isEmpty()) {
            return;
        }
        ArrayNode array = body.putArray("tools");
        for (Tool tool : tools) {
            ObjectNode function = array.addObject().put("type", "function").putObject("function");
            function.put("name", tool.name());
            if (!tool.description().isEmpty()) {
                function.put("description", tool.description());
            }
            function.set("parameters", ProtocolJson.of(tool.parameters().root()));
        }
    }

    static void addMessages(ArrayNode messages, Prompt prompt, Dialect dialect) {
        for (Message message : prompt.messages()) {
            ObjectNode json = addMessage(messages, message);
            addImages(json, message);
            if (message.role() == Message.Role.TOOL) {
                json.put("tool_call_id", message.toolCallId());
            }
            if (!message.toolCalls().isEmpty()) {
                if (message.text().isEmpty()) {
                    json.putNull("content");
                }
                ArrayNode calls = json.putArray("tool_calls");
                for (ToolCall call : message.toolCalls()) {
                    ObjectNode written =
                            calls.addObject().put("id", call.id()).put("type", "function");
                    written.putObject("function")
                            .put("name", call.name())
                            .put("arguments", call.arguments().isBlank() ? "{}" : call.arguments());
                    addExtra(json, written, ProtocolJson.extra(call.extra()), dialect);
                }
            }
        }
    }

    /** Returns to a server what it sent with a tool call: beside it, or beside the message. */
    private static void addExtra(
            ObjectNode message, ObjectNode call, ObjectNode extra, Dialect dialect) {
        if (extra.has(ToolCallDraft.EXTRA)) {
            call.set(ToolCallDraft.EXTRA, extra.get(ToolCallDraft.EXTRA));
        }
        if (!REFUSING_REASONING.contains(dialect.kind())) {
            ToolCallDraft.REASONING.stream()
                    .filter(extra::has)
                    .forEach(name -> message.set(name, extra.get(name)));
        }
    }

    static ObjectNode addMessage(ArrayNode messages, Message message) {
        return messages.addObject()
                .put("role", message.role().name().toLowerCase(Locale.ROOT))
                .put("content", message.text());
    }

    private static void addImages(ObjectNode json, Message message) {
        if (message.images().isEmpty()) {
            return;
        }
        ArrayNode parts = json.putArray("content");
        if (!message.text().isEmpty()) {
            parts.addObject().put("type", "text").put("text", message.text());
        }
        for (String image : message.images()) {
            ObjectNode address = parts.addObject().put("type", "image_url").putObject("image_url");
            address.put("url", image);
            if (!message.imageDetail().isEmpty()) {
                address.put("detail", message.imageDetail());
            }
        }
    }

    private static void addServerFields(ObjectNode body, ModelCall call, Dialect dialect) {
        if (dialect.kind() == ServerKind.OPENAI
                && call.prompt().stable() > 0
                && dialect.sends(Dialect.CACHE_KEY)) {
            body.put(Dialect.CACHE_KEY, cacheKey(call.prompt()));
        }
        if (dialect.server().sendPriority()) {
            body.put("priority", Priority.MAX - call.caller().priority().level());
        }
    }

    /** Returns a key that routes prompts with the same beginning to the same cache. */
    private static String cacheKey(Prompt prompt) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Message message : prompt.messages().subList(0, prompt.stable())) {
                digest.update((message.role() + "\n" + message.text() + "\0")
                        .getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, CACHE_KEY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static void addSchema(ObjectNode format, AnswerSchema schema) {
        format.put("type", "json_schema");
        format.putObject("json_schema")
                .put("name", schema.name())
                .put("strict", schema.isStrict())
                .set("schema", ProtocolJson.of(schema.root()));
    }
}
