/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import dev.triune.plan.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which runner carries out which step or reflex. Filled before the world is built. */
public final class BehaviorRegistry {
    private final Map<String, BehaviorRunner> runners = new HashMap<>();
    private final Map<String, Step> reflexSteps = new HashMap<>();

    /**
     * Has that runner carry out a type of step, or a reflex by the name of its behaviour.
     *
     * @throws IllegalArgumentException if the name has a runner already
     */
    public BehaviorRegistry run(String name, BehaviorRunner runner) {
        if (runners.putIfAbsent(name, Objects.requireNonNull(runner)) != null) {
            throw new IllegalArgumentException("two runners for " + name);
        }
        reflexSteps.put(name, Step.of(name));
        return this;
    }

    /** The runner of that name, or null. */
    @Nullable
    BehaviorRunner runner(String name) {
        return runners.get(name);
    }

    /** The step without arguments that stands for a reflex. */
    Step reflexStep(String name) {
        return reflexSteps.computeIfAbsent(name, Step::of);
    }
}
