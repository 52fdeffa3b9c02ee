/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.ModelOptions.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads OpenAI's tools and tool choice. */
final class OpenAiTools {
    private OpenAiTools() {}

    /**
     * Reads {@code tools} and {@code tool_choice}.
     *
     * @param nested whether functions are within an object {@code function}
     */
    static void read(RequestFields fields, CompletionRequestBuilder builder, boolean nested)
            throws ProblemException {
        List<Tool> tools = nested ? ModelOptionsReader.tools(fields) : flatTools(fields);
        for (RequestFields tool : fields.objects("tools", ModelOptionsReader.MAX_TOOLS)) {
            RequestFields function = nested ? tool.object("function") : tool;
            if (function.has("strict") && function.flag("strict")) {
                builder.drop("tools.strict");
            }
        }
        RequestFields choice = fields.get("tool_choice").isObject()
                ? fields.object("tool_choice")
                : RequestFields.of(Json.object());
        if (choice.word("type").equals("allowed_tools")) {
            RequestFields allowed = nested ? choice.requiredObject("allowed_tools") : choice;
            builder.tools(only(tools, allowed, nested), mode(allowed));
        } else {
            builder.tools(tools, choice(fields, nested, tools.isEmpty()));
        }
    }

    /** Returns the tools that a choice of OpenAI's {@code allowed_tools} names. */
    private static List<Tool> only(List<Tool> tools, RequestFields allowed, boolean nested)
            throws ProblemException {
        Set<String> names = new HashSet<>();
        for (RequestFields tool : allowed.objects("tools", ModelOptionsReader.MAX_TOOLS)) {
            names.add((nested ? ModelOptionsReader.function(tool) : tool).requiredName("name"));
        }
        List<Tool> left = tools.stream()
                .filter(tool -> names.contains(tool.parameters().name()))
                .toList();
        if (left.size() < names.size() || left.isEmpty()) {
            throw allowed.invalid("tools", "some of those in tools");
        }
        return left;
    }

    private static String mode(RequestFields allowed) throws ProblemException {
        String mode = allowed.word("mode");
        if (!mode.equals("auto") && !mode.equals("required")) {
            throw allowed.invalid("mode", "auto or required");
        }
        return mode;
    }

    private static List<Tool> flatTools(RequestFields fields) throws ProblemException {
        List<Tool> tools = new ArrayList<>();
        for (RequestFields tool : fields.objects("tools", ModelOptionsReader.MAX_TOOLS)) {
            if (!tool.word("type").equals("function")) {
                throw tool.rejected("type", "is not supported by this gateway (expected function)");
            }
            tools.add(ModelOptionsReader.tool(tool, "parameters"));
        }
        return tools;
    }

    /** Reads a word, which changes nothing without tools, or the name of a function. */
    private static String choice(RequestFields fields, boolean nested, boolean noTools)
            throws ProblemException {
        if (!fields.get("tool_choice").isObject()) {
            String word = fields.name("tool_choice");
            return noTools && (word.equals("auto") || word.equals("none")) ? "" : word;
        }
        RequestFields choice = fields.object("tool_choice");
        if (nested) {
            return ModelOptionsReader.function(choice).requiredName("name");
        }
        if (!choice.word("type").equals("function")) {
            throw choice.invalid("type", "function");
        }
        return choice.requiredName("name");
    }
}
