/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import dev.triune.action.BehaviorRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Walk;
import java.util.SplittableRandom;

/** Wanders about: what an agent does of boredom while nobody has a plan for it. */
@SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
final class StrollReflex implements BehaviorRunner {
    private static final float FAR = 8; // metres

    private final SplittableRandom random = new SplittableRandom(11);
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Walk> mWalk;
    private WalkSystem walks;

    @Override
    public Progress start(int agent, Step step) {
        Position here = mPosition.get(agent);
        walks.go(
                agent,
                here.x + (float) random.nextDouble(-FAR, FAR),
                here.y + (float) random.nextDouble(-FAR, FAR));
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        return mWalk.get(agent).idle > 1 ? Progress.DONE : Progress.RUNNING;
    }
}
