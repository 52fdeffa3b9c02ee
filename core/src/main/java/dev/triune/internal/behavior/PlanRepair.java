/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.World;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.InvalidStepException;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What can be done about a step that does not fit the world: another target, steps of the game's
 * {@link Routine}, the routine in place of a plan. Game thread only.
 */
public final class PlanRepair {
    /** The most steps that are put before another to make it possible. */
    public static final int BRIDGE_LIMIT = 4;

    /** The most steps that stand in for a plan. */
    public static final int FALLBACK_LIMIT = 8;

    /** What a step says whose precondition threw an exception; a sentence about "it". */
    private static final String UNCHECKED = "cannot be checked";

    private final ActionCatalog catalog;
    private final Routine routine;
    private final Set<String> names;
    private final GameFaults faults = new GameFaults(PlanRepair.class);

    /** Checks by the catalog of a kind, and falls back on its routine. */
    public PlanRepair(MindKind kind) {
        this(kind.catalog(), kind.routine());
    }

    /** Checks by that catalog, and falls back on that routine. */
    public PlanRepair(ActionCatalog catalog, Routine routine) {
        this.catalog = Objects.requireNonNull(catalog);
        this.routine = Objects.requireNonNull(routine);
        this.names = Set.copyOf(catalog.names());
    }

    /** Has Artemis fill in the mappers and systems that the routine has fields for. */
    public void inject(World world) {
        GameObjects.inject(world, routine);
    }

    /** The actions that plans are made of. */
    public ActionCatalog catalog() {
        return catalog;
    }

    /** Returns a step of the catalog as it fits, others as they are; refuses what does not fit. */
    Step check(Step step) throws InvalidStepException {
        return names.contains(step.type()) ? catalog.check(step) : step;
    }

    /** Why an agent cannot do a step now; empty if it can. */
    public String obstacle(int agent, Step step) {
        try {
            return catalog.obstacle(agent, step);
        } catch (Exception e) {
            faults.reportFault("precondition of " + step.type(), "threw an exception", agent, e);
            return UNCHECKED;
        }
    }

    /** Returns what to do first, so that a step can be done; empty if nothing is known. */
    public List<Step> bridge(int agent, Step step, String obstacle) {
        String asked = "bridge before " + step.type();
        return ask(asked, agent, BRIDGE_LIMIT, () -> routine.bridge(agent, step, obstacle));
    }

    /** Returns what to do without a plan; empty if nothing is known. */
    public List<Step> fallback(int agent) {
        return ask("fallback", agent, FALLBACK_LIMIT, () -> routine.fallback(agent));
    }

    private List<Step> ask(String what, int agent, int limit, Supplier<List<Step>> question) {
        String asked = routine.getClass().getName() + "'s " + what;
        try {
            return checked(question.get(), limit, asked, agent);
        } catch (Exception e) {
            faults.reportFault(asked, "threw an exception", agent, e);
            return List.of();
        }
    }

    private List<Step> checked(@Nullable List<Step> steps, int limit, String asked, int agent) {
        if (steps == null) {
            faults.reportFault(asked, "returned null", agent, null);
            return List.of();
        }
        List<Step> fit = new ArrayList<>();
        for (int i = 0; i < steps.size() && fit.size() < limit; i++) {
            Step step = steps.get(i);
            try {
                fit.add(catalog.check(step));
            } catch (InvalidStepException e) {
                String fault = "has a " + step.type() + " that does not fit (" + e.reason() + ")";
                faults.reportFault(asked, fault, agent, null);
                return List.of(); // half a way around an obstacle is none
            }
        }
        return fit;
    }
}
