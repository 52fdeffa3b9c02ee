/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Home;
import dev.triune.village.people.Position;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;

/**
 * {@code seek_warmth}: goes to the nearest fire, and lights it with carried wood if it is out; or
 * home, if that is nearer or there is no wood.
 */
public final class SeekWarmthBehavior extends WalkingBehavior<Step> {
    @Override
    public Progress tick(int agent, Step step) {
        Position at = mPosition.get(agent);
        Campfire campfire = village.buildings().nearestFire(at.x, at.y);
        Stock carries = mVillager.get(agent).carries;
        boolean canBurn = campfire.burning() || carries.get(Resource.WOOD) > 0;
        Home home = mHome.get(agent);
        boolean homeIsNearer = at.distance(home.x, home.y) < campfire.point().distance(at.x, at.y);
        if (!canBurn || homeIsNearer) {
            walkHome(agent);
        } else if (walk(agent, campfire.point()) && !campfire.burning()) {
            campfire.feed(carries.take(Resource.WOOD, 3));
        }
        return Progress.RUNNING;
    }
}
