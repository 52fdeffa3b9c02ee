/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Deposit;
import dev.triune.village.people.Position;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import java.util.Objects;

/**
 * {@code deposit}: brings the carried goods, or some of each, to the storehouse, or the wood to the
 * fire. Goods that do not fit are lost.
 */
public final class DepositAction extends WalkingBehavior<Deposit> {
    @Override
    public Progress start(int agent, Deposit action) {
        Stock carries = mVillager.get(agent).carries;
        if (action.isToFire() && carries.get(Resource.WOOD) == 0) {
            return Progress.failed("you carry no wood");
        }
        return carries.total() == 0 ? Progress.failed("you carry nothing") : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Deposit action) {
        int most = Objects.requireNonNullElse(action.amount(), Integer.MAX_VALUE);
        return action.isToFire() ? toFire(agent, most) : toStore(agent, most);
    }

    private Progress toFire(int agent, int most) {
        Position at = mPosition.get(agent);
        Campfire campfire = village.buildings().nearestFire(at.x, at.y);
        if (!walk(agent, campfire.point())) {
            return Progress.RUNNING;
        }
        Stock carries = mVillager.get(agent).carries;
        campfire.feed(carries.take(Resource.WOOD, most));
        return Progress.DONE;
    }

    private Progress toStore(int agent, int most) {
        if (!walk(agent, Place.STOREHOUSE)) {
            return Progress.RUNNING;
        }
        Stock carries = mVillager.get(agent).carries;
        carries.moveTo(village.store(), village.storageCapacity(), most);
        return Progress.DONE;
    }
}
