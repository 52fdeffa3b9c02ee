/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.plan.Step;
import dev.triune.village.people.Body;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Villager;
import dev.triune.village.places.Building;
import dev.triune.village.places.Calendar;
import dev.triune.village.places.Fire;
import dev.triune.village.places.Plot;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Site;
import dev.triune.village.places.Village;
import dev.triune.village.places.Weather;
import dev.triune.village.places.Wolf;
import dev.triune.village.sim.Histogram;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.talk.Talking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what of the village changes slowly. Changes nothing. Artemis fills in the mappers. Game
 * thread only.
 */
final class Surroundings {
    private final VillageSimulation simulation;
    private final Village village;
    private final int[] agents;

    /** Where somebody was seen to build, so that what is left unfinished does not vanish. */
    private final Set<Site> begun = new LinkedHashSet<>();

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Body> mBody;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Talking> mTalking;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Errand> mErrand;

    Surroundings(VillageSimulation simulation) {
        this.simulation = simulation;
        this.village = simulation.village();
        this.agents = simulation.villagers();
    }

    /** As it is now. */
    Scene scene() {
        long tick = simulation.ticks();
        @Nullable Step[] steps = new @Nullable Step[agents.length];
        String[] behaviors = new String[agents.length];
        int[] moods = new int[agents.length];
        for (int number = 0; number < agents.length; number++) {
            int agent = agents[number];
            behaviors[number] = mBehavior.get(agent).name;
            steps[number] = step(agent);
            moods[number] = Math.round(100 * worst(mNeeds.get(agent), mBody.get(agent)));
        }
        return new Scene(
                Calendar.day(tick),
                Calendar.hour(tick),
                Calendar.phase(tick).label(),
                weather(tick),
                village.storm(),
                village.fires().stream().map(Surroundings::fire).toList(),
                buildings(),
                creatures(),
                village.plots().stream().map(Surroundings::plot).toList(),
                circles(),
                store(),
                village.room(),
                stories(),
                patches(),
                caps(),
                behaviors,
                steps,
                moods,
                ticks(),
                figures(),
                simulation.brokerStats());
    }

    // ---- the world

    private String weather(long tick) {
        Weather weather = village.weather();
        if (village.storm()) {
            return "storm";
        }
        if (!weather.stormComes(tick)) {
            return "";
        }
        long left = weather.stormBegins(tick) - tick;
        return "a storm comes in " + (left / Calendar.TICKS_PER_HOUR + 1) + " h";
    }

    private static Scene.Fire fire(Fire fire) {
        float fuel = hundredths(fire.fuel(), Fire.MOST_FUEL);
        return new Scene.Fire(fire.point().x(), fire.point().y(), fire.burning(), fuel);
    }

    private static Scene.Plot plot(Plot plot) {
        float grown = plot.bare() ? -1 : hundredths(plot.grown(), Plot.TICKS_TO_RIPEN);
        return new Scene.Plot(plot.point().x(), plot.point().y(), grown);
    }

    private List<Scene.Creature> creatures() {
        Wolf wolf = village.wolf();
        return wolf.here()
                ? List.of(new Scene.Creature(
                        "wolf", wolf.point().x(), wolf.point().y()))
                : List.of();
    }

    private List<Scene.House> buildings() {
        List<Scene.House> all = new ArrayList<>();
        for (Site site : village.built()) {
            all.add(house(site, -1, 1));
        }
        begun.removeAll(village.built());
        Set<Site> deserted = new LinkedHashSet<>(begun);
        for (int number = 0; number < agents.length; number++) {
            Site site = mErrand.get(agents[number]).site;
            if (site != null) {
                all.add(house(site, number, done(site)));
                begun.add(site);
                deserted.remove(site);
            }
        }
        for (Site site : deserted) {
            if (village.work(site) > 0) {
                all.add(house(site, -1, done(site)));
            } else {
                begun.remove(site);
            }
        }
        return all;
    }

    /** How much of it is done; never all as long as it does not stand. */
    private float done(Site site) {
        return Math.min(0.99f, hundredths(village.work(site), site.building().ticks()));
    }

    private static Scene.House house(Site site, int builder, float done) {
        return new Scene.House(
                site.building().label(), site.point().x(), site.point().y(), builder, done);
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

    private static float hundredths(int part, int whole) {
        return Math.round(100f * part / whole) / 100f;
    }

    // ---- its people

    private @Nullable Step step(int agent) {
        Behavior behavior = mBehavior.get(agent);
        if (behavior.origin != Behavior.Origin.STEP) {
            return null;
        }
        QueuedStep next = mQueue.get(agent).next();
        return next == null ? null : next.step;
    }

    private static float worst(Needs needs, Body body) {
        float worst = Math.min(needs.hunger, needs.energy);
        worst = Math.min(worst, Math.min(needs.temperature, needs.health));
        return Math.max(0, Math.min(1, Math.min(worst, body.water)));
    }

    /** Every conversation once: it is told of its member with the lowest number. */
    private List<Scene.Circle> circles() {
        List<Scene.Circle> all = new ArrayList<>();
        for (int number = 0; number < agents.length; number++) {
            Conversation talk = mConversation.get(agents[number]);
            if (talk.active && isFirst(number, talk.partners)) {
                all.add(circle(number, talk.partners));
            }
        }
        return all;
    }

    private boolean isFirst(int number, IntBag partners) {
        for (int i = 0; i < partners.size(); i++) {
            if (mVillager.get(partners.get(i)).number < number) {
                return false;
            }
        }
        return true;
    }

    private Scene.Circle circle(int first, IntBag partners) {
        List<Integer> members = new ArrayList<>();
        members.add(first);
        int turn = mTalking.get(agents[first]).holds ? first : -1;
        for (int i = 0; i < partners.size(); i++) {
            int member = mVillager.get(partners.get(i)).number;
            members.add(member);
            turn = mTalking.get(partners.get(i)).holds ? member : turn;
        }
        return new Scene.Circle(members, turn);
    }

    // ---- what is counted

    private List<Scene.Tale> stories() {
        return simulation.stories().stream()
                .map(told ->
                        new Scene.Tale(told.story(), told.over(), told.happened(), told.words()))
                .toList();
    }

    private Scene.Ticks ticks() {
        Histogram times = simulation.tickTimes();
        return new Scene.Ticks(
                times.percentileMillis(0.5),
                times.percentileMillis(0.99),
                times.maxMillis(),
                simulation.ticksOver());
    }

    private Map<String, Long> figures() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("conversations", (long) simulation.conversations());
        all.put("wolf's visits", (long) village.wolf().visits());
        all.put("steps done", simulation.ledger().done());
        all.put("steps failed", simulation.ledger().failed());
        all.put("steps refused", simulation.ledger().refused());
        all.put("routines", simulation.routines());
        return all;
    }
}
