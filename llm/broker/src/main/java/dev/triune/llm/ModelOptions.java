/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Optional parameters of a call; for those not set, the provider's settings apply, then the
 * server's defaults. Immutable.
 *
 * <pre>{@code
 * ModelOptions.NONE.reasoning(Reasoning.OFF).stop("\n\n")
 * }</pre>
 *
 * @param reasoning the level of reasoning; null if not set
 * @param topP nucleus sampling, more than 0, at most 1; null if not set
 * @param seed the seed of sampling, 0 or more, for repeatable answers if supported; null if not set
 * @param stop texts that end the answer, at most 4, none empty
 * @param tools functions that the model may call
 * @param toolChoice {@code auto}, {@code none}, {@code required} or a tool's name; empty if not set
 * @param extraBody further fields of the request's JSON, as in {@link AnswerSchema}; objects are
 *     merged with those of the same name, and fields that a request sets itself are rejected
 */
public record ModelOptions(
        @Nullable Reasoning reasoning,
        @Nullable Double topP,
        @Nullable Long seed,
        List<String> stop,
        List<Tool> tools,
        String toolChoice,
        Map<String, Object> extraBody) {
    /** The maximum number of stop sequences that all providers accept. */
    public static final int MAX_STOP = 4;

    private static final Set<String> CHOICES = Set.of("", "auto", "none", "required");

    /** Fields that determine the answer and its form. */
    private static final Set<String> OWN_FIELDS = Set.of(
            "model", "messages", "system", "stream", "max_tokens", "max_completion_tokens", "n");

    /** No option is set. */
    public static final ModelOptions NONE =
            new ModelOptions(null, null, null, List.of(), List.of(), "", Map.of());

    public ModelOptions {
        if (topP != null && !(topP > 0 && topP <= 1)) {
            throw new IllegalArgumentException(
                    "topP " + topP + " (expected more than 0, at most 1)");
        }
        if (seed != null && seed < 0) {
            throw new IllegalArgumentException("seed " + seed + " (expected 0 or more)");
        }
        stop = List.copyOf(stop);
        if (stop.size() > MAX_STOP || stop.contains("")) {
            throw new IllegalArgumentException("stop sequences " + stop + " (expected at most "
                    + MAX_STOP + ", none of them empty)");
        }
        tools = List.copyOf(tools);
        Set<String> names = tools.stream().map(Tool::name).collect(Collectors.toSet());
        if (names.size() < tools.size()) {
            throw new IllegalArgumentException("tools "
                    + tools.stream().map(Tool::name).toList() + " (expected each name once)");
        }
        if (tools.isEmpty() ? !toolChoice.isEmpty() : !isChoice(toolChoice, names)) {
            throw new IllegalArgumentException("tool choice \"" + toolChoice
                    + "\" (expected auto, none, required or one of the tools " + names + ")");
        }
        for (String field : extraBody.keySet()) {
            if (OWN_FIELDS.contains(field)) {
                throw new IllegalArgumentException("extra body field \"" + field
                        + "\" (expected a field that the request does not set itself)");
            }
        }
        extraBody =
                extraBody.isEmpty() ? Map.of() : AnswerSchema.plainCopy("extra body", extraBody);
    }

    /**
     * A function that a model may call: its description, possibly empty, and its arguments as an object
     * schema under its name. Immutable.
     */
    public record Tool(String description, AnswerSchema parameters) {
        public Tool {
            Objects.requireNonNull(description, "description");
            if (!"object".equals(parameters.root().get("type"))) {
                throw new IllegalArgumentException("tool \"" + parameters.name()
                        + "\" with parameters that are no object (expected \"type\": \"object\")");
            }
        }

        /** Returns the function's name. */
        public String name() {
            return parameters.name();
        }
    }

    /** The amount of reasoning; where there is only on or off, all but {@link #OFF} mean on. */
    public enum Reasoning {
        /** Not at all, or as little as the model can. */
        OFF,
        /** A little. */
        LOW,
        /** Moderately. */
        MEDIUM,
        /** As much as the model wants. */
        HIGH;

        /** Returns the name in configuration files: {@code off} and so on. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static boolean isChoice(String choice, Set<String> tools) {
        return CHOICES.contains(choice) || tools.contains(choice);
    }

    /** Copies these options with an amount of reasoning. */
    public ModelOptions reasoning(Reasoning value) {
        return new ModelOptions(
                Objects.requireNonNull(value), topP, seed, stop, tools, toolChoice, extraBody);
    }

    /** Copies these options with nucleus sampling, more than 0, at most 1. */
    public ModelOptions topP(double value) {
        return new ModelOptions(reasoning, value, seed, stop, tools, toolChoice, extraBody);
    }

    /** Copies these options with a seed for sampling, 0 or more. */
    public ModelOptions seed(long value) {
        return new ModelOptions(reasoning, topP, value, stop, tools, toolChoice, extraBody);
    }

    /** Copies these options with texts that end the answer, at most {@value #MAX_STOP}. */
    public ModelOptions stop(String... texts) {
        return new ModelOptions(
                reasoning, topP, seed, List.of(texts), tools, toolChoice, extraBody);
    }

    /** Copies these options with tools and {@link #toolChoice}. */
    public ModelOptions tools(String choice, List<Tool> functions) {
        return new ModelOptions(reasoning, topP, seed, stop, functions, choice, extraBody);
    }

    /** Copies these options with further fields of the body; rejects values unknown to JSON. */
    public ModelOptions extraBody(Map<String, Object> fields) {
        return new ModelOptions(reasoning, topP, seed, stop, tools, toolChoice, fields);
    }

    /** Fills unset options from others; tools go with their choice, extra fields are merged. */
    public ModelOptions orElse(ModelOptions others) {
        if (equals(NONE) || others.equals(NONE)) {
            return equals(NONE) ? others : this;
        }
        Map<String, Object> fields = new LinkedHashMap<>(others.extraBody);
        fields.putAll(extraBody);
        return new ModelOptions(
                reasoning == null ? others.reasoning : reasoning,
                topP == null ? others.topP : topP,
                seed == null ? others.seed : seed,
                stop.isEmpty() ? others.stop : stop,
                tools.isEmpty() ? others.tools : tools,
                tools.isEmpty() ? others.toolChoice : toolChoice,
                fields);
    }
}
