/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.internal.text.JsonText;
import dev.triune.llm.AnswerSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The instructions, example and schema of an answer form. Immutable. */
record AnswerGuide(
        List<String> actions,
        String help,
        String example,
        String instructions,
        AnswerSchema schema) {
    /** A key of an answer: its description, an example in JSON, and its schema. */
    private record AnswerKey(
            String name, String words, String example, Map<String, Object> schema) {}

    /**
     * Describes a form for the declared actions.
     *
     * @param preferred the names of actions for the example, the best first; may be empty
     */
    public static AnswerGuide of(
            AnswerForm form,
            boolean goal,
            Collection<ActionType> declared,
            List<String> preferred) {
        boolean talk = form == AnswerForm.TALK;
        boolean marked = declared.stream().anyMatch(ActionType::inConversation);
        List<ActionType> types = declared.stream()
                .filter(each -> !talk || !marked || each.inConversation())
                .toList();
        List<AnswerKey> keys = keys(form, goal, types, preferred);
        String help = types.stream().map(ActionType::describe).collect(Collectors.joining("\n"));
        String example = keys.stream()
                .map(key -> JsonText.quoted(key.name()) + ":" + key.example())
                .collect(Collectors.joining(",", "{", "}"));
        Map<String, Object> properties = new LinkedHashMap<>();
        keys.forEach(key -> properties.put(key.name(), key.schema()));
        return new AnswerGuide(
                types.stream().map(ActionType::name).toList(),
                help,
                example,
                instructions(keys, types, help, example),
                new AnswerSchema(talk ? "talk" : "plan", PlanSchema.object(properties)));
    }

    private static List<AnswerKey> keys(
            AnswerForm form, boolean goal, List<ActionType> types, List<String> preferred) {
        boolean talk = form == AnswerForm.TALK;
        AnswerKey speaking = new AnswerKey(
                "speaking",
                "what you say aloud, one or two sentences, or null to say nothing.",
                talk ? JsonText.quoted("Good idea, let us begin.") : "null",
                PlanSchema.orNull(PlanSchema.type("string")));
        List<AnswerKey> keys = new ArrayList<>();
        if (talk) {
            keys.add(new AnswerKey(
                    "to",
                    "one of the names near you, \"all\", or null for whoever spoke last.",
                    JsonText.quoted("all"),
                    PlanSchema.orNull(PlanSchema.type("string"))));
        }
        if (!types.isEmpty()) {
            keys.add(actionKey(talk, types, preferred));
        }
        if (form != AnswerForm.PLAN) {
            keys.add(speaking);
        }
        if (talk) {
            keys.add(new AnswerKey(
                    "end", "true to end this talk.", "false", PlanSchema.type("boolean")));
        }
        if (goal && !talk) {
            keys.add(new AnswerKey(
                    "goal",
                    "one that you newly set yourself, personal or social, or null.",
                    "null",
                    PlanSchema.orNull(PlanSchema.goal())));
        }
        if (!talk) {
            keys.add(new AnswerKey(
                    "thinking",
                    "why, in one sentence.",
                    JsonText.quoted("This is what matters most now."),
                    PlanSchema.type("string")));
        }
        return keys;
    }

    private static AnswerKey actionKey(
            boolean talk, List<ActionType> types, List<String> preferred) {
        return new AnswerKey(
                "action",
                talk
                        ? "what you do at once, often nothing: []. Do what you say."
                        : "your plan, one to six steps in order; [] to go on as before.",
                JsonText.of(samples(types, preferred, talk ? 1 : 2)),
                PlanSchema.actions(types));
    }

    private static String instructions(
            List<AnswerKey> keys, List<ActionType> types, String help, String example) {
        StringBuilder text = new StringBuilder(
                "Answer with one JSON object and nothing else, with all of these keys, such as\n");
        text.append(example).append('\n');
        keys.forEach(key -> text.append("- " + key.name() + ": " + key.words() + "\n"));
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

    /**
     * Chooses the actions of the example: those that the game prefers, then those with closed values
     * rather than free text.
     */
    private static List<Map<String, Object>> samples(
            List<ActionType> offered, List<String> preferred, int maxSamples) {
        List<Map<String, Object>> samples = new ArrayList<>();
        for (String name : preferred) {
            for (ActionType action : offered) {
                if (samples.size() < maxSamples && action.name().equals(name)) {
                    addValid(action, samples);
                }
            }
        }
        for (int rank = 0; rank < 3; rank++) {
            for (ActionType action : offered) {
                boolean rest = !preferred.contains(action.name());
                if (samples.size() < maxSamples && rank == rank(action) && rest) {
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

    /** Adds an example of an action, unless its record rejects the values. */
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
            // choose another action
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
}
