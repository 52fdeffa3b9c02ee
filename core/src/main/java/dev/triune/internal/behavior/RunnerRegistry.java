/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.World;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Step;
import dev.triune.action.Wording;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.text.FuzzyLookup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The runners of one kind of mind, each in a {@link GuardedRunner}. Game thread only. */
public final class RunnerRegistry {
    private final Map<String, ActionRunner<Step>> runners;
    private final Map<String, GuardedRunner> guarded = new HashMap<>();
    private final Wording wording;
    private final GameFaults faults = new GameFaults(ActionRunner.class);

    public RunnerRegistry(Map<String, ActionRunner<Step>> runners, Wording wording) {
        this.runners = runners;
        this.wording = wording;
    }

    /** Lets Artemis fill in the mappers and systems of the runners. */
    public void inject(World world) {
        faults.join(world);
        runners.forEach((name, runner) -> {
            GameObjects.inject(world, GuardedRunner.target(runner));
            guarded.put(name, new GuardedRunner(name, runner, wording, faults));
        });
    }

    public @Nullable GuardedRunner find(String name) {
        return guarded.get(name);
    }

    /** Returns warnings about actions without a runner, and runners without action and reflex. */
    public List<String> configurationWarnings(ActionCatalog catalog, Set<String> reflexes) {
        List<String> warnings = new ArrayList<>();
        List<String> actions = catalog.names().stream()
                .filter(name -> !runners.containsKey(name) && !catalog.isSelfAction(name))
                .toList();
        if (!actions.isEmpty()) {
            warnings.add("actions without a runner, whose steps will fail: " + actions
                    + " (add one with MindPlugin.runner)");
        }
        Map<String, String> known = new LinkedHashMap<>();
        catalog.names().forEach(name -> known.put(name, name));
        reflexes.forEach(name -> known.put(name, name));
        for (String name : runners.keySet()) {
            if (!known.containsKey(name)) {
                String meant = new FuzzyLookup(known).nearest(name);
                warnings.add("the runner \"" + name + "\" is of no action and no reflex"
                        + (meant == null ? "" : " (did you mean \"" + meant + "\"?)")
                        + "; it runs only steps of that name that the game orders");
            }
        }
        return warnings;
    }
}
