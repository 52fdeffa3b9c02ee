/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.World;
import dev.triune.action.ActionCatalog;
import dev.triune.action.BehaviorRunner;
import dev.triune.internal.inject.GameObjects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The runners of one kind of mind, guarded against their own faults. Game thread only. */
public final class RunnerRegistry {
    private final Map<String, BehaviorRunner> runners;
    private final Map<String, GuardedRunner> guarded = new HashMap<>();

    /**
     * Guards runners.
     *
     * @param runners by the type of the step or the behaviour of the reflex; looked up when needed
     */
    public RunnerRegistry(Map<String, BehaviorRunner> runners) {
        this.runners = runners;
    }

    /** Has Artemis fill in the mappers and systems that runners have fields for. */
    public void inject(World world) {
        runners.forEach((name, runner) ->
                GameObjects.inject(world, new GuardedRunner(name, runner).target()));
    }

    /** Returns the runner of that name; null if there is none. */
    public @Nullable GuardedRunner find(String name) {
        GuardedRunner known = guarded.get(name);
        BehaviorRunner runner = known == null ? runners.get(name) : null;
        if (runner == null) {
            return known;
        }
        GuardedRunner fresh = new GuardedRunner(name, runner);
        guarded.put(name, fresh);
        return fresh;
    }

    /** Returns the actions of a catalog that need a runner and have none. */
    public List<String> missing(ActionCatalog catalog) {
        return catalog.names().stream()
                .filter(name -> !runners.containsKey(name) && !catalog.isSelfAction(name))
                .toList();
    }
}
