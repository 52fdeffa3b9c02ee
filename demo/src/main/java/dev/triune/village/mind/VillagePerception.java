/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Home;
import dev.triune.component.Journal;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.prompt.Surroundings;
import dev.triune.village.action.VillagerAction;
import dev.triune.village.people.Errand;
import dev.triune.village.people.ErrandSystem;
import dev.triune.village.people.Fact;
import dev.triune.village.people.Position;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.talk.Talking;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Describes a villager's surroundings in words, with exact counts and without ids. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class VillagePerception implements Perception {
    private static final float IN_SIGHT = 12;
    private static final float AT_PLACE = 4;
    private static final float AT_HOME = 1.5f;
    private static final int FULL_HANDS = 10;
    private static final int PATCH_LOW = 10;

    private static final int STOCK = 16;
    private static final int BAKING_GRAIN = 10;
    private static final List<Resource> WORTH_STORING =
            List.of(Resource.BERRIES, Resource.WOOD, Resource.STONE);

    private static final int LOW_FUEL = 4 * Campfire.TICKS_PER_WOOD;

    private final VillageFacts lore = new VillageFacts();

    @Wire
    private Village village;

    @Wire
    private VillagerDirectory people;

    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Errand> mErrand;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Home> mHome;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Journal> mJournal;
    private ComponentMapper<Talking> mTalking;

    @Override
    public Surroundings perceive(int agent) {
        VillageSituation situation = situation(agent);
        return new Surroundings(
                        situation.moment(), nearby(agent), situation.facts(), situation.options())
                .from(situation);
    }

    @Override
    public String cause(int agent, String behavior) {
        return behavior.equals("flee_danger") ? "the wolf" : "";
    }

    @Override
    public String place(int agent) {
        Position at = mPosition.get(agent);
        Home home = mHome.get(agent);
        if (at.distance(home.x, home.y) <= AT_HOME) {
            return "home";
        }
        Place nearest = Place.SQUARE;
        for (Place place : Place.values()) {
            boolean nearer =
                    at.distance(place.x(), place.y()) < at.distance(nearest.x(), nearest.y());
            nearest = nearer ? place : nearest;
        }
        boolean there = at.distance(nearest.x(), nearest.y()) <= AT_PLACE;
        return there ? nearest.label() : "path near the " + nearest.label();
    }

    @Override
    public String appearance(int agent, int other) {
        Villager seen = mVillager.get(other);
        if (seen == null) {
            return ""; // a visitor, who is on no map
        }
        String state =
                seen.ill ? ", ill" : mNeeds.get(other).health < Villager.HURT ? ", hurt" : "";
        return "carries " + seen.carries + state;
    }

    /** Describes the facts that call for different plans, without amounts. */
    @Override
    public void describeSituation(int agent, SituationFacts facts) {
        Calendar.Phase phase = Calendar.phase(village.tick());
        Villager villager = mVillager.get(agent);
        facts.role(villager.trade.label());
        if (villager.trade == Trade.HEALER && describePatient(agent, facts)) {
            return; // whatever else there is to do
        }
        facts.fact("time", phase == Calendar.Phase.MORNING ? "day" : phase.label());
        if (villager.ill) {
            facts.fact("ill", true);
        }
        facts.fact("storm", village.isStorm());
        facts.fact("fire low", village.buildings().campfires().get(0).fuel() < LOW_FUEL);
        facts.fact("tool worn", villager.tool == 0 && villager.carries.get(Resource.TOOL) == 0);
        facts.fact("hands full", villager.carries.total() > FULL_HANDS && !plansDeposit(agent));
        if (villager.trade == Trade.FARMER) {
            facts.fact("field", field());
        }
        if (phase != Calendar.Phase.NIGHT) {
            describeVillage(agent, facts);
        }
    }

    /** Describes what the village needs by day. */
    private void describeVillage(int agent, SituationFacts facts) {
        Optional<Building> begun = village.buildings().unfinished().stream()
                .filter(village.buildings()::isPayable)
                .map(BuildingSite::building)
                .findFirst();
        facts.fact("short of", scarcest(mVillager.get(agent).trade));
        facts.fact("unfinished", begun.isPresent());
        facts.fact("feast today", knowsFeastToday(agent));
        facts.fact("market", knowsMarketNow(agent));
        begun.or(village.buildings()::scarcest)
                .ifPresent(building -> facts.slot("building", building.label()));
    }

    /** Describes to a healer who is ill; returns whether somebody else is. */
    private boolean describePatient(int agent, SituationFacts facts) {
        for (Episode known : mMemory.get(agent).episodes) {
            boolean another = known.kind.equals(VillageFacts.ILLNESS)
                    && !known.text.startsWith(mPersona.get(agent).name + VillageFacts.IS_ILL);
            if (another) {
                facts.fact("patient", true);
                facts.slot("patient", known.text.replace(VillageFacts.IS_ILL, ""));
                return true;
            }
        }
        return false;
    }

    /** Returns whether the current plan brings all carried goods to the storehouse. */
    private boolean plansDeposit(int agent) {
        Stock carries = mVillager.get(agent).carries;
        for (QueuedStep queued : mQueue.get(agent).steps) {
            Step step = queued.step;
            boolean deposit = !queued.finished() && step.type().equals("deposit");
            String item = step.text("item");
            boolean all = item.isEmpty() || carries.get(Resource.named(item)) == carries.total();
            if (deposit && all && !step.text("where").equals(VillagerAction.FIRE)) {
                return true;
            }
        }
        return false;
    }

    /** Describes the facts that call for different talk. */
    @Override
    public void describeTalk(int agent, SituationFacts facts) {
        facts.fact("time", Calendar.phase(village.tick()).label());
        facts.fact("storm", village.isStorm());
        facts.fact("fire low", village.buildings().campfires().get(0).fuel() < LOW_FUEL);
    }

    /** Returns the first resource that the storehouse lacks and that is available. */
    private String scarcest(Trade trade) {
        boolean grain = village.store().get(Resource.GRAIN) >= BAKING_GRAIN;
        boolean storm = village.weather().isStormForecast(village.tick());
        if (storm
                && grain
                && village.store().get(Resource.BREAD) < village.needed(Resource.BREAD)) {
            return Resource.BREAD.label();
        }
        for (Resource resource : WORTH_STORING) {
            boolean low = village.store().get(resource) < Math.max(STOCK, village.needed(resource));
            if (low && isObtainable(resource)) {
                return resource.label();
            }
        }
        boolean bakes = grain && trade == Trade.COOK && village.store().get(Resource.BREAD) < STOCK;
        return bakes ? Resource.BREAD.label() : "nothing";
    }

    private boolean isObtainable(Resource resource) {
        return village.patch(resource)
                .map(patch -> patch.remaining() >= PATCH_LOW)
                .orElse(false);
    }

    private String field() {
        boolean bare = false;
        for (FieldPlot plot : village.buildings().fieldPlots()) {
            if (plot.ripe()) {
                return "ripe";
            }
            bare |= plot.bare();
        }
        return bare && village.store().get(Resource.GRAIN) > 0 ? "bare" : "growing";
    }

    private boolean knowsFeastToday(int agent) {
        return Calendar.day(village.tick()) == VillageFacts.FEAST_DAY
                && mMemory.get(agent).episodes.stream()
                        .anyMatch(episode -> episode.kind.equals(VillageFacts.FEAST));
    }

    /** Returns whether a market that the villager knows of is open, or opens within the hour. */
    private boolean knowsMarketNow(int agent) {
        return mMemory.get(agent).episodes.stream()
                .filter(known -> known.kind.equals(VillageFacts.MARKET))
                .flatMapToLong(known -> Calendar.dateIn(known.text).stream())
                .map(opens -> village.tick() - opens)
                .anyMatch(open ->
                        open >= -Calendar.TICKS_PER_HOUR && open < ErrandSystem.MARKET_TICKS);
    }

    /** Returns the names of those with whom the villager could talk now. */
    private List<String> company(int agent) {
        List<String> names = new ArrayList<>();
        IntBag others = mSenses.get(agent).nearby;
        for (int i = 0; i < others.size(); i++) {
            names.add(mPersona.get(others.get(i)).name);
        }
        return names;
    }

    /** Returns what those in earshot carry who are awake, as everybody sees. */
    private Map<String, Map<Resource, Integer>> wares(int agent) {
        Map<String, Map<Resource, Integer>> wares = new LinkedHashMap<>();
        for (String name : nearby(agent)) {
            int other = people.find(name).orElseThrow();
            if (!mBehavior.get(other).asleep) {
                wares.put(name, mVillager.get(other).carries.amountsByResource());
            }
        }
        return wares;
    }

    /** Returns the names of all in earshot, those first with whom the villager could talk now. */
    private List<String> nearby(int agent) {
        Set<String> names = new LinkedHashSet<>(company(agent));
        Position at = mPosition.get(agent);
        for (int other : people.all()) {
            Position there = mPosition.get(other);
            if (other != agent && at.distance(there.x, there.y) <= SensesSystem.EARSHOT) {
                names.add(mPersona.get(other).name);
            }
        }
        return List.copyOf(names);
    }

    private VillageSituation situation(int agent) {
        Villager villager = mVillager.get(agent);
        Map<Trade, Integer> lessons = new EnumMap<>(Trade.class);
        for (Trade trade : Trade.values()) {
            if (villager.lessons[trade.ordinal()] > 0) {
                lessons.put(trade, villager.lessons[trade.ordinal()]);
            }
        }
        return new VillageSituation(
                village.tick(),
                new VillageSituation.Self(
                        villager.trade,
                        Set.of(villager.trait, villager.otherTrait),
                        villager.tool == 0,
                        villager.ill,
                        healerFor(agent),
                        patients(agent),
                        lessons),
                goods(agent),
                works(),
                dangers(agent),
                informed(agent),
                company(agent),
                wares(agent),
                said(agent));
    }

    /** Returns what a villager has said of late, and what its plan will have it say. */
    private Set<Integer> said(int agent) {
        Set<Integer> said = mTalking.get(agent).phrases();
        BehaviorQueue queue = mQueue.get(agent);
        Stream.concat(queue.steps.stream(), queue.ahead().stream())
                .map(queued -> queued.step)
                .filter(step -> step.type().equals("talk"))
                .forEach(step ->
                        said.add(Talking.phrase(step.text("text"), List.of(step.text("to")))));
        return said;
    }

    /** Returns the name of another villager who is a healer; empty if there is none. */
    private String healerFor(int agent) {
        for (int other : people.all()) {
            if (other != agent && mVillager.get(other).trade == Trade.HEALER) {
                return mPersona.get(other).name;
            }
        }
        return "";
    }

    /** Returns who is ill, as far as a villager sees and knows. */
    private List<String> patients(int agent) {
        Stream<String> seen = nearby(agent).stream()
                .filter(name -> mVillager.get(people.find(name).orElseThrow()).ill);
        Stream<String> known = mMemory.get(agent).episodes.stream()
                .filter(each -> each.kind.equals(VillageFacts.ILLNESS))
                .map(each -> each.text.replace(VillageFacts.IS_ILL, ""))
                .filter(name -> !name.equals(mPersona.get(agent).name));
        return Stream.concat(seen, known).distinct().toList();
    }

    private VillageSituation.Goods goods(int agent) {
        List<VillageSituation.Patch> patches = new ArrayList<>();
        for (Resource resource : Resource.values()) {
            village.patch(resource)
                    .ifPresent(patch -> patches.add(new VillageSituation.Patch(
                            resource, patch.place(), patch.remaining())));
        }
        return new VillageSituation.Goods(
                village.store().amountsByResource(),
                village.storageCapacity(),
                mVillager.get(agent).carries.amountsByResource(),
                plansDeposit(agent),
                patches);
    }

    private VillageSituation.Works works() {
        Map<Building, VillageSituation.Begun> begun = new LinkedHashMap<>();
        Set<Building> worn = new LinkedHashSet<>();
        for (BuildingSite site : village.buildings().unfinished()) {
            int done = village.buildings().work(site);
            if (done > 0) {
                int percent = 100 * done / site.building().ticks();
                begun.putIfAbsent(
                        site.building(),
                        new VillageSituation.Begun(site.building(), percent, builders(site)));
            } else {
                worn.add(site.building());
            }
        }
        int bare = 0;
        int ripe = 0;
        int grown = 0;
        for (FieldPlot plot : village.buildings().fieldPlots()) {
            bare += plot.bare() ? 1 : 0;
            ripe += plot.ripe() ? 1 : 0;
            grown = plot.ripe() ? grown : Math.max(grown, plot.grown());
        }
        int growing = village.buildings().fieldPlots().size() - bare - ripe;
        return new VillageSituation.Works(
                fire(village.buildings().campfires().get(0)),
                village.buildings().tallies(),
                List.copyOf(begun.values()),
                claimed(),
                List.copyOf(worn),
                village.buildings().wanted(),
                new VillageSituation.Plots(
                        bare,
                        growing,
                        ripe,
                        (FieldPlot.TICKS_TO_RIPEN - grown) / Calendar.TICKS_PER_HOUR + 1));
    }

    private List<VillageSituation.Claimed> claimed() {
        List<VillageSituation.Claimed> claimed = new ArrayList<>();
        for (int villager : people.all()) {
            BuildingSite site = mErrand.get(villager).site;
            if (site != null && village.buildings().work(site) == 0) {
                claimed.add(
                        new VillageSituation.Claimed(site.building(), mPersona.get(villager).name));
            }
        }
        return claimed;
    }

    private List<String> builders(BuildingSite site) {
        List<String> names = new ArrayList<>();
        for (int villager : people.all()) {
            if (site.equals(mErrand.get(villager).site)) {
                names.add(mPersona.get(villager).name);
            }
        }
        return names;
    }

    private static VillageSituation.Fire fire(Campfire campfire) {
        if (!campfire.burning()) {
            return VillageSituation.Fire.OUT;
        }
        return campfire.fuel() < LOW_FUEL ? VillageSituation.Fire.LOW : VillageSituation.Fire.WELL;
    }

    private VillageSituation.Dangers dangers(int agent) {
        VillageSituation.Forecast forecast = null;
        if (!village.isStorm() && village.weather().isStormForecast(village.tick())) {
            Map<Resource, Integer> needed = new EnumMap<>(Resource.class);
            for (Resource resource : List.of(Resource.WOOD, Resource.BERRIES, Resource.BREAD)) {
                needed.put(resource, village.needed(resource));
            }
            forecast = new VillageSituation.Forecast(
                    village.weather().stormStart(village.tick()), needed);
        }
        Position at = mPosition.get(agent);
        boolean wolf = village.wolf().distance(at.x, at.y) < IN_SIGHT;
        return new VillageSituation.Dangers(village.isStorm(), forecast, wolf);
    }

    /** Returns whether a villager told somebody a fact, or heard it from there. */
    private boolean talkedOf(int agent, Fact fact, String name) {
        for (Episode known : mMemory.get(agent).episodes) {
            if (known.kind.equals(fact.kind()) && known.source.equals(name)) {
                return true;
            }
        }
        Journal journal = mJournal.get(agent);
        Journal.Acquaintance met = journal == null ? null : journal.acquaintance(name);
        return met != null && met.lines.stream().anyMatch(line -> fact.isMentionedIn(line.text));
    }

    /** Returns with whom nearby the villager talked of the facts that it knows, by kind. */
    private Map<String, List<String>> informed(int agent) {
        IntBag listeners = mConversation.get(agent).active
                ? mConversation.get(agent).partners
                : mSenses.get(agent).nearby;
        Map<String, List<String>> informed = new LinkedHashMap<>();
        for (Fact fact : lore.facts()) {
            if (!fact.isKnownBy(mMemory.get(agent))) {
                continue;
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < listeners.size(); i++) {
                if (talkedOf(agent, fact, mPersona.get(listeners.get(i)).name)) {
                    names.add(mPersona.get(listeners.get(i)).name);
                }
            }
            if (!names.isEmpty()) {
                informed.put(fact.kind(), names);
            }
        }
        return informed;
    }
}
