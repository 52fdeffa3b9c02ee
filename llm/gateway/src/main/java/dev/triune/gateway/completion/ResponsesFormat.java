/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static dev.triune.gateway.http.ContentReader.MAX_MESSAGES;
import static dev.triune.gateway.http.ContentReader.MAX_NAME_LENGTH;
import static dev.triune.gateway.http.ContentReader.MAX_TEXT_LENGTH;

import dev.triune.gateway.http.ContentReader;
import dev.triune.gateway.http.ContentReader.Content;
import dev.triune.gateway.http.ErrorFormat;
import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import dev.triune.llm.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** {@code POST /v1/responses} of OpenAI, without built-in tools and stored conversations. */
final class ResponsesFormat implements CompletionFormat {
    private static final int MAX_TOOLS = 128;

    /** Fields that need a conversation stored by the provider. */
    private static final List<String> UNSUPPORTED =
            List.of("previous_response_id", "conversation", "prompt");

    /** The known fields; the last ones have no effect on the answer. */
    private static final Set<String> KNOWN = Set.of("""
            input instructions model max_output_tokens temperature top_p stream
            text tools tool_choice parallel_tool_calls reasoning background
            previous_response_id conversation prompt
            user metadata store service_tier include truncation stream_options
            safety_identifier prompt_cache_key prompt_cache_retention""".split("\\s+"));

    @Override
    public String idPrefix() {
        return "resp_";
    }

    @Override
    public ErrorFormat errors() {
        return OpenAiErrorFormat.RESPONSES;
    }

    @Override
    public AnswerWriter writer(CompletionRequest request, AnswerHead head) {
        return new ResponsesWriter(head, request.first());
    }

    @Override
    public CompletionRequest read(RequestFields fields, RequestContext context)
            throws ProblemException {
        for (String name : UNSUPPORTED) {
            if (fields.get(name).isPresent()) {
                throw fields.rejected(
                        name, "is not supported by this gateway (expected the whole input)");
            }
        }
        if (fields.flag("background")) {
            throw fields.rejected(
                    "background", "is not supported by this gateway (expected false)");
        }
        CompletionRequestBuilder builder = new CompletionRequestBuilder(fields, context, KNOWN);
        String instructions = fields.text("instructions", MAX_TEXT_LENGTH);
        if (!instructions.isEmpty()) {
            builder.add(Message.system(instructions));
        }
        readInput(fields, builder);
        builder.maxTokens("max_output_tokens");
        Optional<RequestFields> reasoning = fields.object("reasoning");
        if (reasoning.isPresent()) {
            builder.reasoning(reasoning.get(), "effort");
        }
        readText(fields, builder);
        List<Tool> tools = new ArrayList<>();
        for (RequestFields tool : fields.objects("tools", MAX_TOOLS).orElse(List.of())) {
            if (!tool.text("type", MAX_NAME_LENGTH).equals("function")) {
                throw tool.rejected("type", "is not supported by this gateway (expected function)");
            }
            tools.add(ModelOptionsReader.tool(tool, "parameters"));
        }
        builder.tools(tools, "tool_choice", OpenAiTools.choice(fields, false));
        builder.forwardFlag("parallel_tool_calls", true);
        return builder.build(fields.name("user", MAX_NAME_LENGTH), 1, true);
    }

    private static void readText(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        Optional<RequestFields> text = fields.object("text");
        if (text.isEmpty()) {
            return;
        }
        Optional<RequestFields> format = text.get().object("format");
        if (format.isPresent()) {
            builder.format(OutputFormat.read(format.get(), false));
        }
        Optional<JsonNode> verbosity = text.get().get("verbosity");
        if (verbosity.isPresent() && !verbosity.get().asString("").equals("medium")) {
            builder.forward("verbosity", verbosity.get());
        }
    }

    private static void readInput(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        Optional<JsonNode> input = fields.get("input");
        boolean list =
                input.isPresent() && input.get().isArray() && !input.get().isEmpty();
        if (input.isEmpty() || (!list && !input.get().isString())) {
            throw fields.invalid("input", "text, or a list of items");
        }
        if (input.get().isString()) {
            builder.add(Message.user(fields.text("input", MAX_TEXT_LENGTH)));
            return;
        }
        for (RequestFields item : fields.objects("input", MAX_MESSAGES).orElse(List.of())) {
            readItem(item, builder);
        }
    }

    private static void readItem(RequestFields item, CompletionRequestBuilder builder)
            throws ProblemException {
        switch (item.text("type", MAX_NAME_LENGTH)) {
            case "", "message" -> builder.add(message(item));
            case "function_call" ->
                builder.addToolCall(new ToolCall(
                        item.requiredName("call_id", MAX_NAME_LENGTH),
                        item.requiredName("name", MAX_NAME_LENGTH),
                        item.text("arguments", MAX_TEXT_LENGTH)));
            case "function_call_output" ->
                builder.add(Message.tool(
                        item.requiredName("call_id", MAX_NAME_LENGTH),
                        ContentReader.read(item, "output").text()));
            case "reasoning" -> {} // of one model, useless to others
            default ->
                throw item.rejected(
                        "type",
                        "is not supported by this gateway (expected message, function_call or"
                                + " function_call_output)");
        }
    }

    private static Message message(RequestFields item) throws ProblemException {
        Message.Role role = ModelOptionsReader.role(item);
        Content content = ContentReader.read(item, "content");
        if (!content.images().isEmpty() && role != Message.Role.USER) {
            throw item.rejected("content", "has an image (expected images of the user only)");
        }
        return switch (role) {
            case USER -> Message.user(content.text(), content.images());
            case ASSISTANT -> Message.assistant(content.text());
            case SYSTEM -> Message.system(content.text());
            case TOOL -> throw item.invalid("role", "system, developer, user or assistant");
        };
    }
}
