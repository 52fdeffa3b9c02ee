/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.time.Ticker;
import dev.triune.plan.Step;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Position;
import dev.triune.village.places.Building;
import dev.triune.village.places.Calendar;
import dev.triune.village.places.Fire;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Site;
import dev.triune.village.places.Village;
import dev.triune.village.sim.Histogram;
import dev.triune.village.sim.VillageSimulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the pictures: reads the world between two ticks and makes immutable frames of it. Changes
 * nothing. Artemis fills in the mappers. Game thread only.
 */
final class Lookout {
    private static final long SECOND = 1_000_000_000;
    private static final long SCENE_EVERY = SECOND / 2;
    private static final float MOST_FUEL = Fire.MOST_FUEL;

    private final VillageSimulation simulation;
    private final Village village;
    private final Lives lives;
    private final Inspector inspector;
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
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Errand> mErrand;

    Lookout(VillageSimulation simulation, Lives lives, Ticker ticker) {
        this.simulation = simulation;
        this.village = simulation.village();
        this.lives = lives;
        this.agents = simulation.villagers();
        this.inspector = new Inspector(simulation, lives);
        this.countedAt = ticker.nanos();
        simulation.inject(this);
        simulation.inject(inspector);
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
            around = scene();
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

    // ---- what changes slowly

    private Scene scene() {
        long tick = simulation.ticks();
        @Nullable Step[] steps = new @Nullable Step[agents.length];
        String[] behaviors = new String[agents.length];
        int[] moods = new int[agents.length];
        for (int number = 0; number < agents.length; number++) {
            int agent = agents[number];
            behaviors[number] = mBehavior.get(agent).name;
            steps[number] = step(agent);
            moods[number] = Math.round(100 * worst(mNeeds.get(agent)));
        }
        Histogram times = simulation.tickTimes();
        return new Scene(
                Calendar.day(tick),
                Calendar.hour(tick),
                Calendar.phase(tick).label(),
                "", // the weather, once there is any
                village.fires().stream().map(Lookout::fire).toList(),
                buildings(),
                List.of(), // the wolf, once there is one
                store(),
                patches(),
                caps(),
                behaviors,
                steps,
                moods,
                new Scene.Ticks(
                        times.percentileMillis(0.5),
                        times.percentileMillis(0.99),
                        times.maxMillis(),
                        simulation.ticksOver()),
                figures(),
                simulation.brokerStats());
    }

    private @Nullable Step step(int agent) {
        Behavior behavior = mBehavior.get(agent);
        if (behavior.origin != Behavior.Origin.STEP) {
            return null;
        }
        QueuedStep next = mQueue.get(agent).next();
        return next == null ? null : next.step;
    }

    private static float worst(Needs needs) {
        float worst = Math.min(needs.hunger, needs.energy);
        worst = Math.min(worst, Math.min(needs.temperature, needs.health));
        return Math.max(0, Math.min(1, worst));
    }

    private static Scene.Fire fire(Fire fire) {
        float fuel = Math.round(100 * fire.fuel() / MOST_FUEL) / 100f;
        return new Scene.Fire(fire.point().x(), fire.point().y(), fire.burning(), fuel);
    }

    private List<Scene.House> buildings() {
        List<Scene.House> all = new ArrayList<>();
        for (Site site : village.built()) {
            all.add(house(site, -1));
        }
        for (int number = 0; number < agents.length; number++) {
            Site site = mErrand.get(agents[number]).site;
            if (site != null) {
                all.add(house(site, number));
            }
        }
        return all;
    }

    private static Scene.House house(Site site, int builder) {
        return new Scene.House(
                site.building().label(), site.point().x(), site.point().y(), builder);
    }

    private Map<String, Integer> store() {
        Map<String, Integer> all = new LinkedHashMap<>();
        for (Resource resource : Resource.values()) {
            all.put(resource.label(), village.store().get(resource));
        }
        return all;
    }

    private List<Scene.Patch> patches() {
        List<Scene.Patch> all = new ArrayList<>();
        for (Resource resource : Resource.values()) {
            village.patch(resource)
                    .map(patch ->
                            new Scene.Patch(patch.place().label(), resource.label(), patch.left()))
                    .ifPresent(all::add);
        }
        return all;
    }

    private List<Scene.Cap> caps() {
        List<Scene.Cap> all = new ArrayList<>();
        for (Building kind : Building.values()) {
            all.add(new Scene.Cap(
                    kind.label(), village.standing(kind), village.claims(kind), kind.cap()));
        }
        return all;
    }

    private Map<String, Long> figures() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("conversations", (long) simulation.conversations());
        all.put("steps done", simulation.ledger().done());
        all.put("steps failed", simulation.ledger().failed());
        all.put("steps refused", simulation.ledger().refused());
        all.put("routines", simulation.routines());
        return all;
    }
}
