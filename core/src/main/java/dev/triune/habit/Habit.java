/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habit;

import dev.triune.action.Step;
import java.util.List;

/**
 * A plan that succeeded in a situation, and what came of it since. Immutable.
 *
 * @param kind the kind of mind that has it, as in {@link dev.triune.MindKind}
 * @param agent the name of the one agent that has it; empty if all of the kind do
 * @param situation when it applies, in words
 * @param steps what it does; an argument in angle brackets, as in {@code <nearest tree>}, is a slot
 * @param learned the tick in which it became a habit; -1 while it is only a candidate
 * @param plans how many plans of a model were the same and were completed
 * @param uses how often it was used and its end is known
 * @param successes how many of those uses were completed in full
 * @param recent what came of it last, the latest at the end: {@code +} completed, {@code -} failed
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
        String recent) {
    /** Copies the steps. */
    public Habit {
        steps = List.copyOf(steps);
    }

    /** Returns what it does, for people: {@code gather <nearest tree> 3, rest}. */
    public String plan() {
        return String.join(", ", steps.stream().map(Step::toString).toList());
    }
}
