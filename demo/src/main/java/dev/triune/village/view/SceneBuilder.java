/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.village.people.Body;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerProfiles;
import dev.triune.village.sim.Histogram;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import dev.triune.village.world.Weather;
import dev.triune.village.world.Wolf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds the part of a frame that changes slowly. Changes nothing. Artemis fills in the mappers.
 * Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class SceneBuilder {
    private final VillageSimulation simulation;
    private final Village village;
    private int[] agents = {};

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Body> mBody;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Errand> mErrand;

    SceneBuilder(VillageSimulation simulation) {
        this.simulation = simulation;
        this.village = simulation.village();
    }

    /** Builds the scene of the current state. */
    VillageScene buildScene() {
        long tick = simulation.ticks();
        agents = simulation.villagers();
        @Nullable Step[] steps = new @Nullable Step[agents.length];
        String[] behaviors = new String[agents.length];
        String[] loads = new String[agents.length];
        int[] moods = new int[agents.length];
        for (int number = 0; number < agents.length; number++) {
            int agent = agents[number];
            behaviors[number] = mBehavior.get(agent).name;
            steps[number] = step(agent);
            loads[number] = load(mVillager.get(agent).carries);
            moods[number] = Math.round(100 * lowestNeed(mNeeds.get(agent), mBody.get(agent)));
        }
        return new VillageScene(
                new VillageScene.Moment(
                        Calendar.day(tick),
                        Calendar.hour(tick),
                        Calendar.phase(tick).label(),
                        weather(tick),
                        village.isStorm()),
                new VillageScene.Places(
                        village.buildings().campfires().stream()
                                .map(SceneBuilder::fire)
                                .toList(),
                        buildings(),
                        village.buildings().fieldPlots().stream()
                                .map(SceneBuilder::plot)
                                .toList(),
                        buildingLimits()),
                new VillageScene.Goods(store(), village.storageCapacity(), patchViews()),
                new VillageScene.Villagers(
                        people(), conversationViews(), behaviors, steps, loads, moods),
                new VillageScene.Events(creatureViews(), stories()),
                new VillageScene.Measures(
                        tickTimeView(),
                        figures(),
                        simulation.inputs().modelFault().name().toLowerCase(Locale.ROOT),
                        simulation.inputs().modelLatencyMillis(),
                        simulation.stats().broker()));
    }

    // ---- the world

    private String weather(long tick) {
        Weather weather = village.weather();
        if (village.isStorm()) {
            return "storm";
        }
        if (!weather.isStormForecast(tick)) {
            return "";
        }
        long left = weather.stormStart(tick) - tick;
        return "a storm comes in " + (left / Calendar.TICKS_PER_HOUR + 1) + " h";
    }

    private static VillageScene.FireView fire(Campfire campfire) {
        float fuel = hundredths(campfire.fuel(), Campfire.MAX_FUEL);
        return new VillageScene.FireView(
                campfire.point().x(), campfire.point().y(), campfire.burning(), fuel);
    }

    private static VillageScene.PlotView plot(FieldPlot fieldPlot) {
        float grown =
                fieldPlot.bare() ? -1 : hundredths(fieldPlot.grown(), FieldPlot.TICKS_TO_RIPEN);
        return new VillageScene.PlotView(
                fieldPlot.point().x(), fieldPlot.point().y(), grown);
    }

    private List<VillageScene.CreatureView> creatureViews() {
        Wolf wolf = village.wolf();
        return wolf.isPresent()
                ? List.of(new VillageScene.CreatureView(
                        "wolf", wolf.point().x(), wolf.point().y()))
                : List.of();
    }

    private List<VillageScene.BuildingView> buildings() {
        List<VillageScene.BuildingView> all = new ArrayList<>();
        for (BuildingSite buildingSite : village.buildings().built()) {
            all.add(house(buildingSite, -1, 1));
        }
        Set<BuildingSite> deserted = new LinkedHashSet<>(village.buildings().unfinished());
        for (int number = 0; number < agents.length; number++) {
            BuildingSite buildingSite = mErrand.get(agents[number]).site;
            if (buildingSite != null) {
                all.add(house(buildingSite, number, done(buildingSite)));
                deserted.remove(buildingSite);
            }
        }
        for (BuildingSite buildingSite : deserted) {
            all.add(house(buildingSite, -1, done(buildingSite)));
        }
        return all;
    }

    /** Returns the finished share of an unfinished building, at most 0.99. */
    private float done(BuildingSite buildingSite) {
        return Math.min(
                0.99f,
                hundredths(
                        Math.abs(village.buildings().work(buildingSite)),
                        buildingSite.building().ticks()));
    }

    private static VillageScene.BuildingView house(
            BuildingSite buildingSite, int builder, float done) {
        return new VillageScene.BuildingView(
                buildingSite.building().label(),
                buildingSite.point().x(),
                buildingSite.point().y(),
                builder,
                done);
    }

    private Map<String, Integer> store() {
        Map<String, Integer> all = new LinkedHashMap<>();
        for (Resource resource : Resource.values()) {
            all.put(resource.label(), village.store().get(resource));
        }
        return all;
    }

    private List<VillageScene.PatchView> patchViews() {
        List<VillageScene.PatchView> all = new ArrayList<>();
        for (Resource resource : Resource.values()) {
            village.patch(resource)
                    .map(resourcePatch -> new VillageScene.PatchView(
                            resourcePatch.place().label(),
                            resource.label(),
                            resourcePatch.remaining()))
                    .ifPresent(all::add);
        }
        return all;
    }

    private List<VillageScene.BuildingLimit> buildingLimits() {
        List<VillageScene.BuildingLimit> all = new ArrayList<>();
        for (Building kind : Building.values()) {
            all.add(new VillageScene.BuildingLimit(
                    kind.label(),
                    village.buildings().builtCount(kind),
                    village.buildings().claimedCount(kind),
                    village.buildings().limit(kind)));
        }
        return all;
    }

    private static float hundredths(int part, int whole) {
        return Math.round(100f * part / whole) / 100f;
    }

    // ---- villagers

    private @Nullable Step step(int agent) {
        Behavior behavior = mBehavior.get(agent);
        if (behavior.origin != Behavior.Origin.STEP) {
            return null;
        }
        QueuedStep next = mQueue.get(agent).next();
        return next == null ? null : next.step;
    }

    /** Returns the newcomers and the villagers who learnt a trade. */
    private List<VillageScene.PersonView> people() {
        List<VillageScene.PersonView> all = new ArrayList<>();
        int atFirst = agents.length - village.newcomers();
        for (int number = 0; number < agents.length; number++) {
            int agent = agents[number];
            boolean changed = mVillager.get(agent).trade != VillagerProfiles.trade(number);
            if (changed || number >= atFirst) {
                all.add(new VillageScene.PersonView(
                        number, simulation.nameOf(agent), simulation.tradeOf(agent)));
            }
        }
        return all;
    }

    private static String load(Stock carried) {
        String largestResource = "";
        int amount = 0;
        for (Resource resource : Resource.values()) {
            if (carried.get(resource) > amount) {
                amount = carried.get(resource);
                largestResource = resource.label();
            }
        }
        return largestResource;
    }

    private static float lowestNeed(Needs needs, Body body) {
        float lowestNeed = Math.min(needs.hunger, needs.energy);
        lowestNeed = Math.min(lowestNeed, Math.min(needs.temperature, needs.health));
        return Math.max(0, Math.min(1, Math.min(lowestNeed, body.water)));
    }

    /** Returns each conversation once, starting with its member of the lowest number. */
    private List<VillageScene.ConversationView> conversationViews() {
        List<VillageScene.ConversationView> all = new ArrayList<>();
        for (int number = 0; number < agents.length; number++) {
            Conversation talk = mConversation.get(agents[number]);
            if (!talk.partners.isEmpty() && isFirst(number, talk.partners)) {
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

    private VillageScene.ConversationView circle(int first, IntBag partners) {
        List<Integer> members = new ArrayList<>();
        members.add(first);
        int turn = mConversation.get(agents[first]).hasFloor ? first : -1;
        for (int i = 0; i < partners.size(); i++) {
            int member = mVillager.get(partners.get(i)).number;
            members.add(member);
            turn = mConversation.get(partners.get(i)).hasFloor ? member : turn;
        }
        return new VillageScene.ConversationView(members, turn);
    }

    // ---- statistics

    private List<VillageScene.StoryView> stories() {
        return simulation.stories().stream()
                .map(result -> new VillageScene.StoryView(
                        result.story(),
                        result.over(),
                        result.happened(),
                        result.words(),
                        result.figures()))
                .toList();
    }

    private VillageScene.TickTimeView tickTimeView() {
        Histogram times = simulation.stats().tickTimes();
        return new VillageScene.TickTimeView(
                times.percentileMillis(0.5),
                times.percentileMillis(0.99),
                times.maxMillis(),
                simulation.stats().slowTicks());
    }

    private Map<String, Long> figures() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("conversations", simulation.stats().conversations());
        all.put("wolf's visits", (long) village.wolf().visits());
        all.put("steps done", simulation.stats().minds().steps().done());
        all.put("steps failed", simulation.stats().minds().steps().failed());
        all.put("steps refused", simulation.stats().minds().repairs().refused());
        all.put("routines", simulation.stats().routines());
        all.put("plans from habits", simulation.stats().minds().plans().ordered());
        for (Chronicle.Change change : Chronicle.Change.values()) {
            all.put(change.label(), village.chronicle().count(change));
        }
        all.put("talks settled by rules", simulation.stats().minds().talk().settled());
        return all;
    }
}
