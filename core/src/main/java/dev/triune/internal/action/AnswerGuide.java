/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.action;

import dev.triune.action.AnswerForm;
import dev.triune.action.Field;
import dev.triune.action.InvalidStepException;
import dev.triune.internal.text.NameNormalizer;
import dev.triune.llm.AnswerSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a model must know to answer in a form, in words, example and schema. Immutable. */
public record AnswerGuide(
        List<String> actions,
        String help,
        String example,
        String instructions,
        AnswerSchema schema) {
    private static final String SPEAKING =
            "- speaking: what you say aloud, one or two sentences, or null to say nothing.\n";

    /**
     * Describes a form for all declared actions; {@code goal} is a key where no action sets one.
     */
    public static AnswerGuide of(AnswerForm form, boolean goal, Collection<ActionType> declared) {
        boolean talk = form == AnswerForm.TALK;
        boolean marked = declared.stream().anyMatch(ActionType::inConversation);
        List<ActionType> types = declared.stream()
                .filter(each -> !talk || !marked || each.inConversation())
                .toList();
        String help = types.stream().map(ActionType::describe).collect(Collectors.joining("\n"));
        String example = example(form, goal, types);
        return new AnswerGuide(
                types.stream().map(ActionType::name).toList(),
                help,
                example,
                instructions(form, goal, types, help, example),
                PlanSchema.of(form, goal, types));
    }

    private static String instructions(
            AnswerForm form, boolean goal, List<ActionType> types, String help, String example) {
        StringBuilder text = new StringBuilder(
                "Answer with one JSON object and nothing else, with all of these keys, such as\n");
        text.append(example).append('\n');
        if (form == AnswerForm.TALK) {
            text.append(SPEAKING)
                    .append("- to: one of the names near you, \"all\", or null for whoever spoke"
                            + " last.\n");
        }
        if (!types.isEmpty()) {
            text.append("- action: ")
                    .append(
                            form == AnswerForm.TALK
                                    ? "what you do at once about what was said, often nothing: []."
                                    : "your plan, one to six steps in order; [] to go on as before.")
                    .append('\n');
        }
        if (form == AnswerForm.SPOKEN_PLAN) {
            text.append(SPEAKING);
        }
        if (goal && form != AnswerForm.TALK) {
            text.append("- goal: one that you newly set yourself, personal or social, or null.\n");
        }
        if (form != AnswerForm.TALK) {
            text.append("- thinking: why, in one sentence.\n");
        }
        if (!types.isEmpty()) {
            boolean optional = types.stream()
                    .flatMap(type -> type.fields().stream())
                    .anyMatch(field -> !field.required());
            text.append("The only actions, with their values")
                    .append(optional ? " (one after ? may be null)" : "")
                    .append(":\n- ")
                    .append(help.replace("\n", "\n- "))
                    .append('\n');
        }
        return text.toString();
    }

    // ---- the example

    private static String example(AnswerForm form, boolean goal, List<ActionType> offered) {
        List<String> keys = new ArrayList<>();
        boolean talk = form == AnswerForm.TALK;
        if (talk) {
            keys.add("\"speaking\":\"Good idea, let us begin.\"");
            keys.add("\"to\":\"all\"");
        }
        if (!offered.isEmpty()) {
            keys.add("\"action\":["
                    + samples(offered, talk ? 1 : 2).stream()
                            .map(AnswerGuide::json)
                            .collect(Collectors.joining(","))
                    + "]");
        }
        if (form == AnswerForm.SPOKEN_PLAN) {
            keys.add("\"speaking\":null");
        }
        if (goal && !talk) {
            keys.add("\"goal\":null");
        }
        if (!talk) {
            keys.add("\"thinking\":\"This is what matters most now.\"");
        }
        return "{" + String.join(",", keys) + "}";
    }

    /** Chooses actions that show the most and invent the least: closed values, no free text. */
    private static List<Map<String, Object>> samples(List<ActionType> offered, int most) {
        List<Map<String, Object>> samples = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            for (ActionType action : offered) {
                if (samples.size() < most && rank == rank(action)) {
                    addValid(action, samples);
                }
            }
        }
        return samples;
    }

    private static int rank(ActionType type) {
        boolean open = type.fields().stream()
                .anyMatch(field -> field instanceof Field.Text || field instanceof Field.Target);
        boolean self = SelfActions.NAMES.contains(type.name());
        return open || self ? 2 : type.fields().isEmpty() ? 1 : 0;
    }

    /** Adds an example of an action, unless its record refuses these values. */
    private static void addValid(ActionType action, List<Map<String, Object>> samples) {
        Map<String, Object> sample = new LinkedHashMap<>();
        action.fields().forEach(field -> sample.put(field.name(), value(field)));
        try {
            action.read(sample, new Corrections());
            Map<String, Object> whole = new LinkedHashMap<>();
            whole.put("type", action.name());
            whole.putAll(sample);
            samples.add(whole);
        } catch (InvalidStepException e) {
            // another action is the example
        }
    }

    private static Object value(Field field) {
        if (field instanceof Field.Choice choice) {
            return choice.choices().get(0);
        }
        if (field instanceof Field.Whole whole) {
            return Math.max(whole.min(), Math.min(whole.max(), 2));
        }
        if (field instanceof Field.Decimal decimal) {
            return Math.max(decimal.min(), Math.min(decimal.max(), 1));
        }
        if (field instanceof Field.Flag) {
            return true;
        }
        return field instanceof Field.Target target && !target.kinds().isEmpty()
                ? target.kinds().get(0)
                : "...";
    }

    private static String json(Map<String, Object> object) {
        return object.entrySet().stream()
                .map(entry -> quoted(entry.getKey()) + ":" + json(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String json(Object value) {
        if (value instanceof Double number) {
            return NameNormalizer.number(number);
        }
        return value instanceof String text ? quoted(text) : value.toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
