/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.prompt.Surroundings;
import dev.triune.village.action.DepositAction;
import dev.triune.village.people.Fact;
import dev.triune.village.people.Position;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Resource;
import dev.triune.village.world.ResourcePatch;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes a villager's surroundings in words, with exact counts and without ids. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class VillagePerception implements Perception {
    private static final float IN_SIGHT = 12;
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

    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Memory> mMemory;

    @Override
    public Surroundings perceive(int agent) {
        return new Surroundings(describeMoment(), nearby(agent), facts(agent)).options(options());
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

    /** Returns whether the current plan brings the carried goods to the storehouse. */
    private boolean plansDeposit(int agent) {
        for (QueuedStep queued : mQueue.get(agent).steps) {
            boolean fire = queued.step.text("where").equals(DepositAction.FIRE);
            if (!queued.finished() && queued.step.type().equals("deposit") && !fire) {
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

    private String describeMoment() {
        long tick = village.tick();
        return "It is day " + Calendar.day(tick) + ", " + Calendar.time(tick) + ", "
                + Calendar.phase(tick).label() + ", in " + Calendar.season(tick).label() + ".";
    }

    private List<String> nearby(int agent) {
        List<String> names = new ArrayList<>();
        IntBag others = mSenses.get(agent).nearby;
        for (int i = 0; i < others.size(); i++) {
            names.add(mPersona.get(others.get(i)).name);
        }
        return names;
    }

    private List<String> facts(int agent) {
        List<String> facts = new ArrayList<>();
        facts.add("the storehouse holds: " + village.store());
        facts.add("you carry: " + mVillager.get(agent).carries
                + (plansDeposit(agent) ? ", which your plan brings to the storehouse" : ""));
        facts.add(
                "the fire at the square " + fire(village.buildings().campfires().get(0)));
        facts.add("buildings with those under way: " + village.buildings().describe());
        addUnfinished(facts);
        facts.add("plots of the field: " + plots());
        facts.add("the storehouse has room for " + village.storageCapacity() + " of each thing");
        addSkillFacts(agent, facts);
        addDangers(agent, facts);
        addWhoKnows(agent, facts);
        for (Resource resource : Resource.values()) {
            village.patch(resource).ifPresent(resourcePatch -> facts.add(growing(resourcePatch)));
        }
        return facts;
    }

    /** Adds the kinds of buildings that are unfinished or need repair. */
    private void addUnfinished(List<String> facts) {
        Set<String> begun = new LinkedHashSet<>();
        Set<String> worn = new LinkedHashSet<>();
        for (BuildingSite site : village.buildings().unfinished()) {
            Building kind = site.building();
            if (village.buildings().work(site) > 0) {
                begun.add(kind.label());
            } else {
                worn.add(kind.label() + " for wood " + kind.repairWood() + " and stone "
                        + kind.repairStone());
            }
        }
        if (!begun.isEmpty()) {
            facts.add("begun, with the material there: " + String.join(", ", begun));
        }
        if (!worn.isEmpty()) {
            facts.add("in need of repair: " + String.join(", ", worn));
        }
    }

    /** Describes the villager's tool and lessons. */
    private void addSkillFacts(int agent, List<String> facts) {
        Villager villager = mVillager.get(agent);
        if (villager.tool == 0) {
            facts.add("your tool is worn out, so that work takes twice as long");
        }
        if (villager.trade == Trade.YOUNGSTER) {
            String lessons = Arrays.stream(Trade.values())
                    .filter(trade -> villager.lessons[trade.ordinal()] > 0)
                    .map(trade -> trade.label() + " " + villager.lessons[trade.ordinal()])
                    .collect(Collectors.joining(", "));
            facts.add("you learn the trade of those beside whom you work, in "
                    + Villager.LESSONS + " lessons; so far: "
                    + (lessons.isEmpty() ? "none" : lessons));
        }
    }

    /** Describes storms, illness and the wolf, with advice. */
    private void addDangers(int agent, List<String> facts) {
        if (village.isStorm()) {
            facts.add("a storm rages: stay at a fire or at home");
        } else if (village.weather().isStormForecast(village.tick())) {
            long begins = village.weather().stormStart(village.tick());
            facts.add("a storm comes on day " + Calendar.day(begins) + " at about "
                    + Calendar.hour(begins) + ":00; until then the storehouse should hold wood "
                    + village.needed(Resource.WOOD) + ", berries "
                    + village.needed(Resource.BERRIES) + ", bread "
                    + village.needed(Resource.BREAD));
        }
        if (mVillager.get(agent).ill) {
            facts.add("you are ill: let the healer know");
        }
        Position at = mPosition.get(agent);
        if (village.wolf().distance(at.x, at.y) < IN_SIGHT) {
            facts.add("you see a wolf");
        }
    }

    /** Describes who nearby already knows the villager's facts. */
    private void addWhoKnows(int agent, List<String> facts) {
        IntBag listeners = mConversation.get(agent).active
                ? mConversation.get(agent).partners
                : mSenses.get(agent).nearby;
        for (Fact fact : lore.facts()) {
            if (!fact.isKnownBy(mMemory.get(agent))) {
                continue;
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < listeners.size(); i++) {
                if (fact.isKnownBy(mMemory.get(listeners.get(i)))) {
                    names.add(mPersona.get(listeners.get(i)).name);
                }
            }
            if (!names.isEmpty()) {
                facts.add("who knows of the " + fact.kind() + " already: "
                        + String.join(", ", names));
            }
        }
    }

    private String plots() {
        int bare = 0;
        int ripe = 0;
        for (FieldPlot fieldPlot : village.buildings().fieldPlots()) {
            bare += fieldPlot.bare() ? 1 : 0;
            ripe += fieldPlot.ripe() ? 1 : 0;
        }
        int growing = village.buildings().fieldPlots().size() - bare - ripe;
        return "bare " + bare + ", growing " + growing + ", ripe " + ripe;
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        for (Building building : village.buildings().wanted()) {
            options.add("a " + building.label() + " takes wood " + building.wood() + " and stone "
                    + building.stone());
        }
        return options;
    }

    private static String fire(Campfire campfire) {
        if (!campfire.burning()) {
            return "is out";
        }
        return campfire.fuel() < LOW_FUEL ? "burns low" : "burns well";
    }

    private static String growing(ResourcePatch resourcePatch) {
        return resourcePatch.resource().label() + " to gather at the "
                + resourcePatch.place().label() + ": " + resourcePatch.remaining();
    }
}
