/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.Body;
import dev.triune.village.people.Position;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Resource;

/** {@code drink}: drinks carried water, otherwise at the nearer of river and well. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class DrinkBehavior extends WalkingBehavior<Step> {
    private static final int TICKS_PER_DRAUGHT = 20;
    private static final float DRAUGHT = 0.4f;
    private static final float ENOUGH = 0.95f;

    private ComponentMapper<Body> mBody;

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        boolean carries = mVillager.get(agent).carries.get(Resource.WATER) > 0;
        Position at = mPosition.get(agent);
        if (!carries && !walk(agent, village.nearestWater(at.x, at.y))) {
            return Progress.RUNNING;
        }
        if (!work(agent, TICKS_PER_DRAUGHT)) {
            return Progress.RUNNING;
        }
        mVillager.get(agent).carries.take(Resource.WATER, 1);
        Body body = mBody.get(agent);
        body.water = Math.min(1, body.water + DRAUGHT);
        return body.water >= ENOUGH ? Progress.DONE : Progress.RUNNING;
    }
}
