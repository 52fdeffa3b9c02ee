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
import dev.triune.village.people.Position;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.people.VillagerProfiles;
import dev.triune.village.talk.Diary;
import dev.triune.village.talk.Talking;
import dev.triune.village.world.Place;
import dev.triune.village.world.Point;
import dev.triune.village.world.Village;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Creates villagers: entities with a mind, needs, a name and a home. */
final class VillagerFactory {
    /** The number of the first elder. */
    private static final int ELDER = 1;

    /**
     * The wear of a villager's first tool compared with that of the previous villager, in pieces of
     * work.
     */
    private static final int TOOL_AGE = 7;

    private final World world;
    private final Village village;
    private final VillagerDirectory people;
    private final VillageFacts lore;
    private final RandomGenerator random;
    private int[] villagerIds = {};

    VillagerFactory(
            World world,
            Village village,
            VillagerDirectory villagerDirectory,
            VillageFacts villageFacts,
            RandomGenerator random) {
        this.world = world;
        this.village = village;
        this.people = villagerDirectory;
        this.lore = villageFacts;
        this.random = random;
    }

    void createVillagers(int count, boolean askModels) {
        villagerIds = new int[count];
        for (int number = 0; number < count; number++) {
            Trade trade = VillagerProfiles.trade(number);
            villagerIds[number] = createVillager(number, trade, askModels);
        }
        teach(VillageFacts.FEAST, Math.min(ELDER, count - 1));
        teach(VillageFacts.RUMOUR, random.nextInt(count));
    }

    /** Adds a youngster from outside the village, and returns it. */
    int addNewcomer(Point from, boolean askModels) {
        int number = villagerIds.length;
        int agent = createVillager(number, Trade.YOUNGSTER, askModels);
        villagerIds = Arrays.copyOf(villagerIds, number + 1);
        villagerIds[number] = agent;
        Position position = world.getMapper(Position.class).get(agent);
        position.x = from.x();
        position.y = from.y();
        return agent;
    }

    /** Restores the villagers of a save, in order of their numbers. */
    void resume(IntBag entities) {
        ComponentMapper<Villager> villagers = world.getMapper(Villager.class);
        ComponentMapper<Persona> personas = world.getMapper(Persona.class);
        villagerIds = new int[entities.size()];
        for (int i = 0; i < villagerIds.length; i++) {
            villagerIds[villagers.get(entities.get(i)).number] = entities.get(i);
        }
        for (int agent : villagerIds) {
            people.add(personas.get(agent).name, agent);
            personas.get(agent).role = villagers.get(agent).trade.label(); // older saves have none
        }
    }

    int[] villagerIds() {
        return villagerIds;
    }

    private int createVillager(int number, Trade trade, boolean asksModels) {
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
        edit.create(Goals.class).add("personal", VillagerProfiles.wish(number));
        edit.create(Memory.class);
        edit.create(Errand.class);
        Villager villager = edit.create(Villager.class);
        villager.number = number;
        villager.trade = trade;
        villager.tool = Villager.TOOL_LASTS - number * TOOL_AGE % Villager.TOOL_LASTS;
        villager.trait = VillagerProfiles.traits(number).get(0);
        villager.otherTrait = VillagerProfiles.traits(number).get(1);
        villager.extraversion = VillagerProfiles.extraversion(number);
        Persona persona = edit.create(Persona.class);
        persona.name = VillagerProfiles.name(number);
        persona.role = trade.label();
        persona.description = VillagerProfiles.description(number, trade);
        Point place = village.home(number);
        Home home = edit.create(Home.class);
        home.x = place.x();
        home.y = place.y();
        wakeUp(edit.create(Needs.class), edit.create(Position.class), place);
        people.add(persona.name, agent);
        return agent;
    }

    /** Adds a fact to the memory of a villager. */
    private void teach(String kind, int number) {
        world.getMapper(Memory.class)
                .get(villagerIds[number])
                .remember(lore.find(kind).orElseThrow().words(), kind, 1, village.tick());
    }

    /** Sets the state of a villager on the first morning: rested, slightly hungry, at home. */
    private void wakeUp(Needs needs, Position position, Point home) {
        needs.hunger = random.nextFloat(0.7f, 1);
        needs.energy = random.nextFloat(0.85f, 1);
        needs.sleepDrive = random.nextFloat(0, 0.1f);
        needs.hasHome = true;
        position.x = Math.min(Place.MAP_SIZE, home.x() + random.nextFloat());
        position.y = Math.min(Place.MAP_SIZE, home.y() + random.nextFloat());
    }
}
