/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The actions of a catalog that is being built. Not thread-safe. */
final class Declarations {
    private static final int LONGEST_NEED = 100;

    private final Map<String, Action> actions = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();

    /** The actions so far by their names, in order; a copy. */
    Map<String, Action> actions() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(actions));
    }

    /** Names and synonyms so far, each with the name of its action; a copy. */
    Map<String, String> names() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(names));
    }

    /** Adds an action; refuses one whose name or synonym is taken. */
    void add(Action action) {
        name(action.type().name(), action);
        action.type().synonyms().forEach(synonym -> name(synonym, action));
        actions.put(action.type().name(), action);
    }

    /** Adds synonyms to an action. */
    void synonyms(String action, List<String> words) {
        Action declared = declared(action);
        ActionType type = declared.type().alsoNamed(words);
        words.forEach(word -> name(word, declared));
        actions.put(action, new Action(type, declared.shape(), declared.needs()));
    }

    /** Adds a condition that takes the step. */
    void require(String action, String words, Precondition<Step> condition) {
        Action declared = declared(action);
        Precondition<Object> untyped = (agent, step) -> condition.holds(agent, (Step) step);
        actions.put(action, declared.needing(need(words, false, untyped)));
    }

    /** Adds a condition that takes the record, to all actions with a record of that type. */
    <A> void require(Class<A> type, String words, Precondition<A> condition) {
        Precondition<Object> untyped = (agent, action) -> condition.holds(agent, type.cast(action));
        boolean found = false;
        for (Map.Entry<String, Action> entry : actions.entrySet()) {
            Shape shape = entry.getValue().shape();
            if (shape != null && type.isAssignableFrom(shape.type())) {
                entry.setValue(entry.getValue().needing(need(words, true, untyped)));
                found = true;
            }
        }
        if (!found) {
            throw new IllegalArgumentException(
                    "no action has a record of " + type.getName() + " (add it first)");
        }
    }

    private Action declared(String action) {
        Action declared = actions.get(action);
        if (declared == null) {
            throw new IllegalArgumentException("no action " + action + " (add it first)");
        }
        return declared;
    }

    private void name(String word, Action action) {
        String declared = words(action);
        if (!word.equals(Spelling.lower(word))) {
            throw new IllegalArgumentException(
                    "action " + declared + ": name " + word + " has capitals (write it small)");
        }
        String taken = names.putIfAbsent(word, action.type().name());
        if (taken != null) {
            Action other = actions.getOrDefault(taken, action);
            throw new IllegalArgumentException("action " + declared + ": the name " + word
                    + " is taken by action " + words(other)
                    + " (choose another for one of them, as by @Named)");
        }
    }

    /** The name of an action, with its record where it has one. */
    private static String words(Action action) {
        Shape shape = action.shape();
        String name = action.type().name();
        return shape == null ? name : name + " (" + shape.type().getName() + ")";
    }

    private static Action.Need need(String words, boolean typed, Precondition<Object> condition) {
        String line = Words.bounded(words, LONGEST_NEED);
        if (line.isEmpty()) {
            throw new IllegalArgumentException("a precondition without words (say what is needed)");
        }
        return new Action.Need(line, typed, condition);
    }
}
