/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An action of a catalog with what the game has for it. Immutable; thread-safe but for
 * {@link #obstacle}, which asks the game.
 *
 * @param type what prompts and answers know of it
 * @param shape its record; null if it was declared without one
 * @param needs what must hold for it
 */
record Action(ActionType type, @Nullable Shape shape, List<Need> needs) {
    /**
     * What must hold.
     *
     * @param words for people and prompts
     * @param typed whether the condition takes the record, and not the step
     * @param condition asked on the game thread
     */
    record Need(String words, boolean typed, Precondition<Object> condition) {}

    /** The same action, which needs one thing more. */
    Action needing(Need need) {
        List<Need> more = new ArrayList<>(needs);
        more.add(need);
        return new Action(type.needing(need.words()), shape, List.copyOf(more));
    }

    /**
     * Reads raw fields into a step of which a record can be made.
     *
     * @throws InvalidStep if something is missing or does not fit
     */
    Step read(Map<String, ?> raw, Mends mends) throws InvalidStep {
        Step step = type.read(raw, mends);
        if (shape != null) {
            shape.make(step);
        }
        return step;
    }

    /** Why that agent cannot do it; empty if it can. */
    String obstacle(int agent, Step step) {
        if (needs.isEmpty()) {
            return "";
        }
        try {
            Object action =
                    shape == null ? step : shape.make(type.read(step.arguments(), new Mends()));
            List<String> missing = needs.stream()
                    .filter(need -> !need.condition().holds(agent, need.typed() ? action : step))
                    .map(Need::words)
                    .toList();
            return missing.isEmpty() ? "" : "needs " + String.join(", ", missing);
        } catch (InvalidStep e) {
            return e.reason();
        }
    }
}
