/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.EntityEdit;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Goals;
import dev.triune.component.Home;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.village.people.Body;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Lore;
import dev.triune.village.people.Names;
import dev.triune.village.people.People;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.places.Place;
import dev.triune.village.places.Point;
import dev.triune.village.places.Village;
import dev.triune.village.talk.Diary;
import dev.triune.village.talk.Talking;
import java.util.random.RandomGenerator;

/** Creates the villagers: each an entity with a mind, needs, a name, a home. */
final class Settler {
    /** The number of the first elder. */
    private static final int ELDER = 1;

    /** The number of the first trader. */
    private static final int TRADER = 2;

    private final World world;
    private final Village village;
    private final People people;
    private final Lore lore;
    private final RandomGenerator random;
    private int[] settled = {};

    Settler(World world, Village village, People people, Lore lore, RandomGenerator random) {
        this.world = world;
        this.village = village;
        this.people = people;
        this.lore = lore;
        this.random = random;
    }

    void settle(int count, boolean askModels) {
        settled = new int[count];
        for (int number = 0; number < count; number++) {
            settled[number] = villager(number, askModels);
        }
    }

    /** Finds the villagers of a save, in order of their numbers. */
    void resume(IntBag entities) {
        ComponentMapper<Villager> villagers = world.getMapper(Villager.class);
        ComponentMapper<Persona> personas = world.getMapper(Persona.class);
        settled = new int[entities.size()];
        for (int i = 0; i < settled.length; i++) {
            settled[villagers.get(entities.get(i)).number] = entities.get(i);
        }
        for (int agent : settled) {
            people.add(personas.get(agent).name, agent);
        }
    }

    int[] settled() {
        return settled;
    }

    private int villager(int number, boolean asksModels) {
        int agent = world.create();
        EntityEdit edit = world.edit(agent);
        edit.create(Mind.class).usesModel = asksModels;
        edit.create(Behavior.class);
        edit.create(BehaviorQueue.class);
        edit.create(Senses.class);
        edit.create(Conversation.class);
        edit.create(Body.class);
        edit.create(Talking.class);
        edit.create(Diary.class);
        edit.create(Goals.class).add("personal", Names.wish(number));
        teach(edit.create(Memory.class), number);
        edit.create(Errand.class);
        Villager villager = edit.create(Villager.class);
        villager.number = number;
        villager.trade = Names.trade(number);
        villager.trait = Names.traits(number).get(0);
        villager.otherTrait = Names.traits(number).get(1);
        villager.extraversion = Names.extraversion(number);
        Persona persona = edit.create(Persona.class);
        persona.name = Names.name(number);
        persona.description = Names.description(number);
        Point place = village.home(number);
        Home home = edit.create(Home.class);
        home.x = place.x();
        home.y = place.y();
        wakeUp(edit.create(Needs.class), edit.create(Position.class), place);
        people.add(persona.name, agent);
        return agent;
    }

    /** The first elder alone knows of the feast, and the first trader of the light. */
    private void teach(Memory memory, int number) {
        lore.facts().stream()
                .filter(fact -> number == (fact.kind().equals(Lore.FEAST) ? ELDER : TRADER))
                .forEach(fact -> memory.remember(fact.words(), fact.kind(), 1, village.tick()));
    }

    /** The first morning: rested, not quite full, at the door of the own home. */
    private void wakeUp(Needs needs, Position position, Point home) {
        needs.hunger = random.nextFloat(0.7f, 1);
        needs.energy = random.nextFloat(0.85f, 1);
        needs.sleepDrive = random.nextFloat(0, 0.1f);
        needs.hasHome = true;
        position.x = Math.min(Place.MAP_SIZE, home.x() + random.nextFloat());
        position.y = Math.min(Place.MAP_SIZE, home.y() + random.nextFloat());
    }
}
