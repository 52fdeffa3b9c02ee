/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import dev.triune.action.Step;
import java.util.List;

/**
 * A plan that succeeded in a situation, and its results since. Immutable.
 *
 * @param kind the kind of mind that has the habit, as in {@link dev.triune.MindKind}
 * @param agent the name of the only agent with the habit; empty if the whole kind has it
 * @param situation the situation in which the habit applies, in words
 * @param steps the steps, none to keep the current plan; an argument in angle brackets, as in
 *     {@code <nearest tree>}, is a slot
 * @param learned the tick in which the plan became a habit; -1 for a candidate
 * @param plans the number of equal plans of a model that were completed
 * @param uses the number of finished uses
 * @param successes the number of uses that were completed in full
 * @param recent the results of the last uses, the latest at the end: {@code +} completed, {@code -}
 *     failed
 * @param roles the roles of agents for which a model made the plan, as in {@link
 *     dev.triune.prompt.Perception.SituationFacts#role}
 */
public record Habit(
        String kind,
        String agent,
        String situation,
        List<Step> steps,
        long learned,
        long plans,
        long uses,
        long successes,
        String recent,
        List<String> roles) {
    /** Copies the steps. */
    public Habit {
        steps = List.copyOf(steps);
        roles = List.copyOf(roles);
    }

    /** Returns the steps in words, for people: {@code gather <nearest tree> 3, rest}. */
    public String plan() {
        return steps.isEmpty()
                ? "keep the plan"
                : String.join(", ", steps.stream().map(Step::toString).toList());
    }
}
