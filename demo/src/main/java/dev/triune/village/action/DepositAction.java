/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.QueuedStep;
import dev.triune.village.action.VillagerAction.Deposit;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code deposit}: brings the carried goods, those of one kind, or some of each to the storehouse, or
 * the wood to the fire. Goods that do not fit are lost. A tool that replaces the villager's worn one
 * stays in its hand, as does what it plans to give to others.
 */
public final class DepositAction extends WalkingBehavior<Deposit> {
    private static final Progress NOTHING = Progress.failed("you carry nothing");
    private static final Set<String> GIVES = Set.of("give", "trade");
    private static final Set<String> FETCHES = Set.of("withdraw", "gather");
    private static final Progress NO_WOOD = Progress.failed("you carry no wood");

    @Override
    public Progress start(int agent, Deposit action) {
        Villager villager = mVillager.get(agent);
        if (action.isToFire()) {
            return villager.carries.get(Resource.WOOD) == 0 ? NO_WOOD : Progress.RUNNING;
        }
        boolean tool = takeUpTool(villager);
        if (Stream.of(Resource.values()).anyMatch(thing -> spare(agent, action, thing) > 0)) {
            return Progress.RUNNING;
        }
        if (tool) {
            return Progress.failed("you need the tool that you carry, as yours is worn out");
        }
        String use = action.item() == null ? ", which you plan to give away" : "";
        return villager.carries.total() == 0
                ? NOTHING
                : Progress.failed("you carry " + villager.carries + use);
    }

    @Override
    public Progress tick(int agent, Deposit action) {
        return action.isToFire() ? toFire(agent, most(action)) : toStore(agent, action);
    }

    private static int most(Deposit action) {
        return Objects.requireNonNullElse(action.amount(), Integer.MAX_VALUE);
    }

    /** Returns how much of a thing the villager brings: not what its plan gives to others. */
    private int spare(int agent, Deposit action, Resource thing) {
        if (action.item() != null && action.item() != thing) {
            return 0;
        }
        int meant = 0;
        for (QueuedStep queued : mQueue.get(agent).wholePlan()) {
            Step step = queued.step;
            if (FETCHES.contains(step.type())
                    && !queued.finished()
                    && (step.text("item") + step.text("target")).equals(thing.label())) {
                break; // what it gives after this
            }
            boolean gives = GIVES.contains(step.type()) && step.text("item").equals(thing.label());
            meant += gives && !queued.finished() ? step.whole("amount", 1) : 0;
        }
        int carried = mVillager.get(agent).carries.get(thing);
        return Math.min(most(action), Math.max(0, carried - meant));
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

    private Progress toStore(int agent, Deposit action) {
        if (!walk(agent, Place.STOREHOUSE)) {
            return Progress.RUNNING;
        }
        Stock carries = mVillager.get(agent).carries;
        Stock brought = new Stock();
        for (Resource thing : Resource.values()) {
            brought.add(thing, carries.take(thing, spare(agent, action, thing)));
        }
        if (brought.total() == 0) {
            return NOTHING;
        }
        String goods = brought.toString();
        return brought.moveTo(village.store(), village.storageCapacity()) > 0
                ? Progress.DONE
                : Progress.failed("the storehouse had no room for " + goods + ", so it spoiled");
    }
}
