/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Everything that a model may order, declared once by the game. Nothing else can ever be queued.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * ActionCatalog actions = ActionCatalog.builder()
 *         .action("gather", "collect a resource that you can see",
 *                 oneOf("target", "wood", "berries"), whole("amount", 1, 20))
 *         .action("talk", "say something to somebody near", text("to"), text("text"))
 *         .build();
 * }</pre>
 */
public final class ActionCatalog {
    private final Map<String, ActionType> types;

    private ActionCatalog(Map<String, ActionType> types) {
        this.types = types;
    }

    /** Begins a catalog. */
    public static Builder builder() {
        return new Builder();
    }

    /** Every action, in declared order. */
    public Collection<ActionType> types() {
        return types.values();
    }

    /**
     * Checks an action of an answer and makes the step.
     *
     * @param type the name as the answer gives it; case does not matter
     * @param raw the other keys
     * @throws InvalidStep if there is no such action or its fields do not fit
     */
    public Step check(String type, Map<String, Object> raw) throws InvalidStep {
        ActionType known = types.get(key(type));
        if (known == null) {
            throw new InvalidStep("no such action");
        }
        return known.check(raw);
    }

    /**
     * Checks a step that no model gave: of a routine, of a saved game.
     *
     * @return the same step
     * @throws InvalidStep if there is no such action or its fields do not fit
     */
    public Step check(Step step) throws InvalidStep {
        return check(step.type(), Map.copyOf(step.arguments()));
    }

    /** The catalog's name of an action as an answer gives it; {@code unknown} if there is none. */
    public String nameOf(String type) {
        ActionType known = types.get(key(type));
        return known == null ? "unknown" : known.name();
    }

    /**
     * Checks the targets of a step against what its agent sees.
     *
     * @param visible the nearest first
     * @return the step, or one that names what the agent sees where it named something like it
     * @throws InvalidStep if it aims at what is not there
     */
    public Step aim(Step step, List<Sight> visible) throws InvalidStep {
        return step;
    }

    /**
     * Why an agent cannot do a step at this moment; empty if it can. Asks the preconditions of its
     * action. Game thread only.
     */
    public String obstacle(int agent, Step step) {
        return "";
    }

    private static String key(String type) {
        return type.strip().toLowerCase(Locale.ROOT);
    }

    /** Collects actions. Not thread-safe. */
    public static final class Builder {
        private final Map<String, ActionType> types = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Adds an action.
         *
         * @param name in lower case, unique
         * @param help one line for the prompt
         * @throws IllegalArgumentException if the name is taken or has capitals
         */
        public Builder action(String name, String help, Field... fields) {
            if (!name.equals(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("action " + name + " has capitals");
            }
            ActionType type = new ActionType(name, help, List.of(fields));
            if (types.putIfAbsent(name, type) != null) {
                throw new IllegalArgumentException("two actions are named " + name);
            }
            return this;
        }

        /** Builds the catalog; it may be empty. */
        public ActionCatalog build() {
            return new ActionCatalog(Collections.unmodifiableMap(new LinkedHashMap<>(types)));
        }
    }
}
