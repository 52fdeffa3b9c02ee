/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Withdraw;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;

/** {@code withdraw}: takes a resource from the storehouse, but no seed except to sow it. */
public final class WithdrawAction extends WalkingBehavior<Withdraw> {
    @Override
    public Progress start(int agent, Withdraw action) {
        return available(agent, action) == 0 ? none(action) : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Withdraw action) {
        if (!walk(agent, Place.STOREHOUSE)) {
            return Progress.RUNNING;
        }
        int wanted = Math.min(action.amount(), available(agent, action));
        int taken = village.store().take(action.item(), wanted);
        mVillager.get(agent).carries.add(action.item(), taken);
        return taken == 0 ? none(action) : Progress.DONE;
    }

    private int available(int agent, Withdraw action) {
        int stored = village.store().get(action.item());
        return action.item() != Resource.GRAIN || sows(agent)
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

    private Progress none(Withdraw action) {
        int kept = village.store().get(action.item());
        return Progress.failed(
                kept == 0
                        ? "the storehouse has no " + action.item().label()
                        : "the storehouse keeps its last grain " + kept + " to be planted");
    }
}
