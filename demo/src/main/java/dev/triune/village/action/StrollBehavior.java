/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.annotations.Wire;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Position;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.world.Place;
import java.util.random.RandomGenerator;

/** {@code wander} and {@code explore}: walks to random spots. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the generator
public final class StrollBehavior extends WalkingBehavior<Step> {
    @Wire
    private RandomGenerator random;

    private final float reach;

    /**
     * Creates the runner.
     *
     * @param reach the maximum distance along each axis, in tiles
     */
    public StrollBehavior(float reach) {
        this.reach = reach;
    }

    @Override
    public Progress start(int agent, Step step) {
        choose(agent);
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        Errand errand = mErrand.get(agent);
        if (walk(agent, errand.x, errand.y)) {
            choose(agent);
        }
        return Progress.RUNNING;
    }

    private void choose(int agent) {
        Position at = mPosition.get(agent);
        Errand errand = mErrand.get(agent);
        errand.x = near(at.x);
        errand.y = near(at.y);
    }

    private float near(float coordinate) {
        float chosen = coordinate + (random.nextFloat() * 2 - 1) * reach;
        return Math.max(1, Math.min(Place.MAP_SIZE - 1f, chosen));
    }
}
