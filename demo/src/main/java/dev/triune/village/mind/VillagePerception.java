/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.village.people.Fact;
import dev.triune.village.people.Position;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Building;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.FieldPlot;
import dev.triune.village.world.Resource;
import dev.triune.village.world.ResourcePatch;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.List;

/** Describes a villager's surroundings in words: counts are exact, and no id is shown. */
public final class VillagePerception implements Perception {
    private static final float IN_SIGHT = 12;
    private static final int LOW_FUEL = 4 * Campfire.TICKS_PER_WOOD;

    private final Village village;
    private final VillageFacts lore = new VillageFacts();

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Memory> mMemory;

    /** Creates the perception of a village. Artemis fills in the mappers. */
    public VillagePerception(Village village) {
        this.village = village;
    }

    @Override
    public Surroundings perceive(int agent) {
        return new Surroundings(describeMoment(), nearby(agent), facts(agent)).options(options());
    }

    private String describeMoment() {
        long tick = village.tick();
        return "It is day " + Calendar.day(tick) + ", " + Calendar.time(tick) + ", "
                + Calendar.phase(tick).label() + ".";
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
        facts.add("you carry: " + mVillager.get(agent).carries);
        facts.add("the fire at the square " + fire(village.campfires().get(0)));
        facts.add("buildings with those under way: " + village.describeBuildings());
        facts.add("plots of the field: " + plots());
        facts.add("the storehouse has room for " + village.storageCapacity() + " of each thing");
        dangers(agent, facts);
        describeWhoKnows(agent, facts);
        for (Resource resource : Resource.values()) {
            village.patch(resource).ifPresent(resourcePatch -> facts.add(growing(resourcePatch)));
        }
        return facts;
    }

    /** What threatens, and what is to be done about it. */
    private void dangers(int agent, List<String> facts) {
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
        Position at = mPosition.get(agent);
        if (village.wolf().distance(at.x, at.y) < IN_SIGHT) {
            facts.add("you see a wolf");
        }
    }

    /** Whom of those here it need not tell what it knows. */
    private void describeWhoKnows(int agent, List<String> facts) {
        IntBag here = mConversation.get(agent).active
                ? mConversation.get(agent).partners
                : mSenses.get(agent).nearby;
        for (Fact fact : lore.facts()) {
            if (!fact.isKnownBy(mMemory.get(agent))) {
                continue;
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < here.size(); i++) {
                if (fact.isKnownBy(mMemory.get(here.get(i)))) {
                    names.add(mPersona.get(here.get(i)).name);
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
        for (FieldPlot fieldPlot : village.fieldPlots()) {
            bare += fieldPlot.bare() ? 1 : 0;
            ripe += fieldPlot.ripe() ? 1 : 0;
        }
        int growing = village.fieldPlots().size() - bare - ripe;
        return "bare " + bare + ", growing " + growing + ", ripe " + ripe;
    }

    private static List<String> options() {
        List<String> options = new ArrayList<>();
        for (Building building : Building.values()) {
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
