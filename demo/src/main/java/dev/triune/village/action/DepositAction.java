/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Deposit;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import java.util.Objects;

/**
 * {@code deposit}: brings the carried goods, or some of each, to the storehouse, or the wood to the
 * fire. Goods that do not fit are lost. A tool that replaces the villager's worn one stays in its hand.
 */
public final class DepositAction extends WalkingBehavior<Deposit> {
    private static final Progress NOTHING = Progress.failed("you carry nothing");
    private static final Progress NO_WOOD = Progress.failed("you carry no wood");

    @Override
    public Progress start(int agent, Deposit action) {
        Villager villager = mVillager.get(agent);
        if (action.isToFire()) {
            return villager.carries.get(Resource.WOOD) == 0 ? NO_WOOD : Progress.RUNNING;
        }
        boolean tool = takeUpTool(villager);
        return villager.carries.total() > 0
                ? Progress.RUNNING
                : tool
                        ? Progress.failed("you need the tool that you carry, as yours is worn out")
                        : NOTHING;
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
        int wood = mVillager.get(agent).carries.take(Resource.WOOD, most);
        campfire.feed(wood);
        return wood == 0 ? NO_WOOD : Progress.DONE; // others may have got it on the way
    }

    private Progress toStore(int agent, int most) {
        if (!walk(agent, Place.STOREHOUSE)) {
            return Progress.RUNNING;
        }
        Stock carries = mVillager.get(agent).carries;
        if (carries.total() == 0) {
            return NOTHING;
        }
        String brought = carries.toString();
        return carries.moveTo(village.store(), village.storageCapacity(), most) > 0
                ? Progress.DONE
                : Progress.failed("the storehouse had no room for " + brought + ", so it spoiled");
    }
}
