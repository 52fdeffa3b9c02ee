/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.reflex;

import dev.triune.behavior.Progress;
import dev.triune.component.Home;
import dev.triune.plan.Step;
import dev.triune.village.people.Position;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Fire;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Stock;
import dev.triune.village.places.Village;

/** {@code seek_warmth}: to the nearest fire, lit with carried wood if need be, or home. */
public final class SeekWarmth extends Walking {
    /** In that village. */
    public SeekWarmth(Village village) {
        super(village);
    }

    @Override
    public Progress tick(int agent, Step step) {
        Position at = mPosition.get(agent);
        Fire fire = village.nearestFire(at.x, at.y);
        Stock carries = mVillager.get(agent).carries;
        boolean canBurn = fire.burning() || carries.get(Resource.WOOD) > 0;
        Home home = mHome.get(agent);
        boolean homeIsNearer = at.distance(home.x, home.y) < fire.point().distance(at.x, at.y);
        if (!canBurn || homeIsNearer) {
            walkHome(agent);
        } else if (walk(agent, fire.point()) && !fire.burning()) {
            fire.feed(carries.take(Resource.WOOD, 3));
        }
        return Progress.RUNNING;
    }
}
