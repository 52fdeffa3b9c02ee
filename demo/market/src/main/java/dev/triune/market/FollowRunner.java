/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.market.Components.Following;
import dev.triune.market.Components.Position;
import dev.triune.market.MarketActions.Follow;

/**
 * Keeps up with somebody: an action with a target that moves. One runner serves all agents, so what it
 * remembers of each is in a component, which start creates and stop removes.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
final class FollowRunner implements ActionRunner<Follow> {
    /** How long somebody comes along; the watchdog of minds ends all steps after two minutes. */
    static final int MOST_TICKS = 110 * MarketWorld.TICKS_PER_SECOND;

    private static final float NEAR = 1.7f; // metres

    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Following> mFollowing;
    private Directory directory;
    private WalkSystem walks;

    @Override
    public Progress start(int agent, Follow follow) {
        mFollowing.create(agent).whom = follow.person();
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Follow follow) {
        int other = directory.find(follow.person());
        if (other < 0) {
            return Progress.failed(follow.person() + " is gone");
        }
        Position there = mPosition.get(other);
        if (mPosition.get(agent).distance(there) > NEAR) {
            walks.go(agent, there.x, there.y);
        } else {
            walks.stop(agent);
        }
        return ++mFollowing.get(agent).ticks < MOST_TICKS ? Progress.RUNNING : Progress.DONE;
    }

    @Override
    public void stop(int agent, Follow follow) {
        mFollowing.remove(agent);
        walks.stop(agent);
    }
}
