/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.feed;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.utils.IntBag;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.internal.inject.GameFaults;
import java.util.List;

/** Runs the game's feeds for each agent, before the agents think. Game thread only. */
public class FeedSystem extends BaseEntitySystem {
    private final GameClock clock;
    private final List<Feed> feeds;
    private final GameFaults faults = new GameFaults(Feed.class);
    private long lastTick = Long.MIN_VALUE;

    /** Creates a system for the agents that an aspect selects. */
    public FeedSystem(GameClock clock, List<Feed> feeds, Aspect.Builder extra) {
        super(extra.copy().all(Mind.class, Needs.class));
        this.clock = clock;
        this.feeds = List.copyOf(feeds);
    }

    @Override
    protected void initialize() {
        faults.join(world);
        feeds.forEach(feed -> feed.initialize(world));
    }

    @Override
    protected void processSystem() {
        if (clock.tick() == lastTick) {
            return; // this frame is between two ticks
        }
        lastTick = clock.tick();
        float frame = world.getDelta();
        world.setDelta(clock.deltaOfTick(frame)); // a tick is as long for feeds as for runners
        try {
            run();
        } finally {
            world.setDelta(frame);
        }
    }

    private void run() {
        IntBag agents = subscription.getEntities();
        int[] ids = agents.getData();
        for (int i = 0; i < feeds.size() && clock.ticking(); i++) {
            begin(i);
            for (int j = 0, n = agents.size(); j < n && clock.ticking(); j++) {
                update(i, ids[j]);
            }
        }
    }

    @Override
    protected void end() {
        faults.rethrow();
    }

    private void begin(int index) {
        try {
            feeds.get(index).begin(clock.tick());
        } catch (Throwable e) {
            report(index, -1, e);
        }
    }

    private void update(int index, int agent) {
        try {
            feeds.get(index).update(agent);
        } catch (Throwable e) {
            report(index, agent, e);
        }
    }

    private void report(int index, int agent, Throwable e) {
        faults.report("feed " + (index + 1), feeds.get(index), agent, e);
    }
}
