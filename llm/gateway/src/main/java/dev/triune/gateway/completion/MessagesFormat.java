/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static dev.triune.gateway.http.ContentReader.MAX_MESSAGES;
import static dev.triune.gateway.http.ContentReader.MAX_NAME_LENGTH;
import static dev.triune.gateway.http.ContentReader.MAX_TEXT_LENGTH;

import dev.triune.gateway.http.ContentReader;
import dev.triune.gateway.http.ContentReader.Content;
import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import dev.triune.llm.Reasoning;
import dev.triune.llm.Tool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** {@code POST /v1/messages} of Anthropic. */
final class MessagesFormat implements CompletionFormat {
    private static final int MAX_TOOLS = 128;
    private static final int LOW_BUDGET = 4096;
    private static final int MEDIUM_BUDGET = 16_384;

    /** The known fields; the last ones have no effect on the answer. */
    private static final Set<String> KNOWN = Set.of("""
            messages model system max_tokens temperature top_p stop_sequences
            stream tools tool_choice thinking output_config
            metadata service_tier cache_control""".split("\\s+"));

    @Override
    public String idPrefix() {
        return "msg_";
    }

    @Override
    public ErrorFormat errors() {
        return AnthropicErrorFormat.INSTANCE;
    }

    @Override
    public AnswerWriter writer(CompletionRequest request, AnswerHead head) {
        return new MessagesWriter(head);
    }

    @Override
    public CompletionRequest read(RequestFields fields, RequestContext context)
            throws ProblemException {
        CompletionRequestBuilder builder = new CompletionRequestBuilder(fields, context, KNOWN);
        readSystem(fields, builder);
        Optional<List<RequestFields>> messages = fields.objects("messages", MAX_MESSAGES);
        if (messages.isEmpty() || messages.get().isEmpty()) {
            throw fields.invalid("messages", "at least one message");
        }
        for (RequestFields message : messages.get()) {
            readMessage(message, builder);
        }
        if (builder.maxTokens("max_tokens").isEmpty()) {
            throw fields.invalid("max_tokens", "a whole number above 0");
        }
        builder.stop("stop_sequences");
        readTools(fields, builder);
        readThinking(fields, builder);
        Optional<RequestFields> metadata = fields.object("metadata");
        String user =
                metadata.isPresent() ? metadata.get().name("user_id", 2 * MAX_NAME_LENGTH) : "";
        return builder.build(
                user.length() > MAX_NAME_LENGTH ? user.substring(0, MAX_NAME_LENGTH) : user,
                1,
                true);
    }

    private static void readSystem(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        if (fields.get("system").isEmpty()) {
            return;
        }
        List<RequestFields> blocks = ContentReader.parts(fields, "system");
        if (blocks.isEmpty() && fields.get("system").get().isString()) {
            builder.add(Message.system(fields.text("system", MAX_TEXT_LENGTH)));
        }
        for (RequestFields block : blocks) {
            builder.add(Message.system(ContentReader.parts(List.of(block)).text()));
            markStable(block, builder);
        }
    }

    private static void markStable(RequestFields block, CompletionRequestBuilder builder) {
        if (block.get("cache_control").isPresent()) {
            builder.markStable();
        }
    }

    private static void readMessage(RequestFields message, CompletionRequestBuilder builder)
            throws ProblemException {
        String role = message.text("role", MAX_NAME_LENGTH);
        boolean assistant = role.equals("assistant");
        if (!assistant && !role.equals("user") && !role.equals("system")) {
            throw message.invalid("role", "user or assistant");
        }
        List<RequestFields> blocks = ContentReader.parts(message, "content");
        List<RequestFields> said = new ArrayList<>();
        List<ToolCall> calls = new ArrayList<>();
        for (RequestFields block : blocks) {
            switch (block.text("type", MAX_NAME_LENGTH)) {
                case "tool_use" -> calls.add(toolUse(block));
                case "tool_result" -> builder.add(toolResult(block));
                case "thinking", "redacted_thinking" -> {} // of one model, useless to others
                default -> said.add(block);
            }
        }
        boolean text = said.isEmpty() && !blocks.isEmpty();
        Content content = text
                ? new Content("", List.of())
                : blocks.isEmpty()
                        ? ContentReader.read(message, "content")
                        : ContentReader.parts(said);
        if (assistant) {
            builder.add(Message.assistant(content.text(), calls));
        } else if (!calls.isEmpty()) {
            throw message.rejected("content", "has a tool_use (expected it of the assistant)");
        } else if (role.equals("system")) {
            builder.add(Message.system(content.text()));
        } else if (!text) {
            builder.add(Message.user(content.text(), content.images()));
        }
        blocks.forEach(block -> markStable(block, builder));
    }

    private static ToolCall toolUse(RequestFields block) throws ProblemException {
        JsonNode input = block.get("input").orElseGet(Json::object);
        return new ToolCall(
                block.requiredName("id", MAX_NAME_LENGTH),
                block.requiredName("name", MAX_NAME_LENGTH),
                new String(Json.bytes(input), StandardCharsets.UTF_8));
    }

    private static Message toolResult(RequestFields block) throws ProblemException {
        String id = block.requiredName("tool_use_id", MAX_NAME_LENGTH);
        Content content = block.get("content").isEmpty()
                ? new Content("", List.of())
                : ContentReader.read(block, "content");
        if (!content.images().isEmpty()) {
            throw block.rejected("content", "has an image (expected text as the result of a tool)");
        }
        return Message.tool(id, content.text());
    }

    private static void readTools(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        List<Tool> tools = new ArrayList<>();
        for (RequestFields tool : fields.objects("tools", MAX_TOOLS).orElse(List.of())) {
            String type = tool.text("type", MAX_NAME_LENGTH);
            if (!type.isEmpty() && !type.equals("custom")) {
                throw tool.rejected("type", "is not supported by this gateway (expected custom)");
            }
            tools.add(ModelOptionsReader.tool(tool, "input_schema"));
        }
        Optional<RequestFields> choice = fields.object("tool_choice");
        String word = "";
        if (choice.isPresent()) {
            RequestFields it = choice.get();
            word = switch (it.text("type", MAX_NAME_LENGTH)) {
                case "auto", "none" -> tools.isEmpty() ? "" : it.text("type", MAX_NAME_LENGTH);
                case "any" -> "required";
                case "tool" -> it.requiredName("name", MAX_NAME_LENGTH);
                default -> throw it.invalid("type", "auto, any, none or tool");
            };
        }
        builder.tools(tools, "tool_choice", word);
    }

    /** Reads the thinking budget, which providers have as levels. */
    private static void readThinking(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        Optional<RequestFields> thinking = fields.object("thinking");
        if (thinking.isPresent()) {
            RequestFields it = thinking.get();
            switch (it.text("type", MAX_NAME_LENGTH)) {
                case "adaptive" -> {}
                case "disabled" -> builder.reasoning(Reasoning.OFF);
                case "enabled" -> builder.reasoning(level(it));
                default -> throw it.invalid("type", "enabled, adaptive or disabled");
            }
        }
        Optional<RequestFields> output = fields.object("output_config");
        if (output.isPresent()) {
            builder.reasoning(output.get(), "effort");
            Optional<RequestFields> format = output.get().object("format");
            if (format.isPresent()) {
                builder.format(OutputFormat.read(format.get(), false));
            }
        }
    }

    private static Reasoning level(RequestFields thinking) throws ProblemException {
        long budget = thinking.integer("budget_tokens", 1, Integer.MAX_VALUE).orElse(0L);
        return budget <= LOW_BUDGET
                ? Reasoning.LOW
                : budget <= MEDIUM_BUDGET ? Reasoning.MEDIUM : Reasoning.HIGH;
    }
}
