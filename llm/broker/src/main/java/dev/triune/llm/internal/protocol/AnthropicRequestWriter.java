/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.internal.protocol.ModelRequest.OutputForm;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the body of a message. Empty messages are omitted, the assistant's are stripped at the
 * end, and temperatures above the maximum of 1 count as 1.
 */
final class AnthropicRequestWriter {
    private static final WireFamily FAMILY = WireFamily.of(ApiFamily.ANTHROPIC);
    private static final double HIGHEST_TEMPERATURE = 1;
    private static final Pattern DATA = Pattern.compile("(?s)data:([^;,]*);base64,(.*)");

    private AnthropicRequestWriter() {}

    static ObjectNode body(ModelCall call, Dialect dialect, OutputForm form) {
        ModelOptions options = call.options();
        ObjectNode body = ProtocolJson.object();
        body.put("model", call.model());
        body.put("max_tokens", call.maxTokens());
        addConversation(body, call.prompt());
        boolean topP = options.topP() != null && dialect.sends(Dialect.TOP_P);
        boolean unset = topP
                && (call.temperature() == Request.DEFAULT_TEMPERATURE
                        || call.temperature() == HIGHEST_TEMPERATURE); // Anthropic's default
        if (dialect.sendsTemperature(call) && !unset) { // some models accept only one of the two
            body.put("temperature", Math.min(HIGHEST_TEMPERATURE, call.temperature()));
        }
        if (topP) {
            body.put(Dialect.TOP_P, options.topP());
        }
        List<String> stop = FAMILY.stop(options);
        if (!stop.isEmpty()) {
            body.set("stop_sequences", ProtocolJson.of(stop));
        }
        body.put("stream", !call.nonStreaming());
        if (form == OutputForm.SCHEMA) {
            body.putObject("output_config")
                    .putObject("format")
                    .put("type", "json_schema")
                    .set(
                            "schema",
                            ProtocolJson.of(
                                    Objects.requireNonNull(call.schema()).root()));
        }
        addTools(body, options);
        return body;
    }

    private static void addTools(ObjectNode body, ModelOptions options) {
        if (options.tools().isEmpty()) {
            return;
        }
        ArrayNode tools = body.putArray("tools");
        for (Tool tool : options.tools()) {
            ObjectNode json = tools.addObject().put("name", tool.name());
            if (!tool.description().isEmpty()) {
                json.put("description", tool.description());
            }
            json.set("input_schema", ProtocolJson.of(tool.parameters().root()));
        }
        switch (options.toolChoice()) {
            case "" -> {}
            case "auto", "none" -> body.putObject("tool_choice").put("type", options.toolChoice());
            case "required" -> body.putObject("tool_choice").put("type", "any");
            default ->
                body.putObject("tool_choice").put("type", "tool").put("name", options.toolChoice());
        }
    }

    /** Adds the messages; a prompt of instructions only becomes a question, as one is required. */
    private static void addConversation(ObjectNode body, Prompt prompt) {
        List<Message> messages = prompt.messages();
        String stable = instructions(messages.subList(0, prompt.stable()));
        String changing = instructions(messages.subList(prompt.stable(), messages.size()));
        String system = stable.isEmpty() || changing.isEmpty()
                ? stable + changing
                : stable + "\n\n" + changing;
        if (messages.stream().noneMatch(AnthropicRequestWriter::isSaid)) {
            addMessage(body.putArray("messages"), "user", system);
            return;
        }
        int cached = stable.isEmpty() || changing.isEmpty() ? lastStable(prompt) : -1;
        if (!stable.isEmpty() && cached < 0) {
            ArrayNode blocks = body.putArray("system");
            mark(addText(blocks, stable));
            if (!changing.isEmpty()) {
                addText(blocks, changing);
            }
        } else if (!system.isEmpty()) {
            body.put("system", system);
        }
        ArrayNode array = body.putArray("messages");
        for (int i = 0; i < messages.size(); i++) {
            if (isSaid(messages.get(i))) {
                add(array, messages.get(i), i == cached);
            }
        }
    }

    private static String instructions(List<Message> messages) {
        return messages.stream()
                .filter(message -> message.role() == Message.Role.SYSTEM)
                .map(Message::text)
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining("\n\n"));
    }

    private static boolean isSaid(Message message) {
        return switch (message.role()) {
            case SYSTEM -> false;
            case TOOL -> true;
            case USER, ASSISTANT ->
                !message.text().isBlank()
                        || !message.toolCalls().isEmpty()
                        || !message.images().isEmpty();
        };
    }

    /** Returns the index of the last stable message, except instructions; -1 if none. */
    private static int lastStable(Prompt prompt) {
        int last = prompt.stable() - 1;
        while (last >= 0 && !isSaid(prompt.messages().get(last))) {
            last--;
        }
        return last;
    }

    /** Adds a message; plain text stays plain, and tool results are joined in one message. */
    private static void add(ArrayNode array, Message message, boolean cached) {
        boolean assistant = message.role() == Message.Role.ASSISTANT;
        String role = assistant ? "assistant" : "user";
        String text = assistant ? message.text().stripTrailing() : message.text();
        boolean result = message.role() == Message.Role.TOOL;
        boolean plain = message.toolCalls().isEmpty() && message.images().isEmpty();
        if (!result && plain && !cached) {
            addMessage(array, role, text);
            return;
        }
        ArrayNode blocks = result && endsWithResult(array)
                ? (ArrayNode) array.get(array.size() - 1).get("content")
                : array.addObject().put("role", role).putArray("content");
        message.images().forEach(image -> addImage(blocks, image));
        if (result) {
            blocks.addObject()
                    .put("type", "tool_result")
                    .put("tool_use_id", FAMILY.toolId(message.toolCallId()))
                    .put("content", text);
        } else if (!text.isBlank()) {
            addText(blocks, text);
        }
        for (AnswerPart.ToolCall call : message.toolCalls()) {
            blocks.addObject()
                    .put("type", "tool_use")
                    .put("id", FAMILY.toolId(call.id()))
                    .put("name", call.name())
                    .set("input", ProtocolJson.arguments(call.arguments()));
        }
        if (cached) {
            mark((ObjectNode) blocks.get(blocks.size() - 1));
        }
    }

    private static void addImage(ArrayNode blocks, String address) {
        ObjectNode source = blocks.addObject().put("type", "image").putObject("source");
        Matcher data = DATA.matcher(address);
        if (data.matches()) {
            source.put("type", "base64")
                    .put("media_type", mediaType(data.group(1)))
                    .put("data", data.group(2));
        } else {
            source.put("type", "url").put("url", address);
        }
    }

    /** Returns a type by its registered name, as the common other one is refused. */
    private static String mediaType(String written) {
        return written.equals("image/jpg") ? "image/jpeg" : written;
    }

    private static boolean endsWithResult(ArrayNode array) {
        return array.path(array.size() - 1)
                .path("content")
                .path(0)
                .path("type")
                .asString("")
                .equals("tool_result");
    }

    private static ObjectNode addText(ArrayNode blocks, String text) {
        return blocks.addObject().put("type", "text").put("text", text);
    }

    /** Marks the end of the part that the provider should cache. */
    private static void mark(ObjectNode block) {
        block.putObject("cache_control").put("type", "ephemeral");
    }

    private static void addMessage(ArrayNode messages, String role, String text) {
        messages.addObject().put("role", role).put("content", text);
    }
}
