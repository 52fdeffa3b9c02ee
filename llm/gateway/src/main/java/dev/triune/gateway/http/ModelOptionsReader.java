/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.AnswerPart.ToolCall;
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
        options = withTools(options.stop(stop(requestFields)), requestFields);
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

    private static String[] stop(RequestFields requestFields) throws ProblemException {
        Optional<JsonNode> stop = requestFields.get("stop");
        boolean valid = stop.isEmpty()
                || (stop.get().isArray()
                        && stop.get().size() <= ModelOptions.MAX_STOP
                        && stop.get()
                                .valueStream()
                                .noneMatch(
                                        text -> text.asString("").isEmpty() || !text.isString()));
        if (!valid) {
            throw requestFields.invalid(
                    "stop",
                    "a list of at most " + ModelOptions.MAX_STOP + " texts, none of them empty");
        }
        return stop.stream()
                .flatMap(JsonNode::valueStream)
                .map(JsonNode::stringValue)
                .toArray(String[]::new);
    }

    private static ModelOptions withTools(ModelOptions options, RequestFields requestFields)
            throws ProblemException {
        List<Tool> tools = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (RequestFields tool : requestFields.objects("tools", MAX_TOOLS).orElse(List.of())) {
            Tool read = tool(tool);
            if (!names.add(read.name())) {
                throw tool.rejected("function.name", "is there twice (expected each name once)");
            }
            tools.add(read);
        }
        String choice = requestFields.name("toolChoice", MAX_NAME_LENGTH);
        boolean known = tools.isEmpty()
                ? choice.isEmpty()
                : CHOICES.contains(choice) || names.contains(choice);
        if (!known) {
            throw requestFields.invalid(
                    "toolChoice", "auto, none, required or the name of one of the tools");
        }
        return options.tools(choice, tools);
    }

    private static Tool tool(RequestFields tool) throws ProblemException {
        RequestFields function = function(tool);
        JsonNode parameters = function.get("parameters")
                .orElseThrow(() -> function.invalid("parameters", "an object"));
        String name = function.requiredName("name", MAX_NAME_LENGTH);
        try {
            return new Tool(
                    function.text("description", MAX_TEXT_LENGTH),
                    SchemaReader.read(function, "parameters", name, parameters));
        } catch (IllegalArgumentException e) {
            throw function.rejected("parameters", "is refused: " + e.getMessage());
        }
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
