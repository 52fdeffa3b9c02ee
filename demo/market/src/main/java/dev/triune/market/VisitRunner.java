/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Walk;
import dev.triune.market.MarketActions.Visit;

/** Walks to a stall and looks at its wares: an action that takes a way and some time. */
@SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
final class VisitRunner implements ActionRunner<Visit> {
    private static final float LOOK_SECONDS = 6;

    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Walk> mWalk;
    private Directory directory;
    private WalkSystem walks;

    @Override
    public Progress start(int agent, Visit visit) {
        int stall = directory.find(visit.stall());
        if (stall < 0) {
            return Progress.failed("there is no " + visit.stall() + " here");
        }
        Position at = mPosition.get(stall);
        float side = (agent % 5 - 2) * 0.95f; // customers stand side by side
        walks.go(agent, at.x + side, at.y - 2.2f - agent % 3 * 0.6f);
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Visit visit) {
        return mWalk.get(agent).idle < LOOK_SECONDS ? Progress.RUNNING : Progress.DONE;
    }
}
