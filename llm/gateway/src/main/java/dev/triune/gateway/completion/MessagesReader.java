/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static dev.triune.gateway.http.MessageReader.MAX_MESSAGES;
import static dev.triune.gateway.http.RequestFields.MAX_NAME_LENGTH;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.MessageReader;
import dev.triune.gateway.http.MessageReader.Content;
import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads messages of Anthropic. */
final class MessagesReader {
    /** The known fields; the last ones have no effect on the answer. */
    static final Set<String> KNOWN = Set.of("""
            messages model system max_tokens temperature top_p stop_sequences
            stream tools tool_choice thinking output_config
            metadata service_tier cache_control""".split("\\s+"));

    private static final int LOW_BUDGET = 4096;
    private static final int MEDIUM_BUDGET = 16_384;

    private MessagesReader() {}

    static CompletionRequest read(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        readSystem(fields, builder);
        List<RequestFields> messages = fields.objects("messages", MAX_MESSAGES);
        if (messages.isEmpty()) {
            throw fields.invalid("messages", "at least one message");
        }
        for (RequestFields message : messages) {
            readMessage(message, builder);
        }
        if (builder.maxTokens("max_tokens").isEmpty()) {
            throw fields.invalid("max_tokens", "a whole number above 0");
        }
        builder.stop("stop_sequences");
        readTools(fields, builder);
        readThinking(fields, builder);
        RequestFields output = fields.object("output_config");
        builder.reasoning(output, "effort");
        builder.format(output, "format", false);
        String user = fields.object("metadata").name("user_id", 2 * MAX_NAME_LENGTH);
        return builder.build(user.substring(0, Math.min(user.length(), MAX_NAME_LENGTH)), 1, true);
    }

    private static void readSystem(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        if (fields.get("system").isString()) {
            builder.add(Message.system(fields.text("system")));
        }
        for (RequestFields block : MessageReader.parts(fields, "system")) {
            builder.add(Message.system(MessageReader.parts(List.of(block)).text()));
            markStable(block, builder);
        }
    }

    private static void markStable(RequestFields block, CompletionRequestBuilder builder) {
        if (block.has("cache_control")) {
            builder.markStable();
        }
    }

    private static void readMessage(RequestFields message, CompletionRequestBuilder builder)
            throws ProblemException {
        String role = message.word("role");
        boolean assistant = role.equals("assistant");
        if (!assistant && !role.equals("user") && !role.equals("system")) {
            throw message.invalid("role", "user or assistant");
        }
        List<RequestFields> blocks = MessageReader.parts(message, "content");
        List<RequestFields> said = new ArrayList<>();
        List<ToolCall> calls = new ArrayList<>();
        for (RequestFields block : blocks) {
            switch (block.word("type")) {
                case "tool_use" -> calls.add(toolUse(block));
                case "tool_result" -> builder.add(toolResult(block));
                case "thinking", "redacted_thinking" -> {} // of one model, useless to others
                default -> said.add(block);
            }
        }
        Content content = blocks.isEmpty()
                ? MessageReader.read(message, "content")
                : MessageReader.parts(said);
        if (assistant) {
            builder.add(Message.assistant(content.text(), calls));
        } else if (!calls.isEmpty()) {
            throw message.rejected("content", "has a tool_use (expected it of the assistant)");
        } else if (role.equals("system")) {
            builder.add(Message.system(content.text()));
        } else if (blocks.isEmpty() || !said.isEmpty()) {
            builder.add(Message.user(content.text(), content.images()));
        }
        blocks.forEach(block -> markStable(block, builder));
    }

    private static ToolCall toolUse(RequestFields block) throws ProblemException {
        JsonNode input = block.has("input") ? block.get("input") : Json.object();
        return new ToolCall(
                block.requiredName("id", MessageReader.MAX_ID_LENGTH),
                block.requiredName("name"),
                new String(Json.bytes(input), StandardCharsets.UTF_8));
    }

    private static Message toolResult(RequestFields block) throws ProblemException {
        String id = block.requiredName("tool_use_id", MessageReader.MAX_ID_LENGTH);
        Content content =
                block.has("content") ? MessageReader.read(block, "content") : Content.EMPTY;
        if (!content.images().isEmpty()) {
            throw block.rejected("content", "has an image (expected text as the result of a tool)");
        }
        boolean failed = block.has("is_error") && block.flag("is_error");
        return Message.tool(id, failed ? "Error: " + content.text() : content.text());
    }

    private static void readTools(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        List<Tool> tools = new ArrayList<>();
        for (RequestFields tool : fields.objects("tools", ModelOptionsReader.MAX_TOOLS)) {
            String type = tool.word("type");
            if (!type.isEmpty() && !type.equals("custom")) {
                throw tool.rejected("type", "is not supported by this gateway (expected custom)");
            }
            tools.add(ModelOptionsReader.tool(tool, "input_schema"));
        }
        String word = "";
        if (fields.has("tool_choice")) {
            RequestFields choice = fields.object("tool_choice");
            String type = choice.word("type");
            word = switch (type) {
                case "auto", "none" -> tools.isEmpty() ? "" : type;
                case "any" -> "required";
                case "tool" -> choice.requiredName("name");
                default -> throw choice.invalid("type", "auto, any, none or tool");
            };
        }
        builder.tools(tools, word);
        RequestFields choice = fields.object("tool_choice");
        if (choice.has("disable_parallel_tool_use")
                && choice.flag("disable_parallel_tool_use")
                && !tools.isEmpty()) {
            builder.forbidParallelCalls();
        }
    }

    /** Reads the thinking budget, which providers have as levels. */
    private static void readThinking(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        if (!fields.has("thinking")) {
            return;
        }
        RequestFields thinking = fields.object("thinking");
        switch (thinking.word("type")) {
            case "adaptive" -> {}
            case "disabled" -> builder.reasoning(Reasoning.OFF);
            case "enabled" -> builder.reasoning(level(thinking));
            default -> throw thinking.invalid("type", "enabled, adaptive or disabled");
        }
    }

    private static Reasoning level(RequestFields thinking) throws ProblemException {
        long budget = thinking.integer("budget_tokens", 1, Integer.MAX_VALUE).orElse(0L);
        return budget <= LOW_BUDGET
                ? Reasoning.LOW
                : budget <= MEDIUM_BUDGET ? Reasoning.MEDIUM : Reasoning.HIGH;
    }
}
