/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.action;

import dev.triune.action.InvalidStepException;
import dev.triune.action.Precondition;
import dev.triune.action.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An action of a catalog with what the game has for it. Immutable; thread-safe but for
 * {@link #obstacle}, which asks the game.
 *
 * @param type what prompts and answers know of it
 * @param factory its record; null if it was declared without one
 * @param requirements what must hold for it
 */
public record ActionDefinition(
        ActionType type, @Nullable RecordFactory factory, List<Requirement> requirements) {
    /**
     * What must hold.
     *
     * @param description for people and prompts
     * @param typed whether the condition takes the record, and not the step
     * @param condition asked on the game thread
     */
    record Requirement(String description, boolean typed, Precondition<Object> condition) {}

    /** Returns a copy with one more requirement. */
    ActionDefinition withRequirement(Requirement requirement) {
        List<Requirement> more = new ArrayList<>(requirements);
        more.add(requirement);
        return new ActionDefinition(
                type.withRequirement(requirement.description()), factory, List.copyOf(more));
    }

    /**
     * Reads raw fields into a step of which a record can be made.
     *
     * @throws InvalidStepException if something is missing or does not fit
     */
    public Step read(Map<String, ?> raw, Corrections corrections) throws InvalidStepException {
        Step step = type.read(raw, corrections);
        if (factory != null) {
            factory.create(step);
        }
        return step;
    }

    /** Why that agent cannot do it; empty if it can. */
    public String obstacle(int agent, Step step) {
        if (requirements.isEmpty()) {
            return "";
        }
        try {
            Object action = factory == null
                    ? step
                    : factory.create(type.read(step.arguments(), new Corrections()));
            List<String> missing = requirements.stream()
                    .filter(requirement -> !requirement
                            .condition()
                            .holds(agent, requirement.typed() ? action : step))
                    .map(Requirement::description)
                    .toList();
            return missing.isEmpty() ? "" : "needs " + String.join(", ", missing);
        } catch (InvalidStepException e) {
            return e.reason();
        }
    }
}
