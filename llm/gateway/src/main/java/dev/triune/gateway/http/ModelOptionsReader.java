/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.Reasoning;
import dev.triune.llm.Tool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads optional parameters of a call; tools and their calls have OpenAI's format. */
public final class ModelOptionsReader {
    private static final int MAX_NAME_LENGTH = 128;
    private static final int MAX_TEXT_LENGTH = Integer.MAX_VALUE; // the body as a whole is bounded
    private static final int MAX_TOOLS = 128;
    private static final Set<String> CHOICES = Set.of("", "auto", "none", "required");

    private ModelOptionsReader() {}

    /**
     * Reads {@code reasoning}, {@code topP}, {@code seed}, {@code stop}, {@code tools}, {@code
     * toolChoice} and {@code extraBody}.
     *
     * @throws ProblemException if one of them is invalid
     */
    public static ModelOptions read(RequestFields requestFields) throws ProblemException {
        ModelOptions options = ModelOptions.NONE;
        Optional<Reasoning> reasoning = reasoning(requestFields);
        if (reasoning.isPresent()) {
            options = options.reasoning(reasoning.get());
        }
        Optional<Double> topP = requestFields.number("topP", 0, 1);
        if (topP.isPresent()) {
            if (topP.get() == 0) {
                throw requestFields.invalid("topP", "a number above 0, at most 1");
            }
            options = options.topP(topP.get());
        }
        Optional<Long> seed = requestFields.integer("seed", 0, Long.MAX_VALUE);
        if (seed.isPresent()) {
            options = options.seed(seed.get());
        }
        options = withTools(
                options.stop(stop(requestFields, "stop")),
                requestFields,
                tools(requestFields),
                "toolChoice",
                requestFields.name("toolChoice", MAX_NAME_LENGTH));
        Optional<JsonNode> extra = requestFields.get("extraBody");
        if (extra.isEmpty()) {
            return options;
        }
        if (!extra.get().isObject()) {
            throw requestFields.invalid("extraBody", "an object");
        }
        try {
            return options.extraBody(SchemaReader.map(extra.get()));
        } catch (IllegalArgumentException e) {
            throw requestFields.rejected("extraBody", "is refused: " + e.getMessage());
        }
    }

    private static Optional<Reasoning> reasoning(RequestFields requestFields)
            throws ProblemException {
        String label = requestFields.text("reasoning", MAX_NAME_LENGTH);
        Optional<Reasoning> level = Arrays.stream(Reasoning.values())
                .filter(each -> each.label().equals(label))
                .findFirst();
        if (level.isEmpty() && requestFields.get("reasoning").isPresent()) {
            throw requestFields.invalid("reasoning", "off, low, medium or high");
        }
        return level;
    }

    /**
     * Reads stop sequences: one, where an empty text means none, or a list.
     *
     * @throws ProblemException if there are too many, or a list contains an empty one
     */
    public static String[] stop(RequestFields requestFields, String field) throws ProblemException {
        Optional<JsonNode> stop = requestFields.get(field);
        if (stop.isPresent() && stop.get().isString()) {
            String text = stop.get().stringValue();
            return text.isEmpty() ? new String[0] : new String[] {text};
        }
        boolean valid = stop.isEmpty()
                || (stop.get().isArray()
                        && stop.get().size() <= ModelOptions.MAX_STOP
                        && stop.get()
                                .valueStream()
                                .noneMatch(
                                        text -> text.asString("").isEmpty() || !text.isString()));
        if (!valid) {
            throw requestFields.invalid(
                    field,
                    "a list of at most " + ModelOptions.MAX_STOP + " texts, none of them empty");
        }
        return stop.stream()
                .flatMap(JsonNode::valueStream)
                .map(JsonNode::stringValue)
                .toArray(String[]::new);
    }

    /**
     * Adds tools to options.
     *
     * @param choice the tool to call, or a word; empty if not given
     * @param field the field of the choice, for error messages @throws ProblemException if names
     *     are not unique, or the choice is not one of them
     */
    public static ModelOptions withTools(
            ModelOptions options,
            RequestFields requestFields,
            List<Tool> tools,
            String field,
            String choice)
            throws ProblemException {
        Set<String> names = new HashSet<>();
        for (Tool tool : tools) {
            if (!names.add(tool.name())) {
                throw requestFields.rejected(
                        "tools[" + names.size() + "]",
                        "has a name that is there twice (expected each once)");
            }
        }
        boolean known = tools.isEmpty()
                ? choice.isEmpty()
                : CHOICES.contains(choice) || names.contains(choice);
        if (!known) {
            throw requestFields.invalid(
                    field, "auto, none, required or the name of one of the tools");
        }
        return options.tools(choice, tools);
    }

    /** Reads the field {@code tools} in the form of chat completions; none if it is missing. */
    public static List<Tool> tools(RequestFields requestFields) throws ProblemException {
        List<Tool> tools = new ArrayList<>();
        for (RequestFields tool : requestFields.objects("tools", MAX_TOOLS).orElse(List.of())) {
            tools.add(tool(function(tool), "parameters"));
        }
        return tools;
    }

    /**
     * Reads a function.
     *
     * @param schema the field of its parameters; without it, the function has none
     * @throws ProblemException if it is invalid
     */
    public static Tool tool(RequestFields function, String schema) throws ProblemException {
        JsonNode parameters = function.get(schema).orElseGet(ModelOptionsReader::noParameters);
        String name = function.requiredName("name", MAX_NAME_LENGTH);
        try {
            return new Tool(
                    function.text("description", MAX_TEXT_LENGTH),
                    SchemaReader.read(function, schema, name, parameters));
        } catch (IllegalArgumentException e) {
            throw function.rejected(schema, "is refused: " + e.getMessage());
        }
    }

    private static JsonNode noParameters() {
        ObjectNode schema = Json.object().put("type", "object");
        schema.putObject("properties");
        return schema;
    }

    /**
     * Reads the field {@code role} of a message.
     *
     * @throws ProblemException if the role does not exist
     */
    public static Message.Role role(RequestFields message) throws ProblemException {
        return switch (message.text("role", MAX_NAME_LENGTH)) {
            case "system", "developer" -> Message.Role.SYSTEM;
            case "user" -> Message.Role.USER;
            case "assistant" -> Message.Role.ASSISTANT;
            case "tool" -> Message.Role.TOOL;
            default -> throw message.invalid("role", "system, user, assistant or tool");
        };
    }

    /**
     * Reads the field {@code tool_calls} of an assistant's message; none if it is missing.
     *
     * @throws ProblemException if a call is invalid
     */
    public static List<ToolCall> toolCalls(RequestFields message) throws ProblemException {
        List<ToolCall> calls = new ArrayList<>();
        for (RequestFields call : message.objects("tool_calls", MAX_TOOLS).orElse(List.of())) {
            RequestFields function = function(call);
            calls.add(new ToolCall(
                    call.requiredName("id", MAX_NAME_LENGTH),
                    function.requiredName("name", MAX_NAME_LENGTH),
                    function.text("arguments", MAX_TEXT_LENGTH)));
        }
        return calls;
    }

    private static RequestFields function(RequestFields owner) throws ProblemException {
        if (!owner.text("type", MAX_NAME_LENGTH).equals("function")) {
            throw owner.invalid("type", "function");
        }
        Optional<RequestFields> function = owner.object("function");
        return function.orElseThrow(() -> owner.invalid("function", "an object"));
    }
}
