/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.action.Wording.Text;
import dev.triune.internal.text.JsonText;
import dev.triune.llm.AnswerSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The instructions, example and schema of an answer form. Immutable.
 *
 * @param owing the schema for an agent that owes something, with {@code keeps} and {@code drops}: its
 *     prompt names these keys beside what it owes
 */
record AnswerGuide(
        List<String> actions,
        String help,
        String example,
        String instructions,
        AnswerSchema schema,
        AnswerSchema owing) {
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
            Set<String> selfActions,
            List<String> preferred,
            Wording wording,
            Thinking thinking) {
        boolean talk = form == AnswerForm.TALK;
        boolean marked = declared.stream().anyMatch(ActionType::inConversation);
        List<ActionType> types = declared.stream()
                .filter(each -> talk
                        ? !marked || each.inConversation()
                        : !cancels(each, selfActions)) // a plan replaces the one before
                .toList();
        List<AnswerKey> keys = keys(form, goal, types, preferred, wording, thinking);
        Map<String, String> listed = new HashMap<>();
        String help = types.stream()
                .map(type -> type.describe(listed, wording))
                .collect(Collectors.joining("\n"));
        String example = keys.stream()
                .map(key -> JsonText.quoted(key.name()) + ":" + key.example())
                .collect(Collectors.joining(",", "{", "}"));
        Map<String, Object> properties = new LinkedHashMap<>();
        keys.forEach(key -> properties.put(key.name(), key.schema()));
        String name = talk ? "talk" : "plan";
        AnswerSchema schema = new AnswerSchema(name, PlanSchema.object(properties));
        Map<String, Object> owing = new LinkedHashMap<>(properties);
        List.of("keeps", "drops").forEach(key -> owing.put(key, PlanSchema.numbers()));
        return new AnswerGuide(
                types.stream().map(ActionType::name).toList(),
                help,
                example,
                instructions(keys, types, help, example, wording),
                schema,
                talk || types.isEmpty()
                        ? schema
                        : new AnswerSchema(name, PlanSchema.object(owing)));
    }

    private static boolean cancels(ActionType type, Set<String> selfActions) {
        return type.name().equals(SelfActions.CANCEL_PLAN) && selfActions.contains(type.name());
    }

    private static List<AnswerKey> keys(
            AnswerForm form,
            boolean goal,
            List<ActionType> types,
            List<String> preferred,
            Wording wording,
            Thinking thinking) {
        boolean talk = form == AnswerForm.TALK;
        AnswerKey speaking = new AnswerKey(
                "speaking",
                wording.say(Text.KEY_SPEAKING),
                talk ? JsonText.quoted(wording.say(Text.EXAMPLE_WORDS)) : "null",
                PlanSchema.orNull(PlanSchema.type("string")));
        List<AnswerKey> keys = new ArrayList<>();
        if (talk) {
            keys.add(new AnswerKey(
                    "to",
                    wording.say(Text.KEY_TO),
                    JsonText.quoted("all"),
                    PlanSchema.orNull(PlanSchema.type("string"))));
        }
        if (!types.isEmpty()) {
            keys.add(actionKey(talk, types, preferred, wording));
        }
        if (talk && !types.isEmpty()) {
            keys.add(new AnswerKey(
                    "later",
                    wording.say(Text.KEY_LATER),
                    "null",
                    PlanSchema.orNull(PlanSchema.type("string"))));
        }
        if (form != AnswerForm.PLAN) {
            keys.add(speaking);
        }
        if (talk) {
            keys.add(new AnswerKey(
                    "end", wording.say(Text.KEY_END), "false", PlanSchema.type("boolean")));
        }
        if (goal && !talk) {
            keys.add(new AnswerKey(
                    "goal",
                    wording.say(Text.KEY_GOAL),
                    "null",
                    PlanSchema.orNull(PlanSchema.goal())));
        }
        if (!talk && thinking != Thinking.OFF) {
            boolean first = thinking == Thinking.FIRST;
            keys.add(
                    first ? 0 : keys.size(),
                    new AnswerKey(
                            "thinking",
                            wording.say(first ? Text.KEY_THINKING_FIRST : Text.KEY_THINKING),
                            JsonText.quoted(wording.say(Text.EXAMPLE_REASON)),
                            PlanSchema.type("string")));
        }
        return keys;
    }

    private static AnswerKey actionKey(
            boolean talk, List<ActionType> types, List<String> preferred, Wording wording) {
        return new AnswerKey(
                "action",
                wording.say(talk ? Text.KEY_DEED : Text.KEY_PLAN),
                JsonText.of(samples(types, preferred, talk ? 1 : 2)),
                PlanSchema.actions(types));
    }

    private static String instructions(
            List<AnswerKey> keys,
            List<ActionType> types,
            String help,
            String example,
            Wording wording) {
        StringBuilder text = new StringBuilder(wording.say(Text.FORM));
        text.append('\n').append(example).append('\n');
        keys.forEach(key -> text.append("- " + key.name() + ": " + key.words() + "\n"));
        if (!types.isEmpty()) {
            boolean optional = types.stream()
                    .flatMap(type -> type.fields().stream())
                    .anyMatch(field -> !field.required());
            text.append(wording.say(optional ? Text.ACTIONS_OPTIONAL : Text.ACTIONS))
                    .append("\n- ")
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
