/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.utils.BitVector;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.internal.check.Ranges;
import dev.triune.internal.inject.GameObjects;
import java.util.Objects;

/** Runs another feed for a part of the agents in each tick. Game thread only. */
final class PeriodicFeed implements Feed {
    final Feed feed;
    private final int ticks;

    /** The agents that this has not updated yet. */
    private final BitVector fresh = new BitVector();

    private long now;

    PeriodicFeed(int ticks, Feed feed) {
        this.ticks = Ranges.within("ticks between two runs of a feed", ticks, 1, 1 << 20);
        this.feed = Objects.requireNonNull(feed, "feed");
        if (feed instanceof Vision || feed instanceof MindListener) {
            throw new IllegalArgumentException("a " + feed.getClass().getSimpleName()
                    + " in Feed.every (expected it alone: it works seldom by itself)");
        }
    }

    @Override
    public void initialize(World world) {
        GameObjects.subscribe(
                world,
                Aspect.all(Mind.class, Needs.class),
                fresh::set,
                agent -> {}); // an id that comes back is inserted again
        feed.initialize(world);
    }

    @Override
    public void begin(long tick) {
        now = tick;
        feed.begin(tick);
    }

    @Override
    public void update(int agent) {
        if (fresh.get(agent)) {
            fresh.clear(agent);
        } else if ((now + agent) % ticks != 0) {
            return;
        }
        feed.update(agent);
    }
}
