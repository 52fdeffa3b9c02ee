/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.World;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.action.Wording.Text;
import dev.triune.component.QueuedStep;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Repairs steps that do not fit the world: by another target, by steps of the game's {@link
 * Routine}, or by the routine in place of the plan. Game thread only.
 */
public final class PlanRepair {
    /** The maximum number of steps inserted before another to make it possible. */
    public static final int BRIDGE_LIMIT = 4;

    /** The maximum number of steps in place of a plan. */
    public static final int FALLBACK_LIMIT = 8;

    private final MindKind kind;
    private final ActionCatalog catalog;
    private final Routine routine;
    private final GameFaults faults = new GameFaults(PlanRepair.class);

    public PlanRepair(MindKind kind) {
        this.kind = kind;
        this.catalog = kind.catalog();
        this.routine = kind.routine();
    }

    /** Lets Artemis fill in the mappers and systems of the routine. */
    public void inject(World world) {
        faults.join(world);
        GameObjects.inject(world, routine);
    }

    public ActionCatalog catalog() {
        return catalog;
    }

    /** Returns how many finished steps a queue keeps. */
    public int finishedSteps() {
        return kind.config().finishedSteps();
    }

    /** Returns a sentence in the words of the kind's prompts. */
    public String say(Text text, Object... words) {
        return catalog.wording().say(text, words);
    }

    /** Rejects steps for which the kind has neither action nor runner. */
    public void requireFitting(List<Step> steps) {
        for (Step step : Objects.requireNonNull(steps, "steps")) {
            String type = Objects.requireNonNull(step, "step").type();
            if (!catalog.names().contains(type) && !kind.runners().containsKey(type)) {
                throw new IllegalArgumentException("no action \"" + type + "\" (expected one of "
                        + catalog.names() + ", or one that has a runner)");
            }
            if (catalog.names().contains(type)) {
                try {
                    catalog.check(step);
                } catch (InvalidStepException e) {
                    throw new IllegalArgumentException(
                            "step " + step + " of an order: " + e.reason()
                                    + (e.expected().isEmpty()
                                            ? ""
                                            : " (expected " + e.expected() + ")"),
                            e);
                }
            }
        }
    }

    /**
     * Corrects a step of an action of the catalog, which may come from a save; returns why it does
     * not fit, empty if it does.
     */
    String correct(QueuedStep queued) {
        try {
            if (catalog.names().contains(queued.step.type())) {
                queued.step = catalog.check(queued.step);
            }
            return "";
        } catch (InvalidStepException e) {
            return e.reason(catalog.wording());
        }
    }

    /** Returns why an agent cannot do a step now; empty if it can. */
    public String obstacle(int agent, Step step) {
        try {
            return catalog.obstacle(agent, step);
        } catch (Throwable e) {
            faults.reportFault("precondition of " + step.type(), "threw an exception", agent, e);
            return say(Text.UNCHECKED);
        }
    }

    /** Returns the steps that make another step possible; empty if the routine knows none. */
    public List<Step> bridge(int agent, Step step, String obstacle) {
        String routineCall = "bridge before " + step.type();
        return callRoutine(
                routineCall, agent, BRIDGE_LIMIT, () -> routine.bridge(agent, step, obstacle));
    }

    /** Returns the routine's steps for an agent without a plan; empty if it knows none. */
    public List<Step> fallback(int agent) {
        return callRoutine("fallback", agent, FALLBACK_LIMIT, () -> routine.fallback(agent));
    }

    private List<Step> callRoutine(
            String what, int agent, int limit, Supplier<List<Step>> supplier) {
        String routineCall = routine.getClass().getName() + "'s " + what;
        try {
            return checkAll(supplier.get(), limit, routineCall, agent);
        } catch (Throwable e) {
            faults.reportFault(routineCall, "threw an exception", agent, e);
            return List.of();
        }
    }

    private List<Step> checkAll(
            @Nullable List<Step> steps, int limit, String routineCall, int agent) {
        if (steps == null) {
            faults.reportFault(routineCall, "returned null", agent, null);
            return List.of();
        }
        List<Step> validSteps = new ArrayList<>();
        for (int i = 0; i < steps.size() && validSteps.size() < limit; i++) {
            Step step = steps.get(i);
            try {
                validSteps.add(catalog.check(step));
            } catch (InvalidStepException e) {
                String fault = "has a " + step.type() + " that does not fit (" + e.reason() + ")";
                faults.reportFault(routineCall, fault, agent, null);
                return List.of(); // an incomplete detour is useless
            }
        }
        return validSteps;
    }
}
