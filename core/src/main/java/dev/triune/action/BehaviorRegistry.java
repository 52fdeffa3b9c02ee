/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.internal.behavior.GuardedRunner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which runner carries out which step or reflex. Filled before the world is built. */
public final class BehaviorRegistry {
    private final Map<String, GuardedRunner> runners = new LinkedHashMap<>();
    private final Map<String, Step> reflexSteps = new HashMap<>();

    /**
     * Has that runner carry out a type of step, or a reflex by the name of its behaviour.
     *
     * @throws IllegalArgumentException if the name has a runner already
     */
    public BehaviorRegistry register(String name, BehaviorRunner runner) {
        GuardedRunner guardedRunner = new GuardedRunner(Objects.requireNonNull(runner));
        if (runners.putIfAbsent(name, guardedRunner) != null) {
            throw new IllegalArgumentException("two runners for " + name);
        }
        reflexSteps.put(name, Step.of(name));
        return this;
    }

    /**
     * Has that runner carry out the steps of an action that was declared as a record.
     *
     * @throws IllegalArgumentException if the catalog does not know the record, or its action has a
     *     runner already
     */
    public <A> BehaviorRegistry register(
            ActionCatalog catalog, Class<A> action, ActionRunner<A> runner) {
        return register(catalog.nameOf(action), new ActionRunnerAdapter<>(catalog, action, runner));
    }

    /** Whether that type of step, or the reflex of that name, has a runner. */
    public boolean hasRunner(String name) {
        return runners.containsKey(name);
    }

    /** All runners, in the order in which they were added: for Artemis to fill their mappers in. */
    public List<Object> injectionTargets() {
        List<Object> targets = new ArrayList<>();
        runners.values().forEach(runner -> targets.add(runner.target()));
        return targets;
    }

    /** The runner of that name, or null. */
    @Nullable
    public GuardedRunner runner(String name) {
        return runners.get(name);
    }

    /** The step without arguments that stands for a reflex. */
    public Step reflexStep(String name) {
        return reflexSteps.computeIfAbsent(name, Step::of);
    }
}
