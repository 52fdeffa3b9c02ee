/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads optional parameters of a call; tools and their calls have OpenAI's format. */
public final class ModelOptionsReader {
    /** The maximum number of tools, and of tool calls in a message. */
    public static final int MAX_TOOLS = 128;

    private static final Set<String> CHOICES = Set.of("", "auto", "none", "required");

    private static final Map<String, Object> NO_PARAMETERS =
            Map.of("type", "object", "properties", Map.of());

    private ModelOptionsReader() {}

    /**
     * Reads {@code reasoning}, {@code topP}, {@code seed}, {@code stop}, {@code tools}, {@code
     * toolChoice} and {@code extraBody}.
     */
    public static ModelOptions read(RequestFields fields) throws ProblemException {
        ModelOptions options = new ModelOptions(
                reasoning(fields),
                fields.share("topP").orElse(null),
                fields.integer("seed", 0, Long.MAX_VALUE).orElse(null),
                stop(fields, "stop"),
                List.of(),
                "",
                Map.of());
        options =
                withTools(options, fields, tools(fields), "toolChoice", fields.name("toolChoice"));
        if (!fields.has("extraBody")) {
            return options;
        }
        fields.requiredObject("extraBody");
        try {
            return options.extraBody(SchemaReader.map(fields.get("extraBody")));
        } catch (IllegalArgumentException e) {
            throw fields.rejected("extraBody", "is refused: " + e.getMessage());
        }
    }

    private static @Nullable Reasoning reasoning(RequestFields fields) throws ProblemException {
        String label = fields.word("reasoning");
        for (Reasoning level : Reasoning.values()) {
            if (level.label().equals(label)) {
                return level;
            }
        }
        if (fields.has("reasoning")) {
            throw fields.invalid("reasoning", "off, low, medium or high");
        }
        return null;
    }

    /** Reads stop sequences: one, or a list. */
    public static List<String> stop(RequestFields fields, String field) throws ProblemException {
        JsonNode stop = fields.get(field);
        if (stop.isString() && !stop.stringValue().isEmpty()) {
            return List.of(stop.stringValue());
        }
        boolean valid = stop.isMissingNode()
                || (stop.isArray()
                        && stop.size() <= ModelOptions.MAX_STOP
                        && stop.valueStream()
                                .allMatch(text ->
                                        text.isString() && !text.stringValue().isEmpty()));
        if (!valid) {
            String expected = "one text, or a list of at most " + ModelOptions.MAX_STOP
                    + ", none of them empty";
            throw stop.isString()
                    ? fields.rejected(field, "is empty (expected " + expected + ")")
                    : fields.invalid(field, expected);
        }
        return stop.valueStream().map(JsonNode::stringValue).toList();
    }

    /**
     * Adds tools to options.
     *
     * @param choice the tool to call, or a word; empty if not given
     * @param field the field of the choice, for error messages
     */
    public static ModelOptions withTools(
            ModelOptions options,
            RequestFields fields,
            List<Tool> tools,
            String field,
            String choice)
            throws ProblemException {
        Set<String> names = new HashSet<>();
        for (Tool tool : tools) {
            if (!names.add(tool.name())) {
                throw fields.rejected(
                        "tools[" + names.size() + "]",
                        "has a name that is there twice (expected each once)");
            }
        }
        boolean known = tools.isEmpty()
                ? choice.isEmpty()
                : CHOICES.contains(choice) || names.contains(choice);
        if (!known) {
            throw fields.invalid(field, "auto, none, required or the name of one of the tools");
        }
        return options.tools(choice, tools);
    }

    /** Reads the field {@code tools} in the form of chat completions; none if it is missing. */
    public static List<Tool> tools(RequestFields fields) throws ProblemException {
        List<Tool> tools = new ArrayList<>();
        for (RequestFields tool : fields.objects("tools", MAX_TOOLS)) {
            tools.add(tool(function(tool), "parameters"));
        }
        return tools;
    }

    /**
     * Reads a function.
     *
     * @param schema the field of its parameters; without it, the function has none
     */
    public static Tool tool(RequestFields function, String schema) throws ProblemException {
        AnswerSchema named = withoutParameters(function);
        try {
            return new Tool(
                    function.text("description"),
                    function.has(schema) && !isEmptyObject(function.get(schema))
                            ? SchemaReader.read(function, schema, named.name())
                            : named);
        } catch (IllegalArgumentException e) {
            throw function.rejected(schema, "is refused: " + e.getMessage());
        }
    }

    private static boolean isEmptyObject(JsonNode schema) {
        return schema.isObject() && schema.isEmpty();
    }

    /** Returns the schema of a function without parameters, which has the function's name. */
    private static AnswerSchema withoutParameters(RequestFields function) throws ProblemException {
        try {
            return new AnswerSchema(function.requiredName("name"), NO_PARAMETERS);
        } catch (IllegalArgumentException e) { // its message quotes the name
            throw function.rejected(
                    "name",
                    "is no name of a function"
                            + " (expected 1 to 64 letters, digits, underscores or hyphens)");
        }
    }

    /** Reads the object {@code function} of a tool, of its call, or of the tool to call. */
    public static RequestFields function(RequestFields owner) throws ProblemException {
        if (!owner.word("type").equals("function")) {
            throw owner.invalid("type", "function");
        }
        return owner.requiredObject("function");
    }
}
