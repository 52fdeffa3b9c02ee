/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.ActionCatalog.Precondition;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.internal.text.BoundedText;
import dev.triune.internal.text.NameNormalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One kind of action. Immutable; thread-safe except for {@link #obstacle}, which calls the game.
 *
 * @param help one line for the prompt
 * @param synonyms other names that answers may use, in lower case
 * @param inConversation whether a model may choose it while talking
 * @param factory creates its record; null if it was declared without one
 */
record ActionType(
        String name,
        String help,
        List<Field> fields,
        List<String> synonyms,
        List<Requirement> requirements,
        boolean inConversation,
        @Nullable RecordFactory factory) {
    /** The keys under which models put the fields of a step together. */
    private static final List<String> WRAPPERS =
            List.of("parameters", "params", "arguments", "args", "fields", "values", "input");

    /** The length in characters from which a list of values is written once. */
    private static final int LONG_LIST = 24;

    /**
     * A precondition and its description for prompts; a typed one tests the record, not the step.
     */
    record Requirement(String description, boolean typed, Precondition<Object> condition) {}

    /** Copies the lists; rejects invalid names and duplicate keys. */
    public ActionType {
        NameNormalizer.requireName("action", name);
        help = BoundedText.of(help, Field.Text.LIMIT);
        fields = List.copyOf(fields);
        synonyms = List.copyOf(synonyms);
        requirements = List.copyOf(requirements);
        synonyms.forEach(
                synonym -> NameNormalizer.requireName("synonym of action " + name, synonym));
        Set<String> keys = new HashSet<>();
        for (Field field : fields) {
            requireNew(name, field.name(), keys);
            field.key().synonyms().forEach(synonym -> requireNew(name, synonym, keys));
        }
    }

    public ActionType(String name, String help, List<Field> fields) {
        this(name, help, fields, List.of(), List.of(), false, null);
    }

    /** Describes the action for prompts: its signature, help and preconditions. */
    public String describe() {
        return describe(new HashMap<>(), Wording.ENGLISH);
    }

    /**
     * Describes it as a line of a list.
     *
     * @param listed the long lists of values so far, with the action that listed them: those are
     *     referred to
     */
    String describe(Map<String, String> listed, Wording wording) {
        String parameters = fields.stream()
                .map(field -> field.name()
                        + (field.required() ? "" : "?")
                        + values(field, listed, wording))
                .collect(Collectors.joining(", "));
        return name + "(" + parameters + ")"
                + (help.isEmpty() ? "" : " " + help)
                + (requirements.isEmpty()
                        ? ""
                        : " "
                                + wording.say(
                                        Wording.Text.NEEDS_FIRST,
                                        requirements.stream()
                                                .map(Requirement::description)
                                                .collect(Collectors.joining(", "))));
    }

    /** Returns what stands after the name of a field; nothing after one of free text. */
    private String values(Field field, Map<String, String> listed, Wording wording) {
        String about = field.key().about().isEmpty() ? "" : " (" + field.key().about() + ")";
        if (field instanceof Field.Text) {
            return about;
        }
        String values = field.values(wording);
        String first = field instanceof Field.Choice && values.length() >= LONG_LIST
                ? listed.putIfAbsent(values, name)
                : null;
        return ": "
                + (first == null || first.equals(name)
                        ? values
                        : wording.say(Wording.Text.AS_IN, first))
                + about;
    }

    ActionType withRequirement(Requirement requirement) {
        List<Requirement> more = new ArrayList<>(requirements);
        more.add(requirement);
        return new ActionType(name, help, fields, synonyms, more, inConversation, factory);
    }

    ActionType withSynonyms(List<String> words) {
        List<String> more = new ArrayList<>(synonyms);
        more.addAll(words);
        return new ActionType(name, help, fields, more, requirements, inConversation, factory);
    }

    ActionType markedForConversation() {
        return new ActionType(name, help, fields, synonyms, requirements, true, factory);
    }

    /** Parses raw fields into a step, correcting them where possible. */
    public Step read(Map<String, ?> raw, Corrections corrections) throws InvalidStepException {
        Step step = readFields(raw, corrections);
        if (factory != null) {
            factory.create(step);
        }
        return step;
    }

    /** Creates the record of a step; returns the step itself if the action has no record. */
    public Object action(Step step) throws InvalidStepException {
        return factory == null
                ? step
                : factory.create(readFields(step.arguments(), new Corrections()));
    }

    /** Returns a step whose targets are among the visible objects, which come nearest first. */
    public Step resolveTargets(Step step, List<VisibleObject> visible) throws InvalidStepException {
        Step aimed = step;
        for (Field field : fields) {
            String named = step.text(field.name());
            if (field instanceof Field.Target target && !named.isEmpty()) {
                TargetResolver targets = TargetResolver.among(visible, target.kinds());
                TargetResolver.Found found = targets.resolve(named);
                String name = found.name();
                if (name == null) {
                    throw targets.refusal(field.name(), found);
                }
                aimed = name.equals(named) ? aimed : aimed.with(field.name(), name);
            }
        }
        return aimed.equals(step) ? step : read(aimed.arguments(), new Corrections());
    }

    /** Returns why an agent cannot do a step; empty if it can. */
    String obstacle(int agent, Step step, Wording wording) {
        if (requirements.isEmpty()) {
            return "";
        }
        try {
            Object action = action(step);
            List<String> missing = requirements.stream()
                    .filter(each -> !each.condition().holds(agent, each.typed() ? action : step))
                    .map(each -> lack(each, agent, each.typed() ? action : step))
                    .toList();
            return missing.isEmpty()
                    ? ""
                    : wording.say(Wording.Text.LACKS, String.join(", ", missing));
        } catch (InvalidStepException e) {
            return e.reason(wording);
        }
    }

    private static String lack(Requirement requirement, int agent, Object action) {
        String lack = requirement.condition().lack(agent, action);
        return requirement.description() + (lack.isEmpty() ? "" : ": " + lack);
    }

    /** Returns a check of whether an agent can do a step; it allocates nothing. */
    public IntPredicate precondition(Step step) throws InvalidStepException {
        Object action = action(step);
        return agent -> {
            for (int i = 0; i < requirements.size(); i++) {
                Requirement each = requirements.get(i);
                if (!each.condition().holds(agent, each.typed() ? action : step)) {
                    return false;
                }
            }
            return true;
        };
    }

    private Step readFields(Map<String, ?> written, Corrections corrections)
            throws InvalidStepException {
        Map<String, ?> raw = withoutWrapper(written, corrections);
        Step step = Step.of(name);
        for (Field field : fields) {
            Object given = valueFor(field, raw, corrections);
            Object value = given == null ? null : ArgumentParser.read(field, given, corrections);
            if (value != null) {
                step = step.with(field.name(), value);
            } else if (field.required()) {
                throw new InvalidStepException(field::values, Wording.Text.MISSING, field.name());
            }
        }
        return step;
    }

    /** Returns the fields of a step that are together under a key such as {@code parameters}. */
    private Map<String, ?> withoutWrapper(Map<String, ?> raw, Corrections corrections) {
        for (String wrapper : WRAPPERS) {
            if (raw.get(wrapper) instanceof Map<?, ?> inner && !isKey(wrapper)) {
                Map<String, Object> all = new LinkedHashMap<>(raw);
                all.remove(wrapper);
                inner.forEach((key, value) -> all.putIfAbsent(String.valueOf(key), value));
                corrections.add("fields read from " + wrapper);
                return all;
            }
        }
        return raw;
    }

    /** Returns the keys of a step that no field takes, as they were written. */
    List<String> unknownKeys(Map<String, ?> raw) {
        Set<String> known = new HashSet<>();
        for (Field field : fields) {
            known.add(NameNormalizer.folded(field.name()));
            field.key().synonyms().forEach(each -> known.add(NameNormalizer.folded(each)));
        }
        return withoutWrapper(raw, new Corrections()).keySet().stream()
                .filter(key -> !known.contains(NameNormalizer.folded(key)))
                .toList();
    }

    private @Nullable Object valueFor(Field field, Map<String, ?> raw, Corrections corrections) {
        Object value = raw.get(field.name());
        for (String synonym : field.key().synonyms()) {
            if (value == null && raw.get(synonym) != null) {
                value = raw.get(synonym);
                corrections.add(synonym + " read as " + field.name());
            }
        }
        if (value == null) {
            value = valueOfSimilarKey(field, raw);
            if (value != null) {
                corrections.add(field.name() + " read from a key of another form");
            }
        }
        return value;
    }

    /** Returns the value of the only key that differs in case, blanks or punctuation. */
    private @Nullable Object valueOfSimilarKey(Field field, Map<String, ?> raw) {
        Object found = null;
        for (Map.Entry<String, ?> entry : raw.entrySet()) {
            String key = NameNormalizer.folded(entry.getKey());
            boolean same = key.equals(NameNormalizer.folded(field.name()))
                    || field.key().synonyms().stream()
                            .anyMatch(each -> key.equals(NameNormalizer.folded(each)));
            if (same && !isKey(entry.getKey())) {
                if (found != null) {
                    return null;
                }
                found = entry.getValue();
            }
        }
        return found;
    }

    private boolean isKey(String key) {
        return fields.stream()
                .anyMatch(field ->
                        field.name().equals(key) || field.key().synonyms().contains(key));
    }

    private static void requireNew(String action, String key, Set<String> keys) {
        if (!keys.add(key)) {
            throw new IllegalArgumentException(
                    "action " + action + ": two fields take the key " + key + " (name one anew)");
        }
    }
}
