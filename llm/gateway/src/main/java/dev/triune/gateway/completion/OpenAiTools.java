/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.ModelOptionsReader;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.ModelOptions.Tool;
import java.util.ArrayList;
import java.util.List;

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
        builder.tools(tools, choice(fields, nested, tools.isEmpty()));
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
