/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static dev.triune.gateway.http.MessageReader.MAX_MESSAGES;

import dev.triune.gateway.http.MessageReader;
import dev.triune.gateway.http.MessageReader.Content;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads responses of OpenAI, without built-in tools and stored conversations. */
final class ResponsesReader {
    /** The known fields; the last ones have no effect on the answer. */
    static final Set<String> KNOWN = Set.of("""
            input instructions model max_output_tokens temperature top_p stream
            text tools tool_choice parallel_tool_calls reasoning background
            previous_response_id conversation prompt
            user metadata store service_tier include truncation stream_options
            safety_identifier prompt_cache_key prompt_cache_retention""".split("\\s+"));

    /** Fields that need a conversation stored by the provider. */
    private static final List<String> UNSUPPORTED =
            List.of("previous_response_id", "conversation", "prompt");

    private ResponsesReader() {}

    static CompletionRequest read(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        for (String name : UNSUPPORTED) {
            if (fields.has(name)) {
                throw fields.rejected(
                        name, "is not supported by this gateway (expected the whole input)");
            }
        }
        if (fields.flag("background")) {
            throw fields.rejected(
                    "background", "is not supported by this gateway (expected false)");
        }
        String instructions = fields.text("instructions");
        if (!instructions.isEmpty()) {
            builder.add(Message.system(instructions));
        }
        readInput(fields, builder);
        builder.maxTokens("max_output_tokens");
        builder.reasoning(fields.object("reasoning"), "effort");
        RequestFields text = fields.object("text");
        builder.format(text, "format", false);
        if (text.has("verbosity") && !text.get("verbosity").asString("").equals("medium")) {
            builder.forward("verbosity", text.get("verbosity"));
        }
        OpenAiTools.read(fields, builder, false);
        builder.forwardFlag("parallel_tool_calls", true);
        return builder.build(fields.name("user"), 1, true);
    }

    private static void readInput(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        JsonNode input = fields.get("input");
        if (input.isString()) {
            builder.add(Message.user(input.stringValue()));
            return;
        }
        if (!input.isArray() || input.isEmpty()) {
            throw fields.invalid("input", "text, or a list of items");
        }
        for (RequestFields item : fields.objects("input", MAX_MESSAGES)) {
            readItem(item, builder);
        }
    }

    private static void readItem(RequestFields item, CompletionRequestBuilder builder)
            throws ProblemException {
        switch (item.word("type")) {
            case "", "message" -> builder.add(message(item));
            case "function_call" ->
                builder.addToolCall(new ToolCall(
                        item.requiredName("call_id", MessageReader.MAX_ID_LENGTH),
                        item.requiredName("name"),
                        item.text("arguments")));
            case "function_call_output" ->
                builder.add(Message.tool(
                        item.requiredName("call_id", MessageReader.MAX_ID_LENGTH),
                        MessageReader.read(item, "output").text()));
            case "reasoning" -> {} // of one model, useless to others
            default ->
                throw item.rejected(
                        "type",
                        "is not supported by this gateway (expected message, function_call or"
                                + " function_call_output)");
        }
    }

    private static Message message(RequestFields item) throws ProblemException {
        Message.Role role = MessageReader.role(item);
        Content content = MessageReader.content(item, role);
        return switch (role) {
            case USER -> content.user();
            case ASSISTANT -> Message.assistant(content.text());
            case SYSTEM -> Message.system(content.text());
            case TOOL -> throw item.invalid("role", "system, developer, user or assistant");
        };
    }
}
