/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.internal.protocol.ModelRequest.OutputForm;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the body of a chat with Ollama. */
final class OllamaRequestWriter {
    private OllamaRequestWriter() {}

    static ObjectNode body(ModelCall call, Dialect dialect, OutputForm form) {
        ObjectNode body = ProtocolJson.object();
        body.put("model", call.model());
        addMessages(body.putArray("messages"), call.prompt().messages());
        body.put("stream", !call.nonStreaming());
        if (form == OutputForm.SCHEMA) {
            body.set(
                    "format",
                    ProtocolJson.of(Objects.requireNonNull(call.schema()).root()));
        } else if (form == OutputForm.JSON) {
            body.put("format", "json");
        }
        OpenAiRequestWriter.addTools(body, tools(call.options()));
        Duration keepAlive = dialect.server().keepAlive();
        if (keepAlive != null) {
            body.put("keep_alive", keepAlive.toSeconds() + "s");
        }
        ObjectNode options = body.putObject("options").put("num_predict", call.maxTokens());
        if (dialect.sends(Dialect.TEMPERATURE)) {
            options.put("temperature", call.temperature());
        }
        OpenAiRequestWriter.addSampling(options, call.options(), dialect);
        if (dialect.context() > 0) {
            options.put("num_ctx", dialect.context());
        }
        return body;
    }

    /** Returns the tools to offer: only those that may be called, as Ollama has no tool choice. */
    private static List<Tool> tools(ModelOptions options) {
        return switch (options.toolChoice()) {
            case "none" -> List.of();
            case "", "auto", "required" -> options.tools();
            default ->
                options.tools().stream()
                        .filter(tool -> tool.name().equals(options.toolChoice()))
                        .toList();
        };
    }

    /** Adds messages in Ollama's form: arguments are objects, and a result names its tool. */
    private static void addMessages(ArrayNode array, List<Message> messages) {
        Map<String, String> names = new HashMap<>();
        for (Message message : messages) {
            ObjectNode json = OpenAiRequestWriter.addMessage(array, message);
            if (!message.images().isEmpty()) { // without "data:…;base64,"
                ArrayNode images = json.putArray("images");
                message.images().forEach(image -> images.add(image.replaceFirst("^data:.*?,", "")));
            }
            if (message.role() == Message.Role.TOOL) {
                json.put(
                        "tool_name",
                        names.getOrDefault(message.toolCallId(), message.toolCallId()));
            }
            if (!message.toolCalls().isEmpty()) {
                ArrayNode calls = json.putArray("tool_calls");
                for (AnswerPart.ToolCall call : message.toolCalls()) {
                    names.put(call.id(), call.name());
                    calls.addObject()
                            .putObject("function")
                            .put("name", call.name())
                            .set("arguments", ProtocolJson.arguments(call.arguments()));
                }
            }
        }
    }
}
