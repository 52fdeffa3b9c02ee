/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Needs;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.ResourcePatch;
import dev.triune.village.world.Stock;

/**
 * {@code seek_food}: eats carried food, otherwise from the storehouse, otherwise from the bushes.
 * Bread is saved for a forecast storm while there are berries.
 */
public final class SeekFoodBehavior extends WalkingBehavior<Step> {
    private static final int TICKS_PER_BITE = 40;
    private static final float BERRY = 0.09f;
    private static final float LOAF = 0.36f;
    private static final float FULL = 0.9f;

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        Stock carries = mVillager.get(agent).carries;
        if (food(carries)) {
            return eat(agent, carries);
        }
        if (food(village.store())) {
            return fetch(agent, carries);
        }
        return pick(agent, carries);
    }

    private Progress eat(int agent, Stock carries) {
        if (!work(agent, TICKS_PER_BITE)) {
            return Progress.RUNNING;
        }
        Needs needs = mNeeds.get(agent);
        float bite = carries.take(Resource.BREAD, 1) == 1 ? LOAF : BERRY;
        if (bite == BERRY) {
            carries.take(Resource.BERRIES, 1);
        }
        needs.hunger = Math.min(1, needs.hunger + bite);
        return needs.hunger >= FULL ? Progress.DONE : Progress.RUNNING;
    }

    private Progress fetch(int agent, Stock carries) {
        if (walk(agent, Place.STOREHOUSE)) {
            Stock store = village.store();
            boolean saved = store.get(Resource.BERRIES) > 0
                    && village.weather().isStormForecast(village.tick());
            int bread = saved ? 0 : store.take(Resource.BREAD, 1);
            carries.add(Resource.BREAD, bread);
            carries.add(Resource.BERRIES, bread == 1 ? 0 : store.take(Resource.BERRIES, 3));
        }
        return Progress.RUNNING;
    }

    private Progress pick(int agent, Stock carries) {
        if (walk(agent, Place.BERRIES) && work(agent, TICKS_PER_BITE)) {
            boolean found =
                    village.patch(Resource.BERRIES).map(ResourcePatch::takeOne).orElse(false);
            carries.add(Resource.BERRIES, found ? 1 : 0);
        }
        return Progress.RUNNING;
    }

    private static boolean food(Stock stock) {
        return stock.get(Resource.BREAD) > 0 || stock.get(Resource.BERRIES) > 0;
    }
}
