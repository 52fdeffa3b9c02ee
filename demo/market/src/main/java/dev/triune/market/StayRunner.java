/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.market.Components.Walk;
import dev.triune.market.MarketActions.Stay;

/** Stands still for a while: the smallest action there is. */
@SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
final class StayRunner implements ActionRunner<Stay> {
    private static final float STAY_SECONDS = 15;

    private ComponentMapper<Walk> mWalk;
    private WalkSystem walks;

    @Override
    public Progress start(int agent, Stay stay) {
        walks.stop(agent);
        mWalk.get(agent).idle = 0;
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Stay stay) {
        return mWalk.get(agent).idle < STAY_SECONDS ? Progress.RUNNING : Progress.DONE;
    }
}
