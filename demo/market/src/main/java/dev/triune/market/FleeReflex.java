/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import dev.triune.action.BehaviorRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.market.Components.Position;

/**
 * Runs from the nearest threat: the body of a reflex. {@link NightSystem} says who is in danger, the
 * reflex table turns that into {@code flee_danger}, and no model is asked.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
final class FleeReflex implements BehaviorRunner {
    private static final float AWAY = 5; // metres

    private ComponentMapper<Position> mPosition;
    private NightSystem night;
    private WalkSystem walks;

    @Override
    public Progress tick(int agent, Step step) {
        int threat = night.threatTo(agent);
        if (threat >= 0) {
            Position here = mPosition.get(agent);
            Position there = mPosition.get(threat);
            float scale = AWAY / Math.max(0.1f, here.distance(there));
            walks.run(
                    agent,
                    here.x + (here.x - there.x) * scale,
                    here.y + (here.y - there.y) * scale);
        }
        return Progress.RUNNING; // until the danger is over
    }
}
