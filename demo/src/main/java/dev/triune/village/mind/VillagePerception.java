/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.village.people.Fact;
import dev.triune.village.people.Lore;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.places.Building;
import dev.triune.village.places.Calendar;
import dev.triune.village.places.Fire;
import dev.triune.village.places.Patch;
import dev.triune.village.places.Plot;
import dev.triune.village.places.Resource;
import dev.triune.village.places.Village;
import java.util.ArrayList;
import java.util.List;

/** Puts a villager's surroundings in words: counts are exact, and nothing shows an id. */
public final class VillagePerception implements Perception {
    private static final float IN_SIGHT = 12;
    private static final int LOW_FUEL = 4 * Fire.TICKS_PER_WOOD;

    private final Village village;
    private final Lore lore = new Lore();

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

    /** In that village. Artemis fills in the mappers. */
    public VillagePerception(Village village) {
        this.village = village;
    }

    @Override
    public Surroundings perceive(int agent) {
        return new Surroundings(moment(), nearby(agent), facts(agent)).options(options());
    }

    private String moment() {
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
        facts.add("the fire at the square " + fire(village.fires().get(0)));
        facts.add("buildings with those under way: " + village.buildings());
        facts.add("plots of the field: " + plots());
        facts.add("the storehouse has room for " + village.room() + " of each thing");
        dangers(agent, facts);
        knowers(agent, facts);
        for (Resource resource : Resource.values()) {
            village.patch(resource).ifPresent(patch -> facts.add(growing(patch)));
        }
        return facts;
    }

    /** What threatens, and what is to be done about it. */
    private void dangers(int agent, List<String> facts) {
        if (village.storm()) {
            facts.add("a storm rages: stay at a fire or at home");
        } else if (village.weather().stormComes(village.tick())) {
            long begins = village.weather().stormBegins(village.tick());
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
    private void knowers(int agent, List<String> facts) {
        IntBag here = mConversation.get(agent).active
                ? mConversation.get(agent).partners
                : mSenses.get(agent).nearby;
        for (Fact fact : lore.facts()) {
            if (!knows(agent, fact)) {
                continue;
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < here.size(); i++) {
                if (knows(here.get(i), fact)) {
                    names.add(mPersona.get(here.get(i)).name);
                }
            }
            if (!names.isEmpty()) {
                facts.add("who knows of the " + fact.kind() + " already: "
                        + String.join(", ", names));
            }
        }
    }

    private boolean knows(int agent, Fact fact) {
        for (Episode episode : mMemory.get(agent).episodes) {
            if (episode.kind.equals(fact.kind())) {
                return true;
            }
        }
        return false;
    }

    private String plots() {
        int bare = 0;
        int ripe = 0;
        for (Plot plot : village.plots()) {
            bare += plot.bare() ? 1 : 0;
            ripe += plot.ripe() ? 1 : 0;
        }
        int growing = village.plots().size() - bare - ripe;
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

    private static String fire(Fire fire) {
        if (!fire.burning()) {
            return "is out";
        }
        return fire.fuel() < LOW_FUEL ? "burns low" : "burns well";
    }

    private static String growing(Patch patch) {
        return patch.resource().label() + " to gather at the " + patch.place().label() + ": "
                + patch.left();
    }
}
