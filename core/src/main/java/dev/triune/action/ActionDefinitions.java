/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.ActionCatalog.Precondition;
import dev.triune.internal.text.BoundedText;
import dev.triune.internal.text.NameNormalizer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The actions of a catalog that is being built. Not thread-safe. */
final class ActionDefinitions {
    private static final int MAX_REQUIREMENT_LENGTH = 100;

    private final Map<String, ActionType> actions = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();

    /** The actions so far by their names, in order; a copy. */
    public Map<String, ActionType> actions() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(actions));
    }

    /** Names and synonyms so far, each with the name of its action; a copy. */
    public Map<String, String> names() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(names));
    }

    /** Adds an action; refuses one whose name or synonym is taken. */
    public void add(ActionType type) {
        name(type.name(), type);
        type.synonyms().forEach(synonym -> name(synonym, type));
        actions.put(type.name(), type);
    }

    public void synonyms(String action, List<String> words) {
        ActionType declared = declared(action);
        words.forEach(word -> name(word, declared));
        actions.put(action, declared.withSynonyms(words));
    }

    public void markForConversation(String action) {
        actions.put(action, declared(action).markedForConversation());
    }

    /** Adds a precondition on the step. */
    public void require(String action, String words, Precondition<Step> condition) {
        ActionType declared = declared(action);
        Precondition<Object> untyped = untyped(Step.class, condition);
        actions.put(action, declared.withRequirement(requirement(words, false, untyped)));
    }

    /** Adds a precondition on the record to every action whose record has that type. */
    public <A> void require(Class<A> type, String words, Precondition<A> condition) {
        Precondition<Object> untyped = untyped(type, condition);
        boolean found = false;
        for (Map.Entry<String, ActionType> entry : actions.entrySet()) {
            RecordFactory factory = entry.getValue().factory();
            if (factory != null && type.isAssignableFrom(factory.type())) {
                entry.setValue(entry.getValue().withRequirement(requirement(words, true, untyped)));
                found = true;
            }
        }
        if (!found) {
            throw new IllegalArgumentException(
                    "no action has a record of " + type.getName() + " (add it first)");
        }
    }

    /** Refuses the name of an action that was not added. */
    public void require(String action) {
        declared(action);
    }

    private ActionType declared(String action) {
        ActionType declared = actions.get(action);
        if (declared == null) {
            throw new IllegalArgumentException("no action " + action + " (add it first)");
        }
        return declared;
    }

    private void name(String word, ActionType type) {
        String declared = describe(type);
        if (!word.equals(NameNormalizer.lower(word))) {
            throw new IllegalArgumentException(
                    "action " + declared + ": name " + word + " has capitals (write it small)");
        }
        String taken = names.putIfAbsent(word, type.name());
        if (taken != null) {
            ActionType other = actions.getOrDefault(taken, type);
            throw new IllegalArgumentException("action " + declared + ": the name " + word
                    + " is taken by action " + describe(other)
                    + " (choose another for one of them, as by @Named)");
        }
    }

    private static String describe(ActionType type) {
        RecordFactory factory = type.factory();
        String name = type.name();
        return factory == null ? name : name + " (" + factory.type().getName() + ")";
    }

    private static <A> Precondition<Object> untyped(Class<A> type, Precondition<A> condition) {
        return new Precondition<>() {
            @Override
            public boolean holds(int agent, Object action) {
                return condition.holds(agent, type.cast(action));
            }

            @Override
            public String lack(int agent, Object action) {
                return condition.lack(agent, type.cast(action));
            }
        };
    }

    private static ActionType.Requirement requirement(
            String words, boolean typed, Precondition<Object> condition) {
        String line = BoundedText.of(words, MAX_REQUIREMENT_LENGTH);
        if (line.isEmpty()) {
            throw new IllegalArgumentException("a precondition without words (say what is needed)");
        }
        return new ActionType.Requirement(line, typed, condition);
    }
}
