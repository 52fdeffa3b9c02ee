/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.feed;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.feed.Feed;
import java.util.List;

/** Runs the feeds of a game for each agent, before anybody thinks. Game thread only. */
public class FeedSystem extends BaseEntitySystem {
    private final GameClock clock;
    private final List<Feed> feeds;
    private long lastTick = Long.MIN_VALUE;

    /** Creates a system for the agents that an aspect selects. */
    public FeedSystem(GameClock clock, List<Feed> feeds, Aspect.Builder extra) {
        super(extra.copy().all(Mind.class, Needs.class));
        this.clock = clock;
        this.feeds = List.copyOf(feeds);
    }

    @Override
    protected void initialize() {
        feeds.forEach(feed -> feed.initialize(world));
    }

    @Override
    protected void processSystem() {
        if (clock.tick() == lastTick) {
            return; // a frame between two ticks
        }
        lastTick = clock.tick();
        IntBag agents = subscription.getEntities();
        int[] ids = agents.getData();
        for (int i = 0; i < feeds.size(); i++) {
            Feed feed = feeds.get(i);
            feed.begin(clock.tick());
            for (int j = 0, n = agents.size(); j < n; j++) {
                feed.update(ids[j]);
            }
        }
    }
}
