/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.time.Ticker;
import dev.triune.village.people.Position;
import dev.triune.village.sim.VillageSimulation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the pictures: reads the world between two ticks and makes immutable frames of it. Changes
 * nothing. Artemis fills in the mappers. Game thread only.
 */
final class Lookout {
    private static final long SECOND = 1_000_000_000;
    private static final long SCENE_EVERY = SECOND / 2;

    private final VillageSimulation simulation;
    private final Lives lives;
    private final Inspector inspector;
    private final Surroundings surroundings;
    private final int[] agents;
    private @Nullable Scene scene;
    private long sceneAt;
    private long countedAt;
    private long ticksAtCount;
    private double tps;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    Lookout(VillageSimulation simulation, Lives lives, Ticker ticker) {
        this.simulation = simulation;
        this.lives = lives;
        this.agents = simulation.villagers();
        this.inspector = new Inspector(simulation, lives);
        this.countedAt = ticker.nanos();
        simulation.inject(this);
        simulation.inject(inspector);
        this.surroundings = new Surroundings(simulation);
        simulation.inject(surroundings);
    }

    /**
     * The village as it is now.
     *
     * @param now in nanoseconds, for what is done a few times a second only
     * @param inspected the numbers of the villagers to tell all about
     */
    Frame picture(Controls controls, boolean ended, int[] inspected, long now) {
        count(now);
        Scene around = scene;
        if (around == null || ended || now - sceneAt >= SCENE_EVERY) {
            sceneAt = now;
            around = surroundings.scene();
            scene = around;
        }
        int[] x = new int[agents.length];
        int[] y = new int[agents.length];
        int[] flags = new int[agents.length];
        for (int number = 0; number < agents.length; number++) {
            Position at = mPosition.get(agents[number]);
            x[number] = Math.round(at.x * 100);
            y[number] = Math.round(at.y * 100);
            flags[number] = flags(number, agents[number]);
        }
        return new Frame(
                simulation.ticks(),
                controls.paused(),
                controls.speed(),
                tps,
                ended,
                x,
                y,
                flags,
                around,
                lives.news(),
                details(inspected, costPerToken(around.stats())));
    }

    private void count(long now) {
        if (now - countedAt >= SECOND) {
            long ticks = simulation.ticks();
            tps = Math.round((ticks - ticksAtCount) * 1e10 / (now - countedAt)) / 10.0;
            ticksAtCount = ticks;
            countedAt = now;
        }
    }

    private List<Detail> details(int[] inspected, double costPerToken) {
        List<Detail> details = new ArrayList<>();
        for (int number : inspected) {
            if (number >= 0 && number < agents.length) {
                details.add(inspector.detail(number, agents[number], costPerToken));
            }
        }
        return details;
    }

    private static double costPerToken(BrokerStats stats) {
        long tokens = stats.usage().total();
        return tokens == 0 ? 0 : BrokerFigures.cost(stats).doubleValue() / tokens;
    }

    private int flags(int number, int agent) {
        Mind mind = mMind.get(agent);
        Behavior behavior = mBehavior.get(agent);
        int flags = lives.life(number).layer & Frame.Flag.LAYER;
        flags |= mind.ticket != 0 ? Frame.Flag.THINKING : 0;
        flags |= behavior.asleep ? Frame.Flag.ASLEEP : 0;
        flags |= mNeeds.get(agent).alive() ? 0 : Frame.Flag.DEAD;
        flags |= mConversation.get(agent).active ? Frame.Flag.TALKING : 0;
        flags |= behavior.origin == Behavior.Origin.REFLEX ? Frame.Flag.REFLEX : 0;
        flags |= mind.layerOverride != null ? Frame.Flag.OVERRIDDEN : 0;
        return flags;
    }
}
