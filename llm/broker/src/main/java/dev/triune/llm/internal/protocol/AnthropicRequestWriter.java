/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Message;
import dev.triune.llm.internal.protocol.ModelRequestWriter.OutputForm;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of a message. Standing instructions have a place of their own there; there is no empty
 * message, and the last one of the assistant bears no space at its end. Temperatures above 1 count as
 * 1, the highest that there is.
 */
final class AnthropicRequestWriter {
    private static final double HIGHEST_TEMPERATURE = 1;

    private AnthropicRequestWriter() {}

    static ObjectNode body(ModelCall call, Dialect dialect) {
        ObjectNode body = ProtocolJson.object();
        body.put("model", call.model());
        body.put("max_tokens", call.maxTokens());
        addConversation(body, call.prompt().messages());
        if (dialect.temperature()) {
            body.put("temperature", Math.min(HIGHEST_TEMPERATURE, call.temperature()));
        }
        body.put("stream", true);
        if (ModelRequestWriter.form(ApiFamily.ANTHROPIC, call, dialect) == OutputForm.SCHEMA) {
            body.putObject("output_config")
                    .putObject("format")
                    .put("type", "json_schema")
                    .set("schema", ProtocolJson.of(call.schema().orElseThrow().root()));
        }
        return body;
    }

    /** A prompt of nothing but instructions is taken as a question: one message there must be. */
    private static void addConversation(ObjectNode body, List<Message> messages) {
        String system = messages.stream()
                .filter(message -> message.role() == Message.Role.SYSTEM)
                .map(Message::text)
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining("\n\n"));
        List<Message> said = messages.stream()
                .filter(message -> message.role() != Message.Role.SYSTEM)
                .filter(message -> !message.text().isBlank())
                .toList();
        if (said.isEmpty()) {
            addMessage(body.putArray("messages"), "user", system);
            return;
        }
        if (!system.isEmpty()) {
            body.put("system", system);
        }
        ArrayNode array = body.putArray("messages");
        said.forEach(message -> addMessage(
                array,
                message.role() == Message.Role.ASSISTANT ? "assistant" : "user",
                message.role() == Message.Role.ASSISTANT
                        ? message.text().stripTrailing()
                        : message.text()));
    }

    private static void addMessage(ArrayNode messages, String role, String text) {
        messages.addObject().put("role", role).put("content", text);
    }
}
