/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.Cook;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Building;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;

/**
 * {@code cook}: bakes bread from carried grain and water in the bakery, or at the burning fire
 * until one is built.
 */
public final class CookAction extends WalkingBehavior<Cook> {
    /** The grain for a dough. */
    public static final int GRAIN = 2;

    private static final int LOAVES_OF_THE_BAKERY = 2;
    private static final int LOAVES_OF_THE_FIRE = 1;
    private static final int TICKS_PER_DOUGH = 120;

    /** Returns whether a stock contains the ingredients of a dough. */
    public static boolean hasDoughIngredients(Stock carried) {
        return carried.get(Resource.GRAIN) >= GRAIN && carried.get(Resource.WATER) >= 1;
    }

    @Override
    public Progress start(int agent, Cook action) {
        beginPieces(agent, action.amount());
        Stock carries = mVillager.get(agent).carries;
        return hasDoughIngredients(carries) ? Progress.RUNNING : withoutDough(agent, carries);
    }

    @Override
    public Progress tick(int agent, Cook action) {
        if (!walk(agent, village.oven())) {
            return Progress.RUNNING;
        }
        boolean bakery = village.buildings().builtCount(Building.BAKERY) > 0;
        if (!bakery && !village.buildings().campfires().get(0).burning()) {
            return Progress.failed("the fire is out, and there is no bakery");
        }
        if (!work(agent, TICKS_PER_DOUGH)) {
            return Progress.RUNNING;
        }
        Stock carries = mVillager.get(agent).carries;
        if (!hasDoughIngredients(carries)) {
            return withoutDough(agent, carries);
        }
        carries.take(Resource.GRAIN, GRAIN);
        carries.take(Resource.WATER, 1);
        provide(agent, Resource.BREAD, bakery ? LOAVES_OF_THE_BAKERY : LOAVES_OF_THE_FIRE);
        return finishPiece(agent) <= 0 ? Progress.DONE : Progress.RUNNING;
    }

    private Progress withoutDough(int agent, Stock carries) {
        return endPieces(
                agent,
                "a dough takes grain 2 and water 1; you carry "
                        + carries.having(Resource.GRAIN, Resource.WATER));
    }
}
