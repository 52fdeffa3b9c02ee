/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import dev.triune.plan.ActionCatalog;
import dev.triune.plan.InvalidStep;
import dev.triune.plan.Sight;
import dev.triune.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What can be done about a step that does not fit the world: another target that is in sight, steps
 * of the game's {@link Routine} that remove the obstacle, the routine in place of a plan. Whatever it
 * gives is in the catalog. Game thread only.
 */
public final class PlanRepair {
    /** The most steps that are put before another to make it possible. */
    public static final int BRIDGE_LIMIT = 4;

    /** The most steps that stand in for a plan. */
    public static final int FALLBACK_LIMIT = 8;

    private final ActionCatalog catalog;
    private final Routine routine;

    /** Checks by that catalog alone. */
    public PlanRepair(ActionCatalog catalog) {
        this(catalog, Routine.NONE);
    }

    /** Checks by that catalog, and falls back on that routine. */
    public PlanRepair(ActionCatalog catalog, Routine routine) {
        this.catalog = Objects.requireNonNull(catalog);
        this.routine = Objects.requireNonNull(routine);
    }

    /** The actions that plans are made of. */
    public ActionCatalog catalog() {
        return catalog;
    }

    /**
     * Checks the targets of a step against what its agent sees.
     *
     * @param visible the nearest first
     * @return the step, or one with a target in sight
     * @throws InvalidStep if it aims at what is not there
     */
    public Step aim(Step step, List<Sight> visible) throws InvalidStep {
        return catalog.aim(step, visible);
    }

    /** Why an agent cannot do a step now; empty if it can. */
    public String obstacle(int agent, Step step) {
        return catalog.obstacle(agent, step);
    }

    /** What to do first, so that the step can be done; empty if nothing is known. */
    public List<Step> bridge(int agent, Step step, String obstacle) {
        return checked(routine.bridge(agent, step, obstacle), BRIDGE_LIMIT);
    }

    /** What to do without a plan; empty if nothing is known. */
    public List<Step> fallback(int agent) {
        return checked(routine.fallback(agent), FALLBACK_LIMIT);
    }

    private List<Step> checked(List<Step> steps, int limit) {
        List<Step> fit = new ArrayList<>();
        for (int i = 0; i < steps.size() && fit.size() < limit; i++) {
            try {
                fit.add(catalog.check(steps.get(i)));
            } catch (InvalidStep e) {
                return List.of(); // half a way around an obstacle is none
            }
        }
        return fit;
    }
}
