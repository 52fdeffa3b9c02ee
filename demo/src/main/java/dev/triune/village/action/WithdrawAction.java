/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;

/** {@code withdraw}: takes a resource from the storehouse, but no seed except to sow it. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mapper
public final class WithdrawAction extends WalkingBehavior {
    private ComponentMapper<BehaviorQueue> mQueue;

    @Override
    public Progress start(int agent, Step step) {
        return available(agent, step) == 0 ? none(step) : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        if (!walk(agent, Place.STOREHOUSE)) {
            return Progress.RUNNING;
        }
        int wanted = Math.min(step.whole("amount", 1), available(agent, step));
        int taken = village.store().take(item(step), wanted);
        mVillager.get(agent).carries.add(item(step), taken);
        return taken == 0 ? none(step) : Progress.DONE;
    }

    private int available(int agent, Step step) {
        int stored = village.store().get(item(step));
        return item(step) != Resource.GRAIN || sows(agent)
                ? stored
                : Math.max(0, stored - village.seedGrain());
    }

    /** Whether the next use of grain in the villager's plan is to sow it. */
    private boolean sows(int agent) {
        return mQueue.get(agent).steps.stream()
                .filter(queued -> !queued.finished())
                .map(queued -> queued.step.type())
                .filter(type -> type.equals("plant") || type.equals("cook"))
                .findFirst()
                .filter("plant"::equals)
                .isPresent();
    }

    private static Resource item(Step step) {
        return Resource.named(step.text("item"));
    }

    private static Progress none(Step step) {
        return Progress.failed("the storehouse has no " + step.text("item"));
    }
}
