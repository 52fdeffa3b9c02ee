/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.World;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.Tier;
import dev.triune.market.Components.Person;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Stall;
import dev.triune.market.Components.Walk;
import dev.triune.market.Components.Wolf;
import java.util.SplittableRandom;

/** Creates the entities of a new game: stalls, people, the player, and wolves when night falls. */
final class Population {
    private static final String[][] STALLS = {
        {"the bakery", "rye bread and plum cake"}, {"the fishmonger", "trout and smoked eel"},
        {"the cheese stall", "goat cheese"}, {"the flower stall", "marigolds"},
        {"the potter", "jugs and bowls"}, {"the fruit stall", "apples and pears"},
        {"the weaver", "wool and blankets"}, {"the tinker", "pots, pans and needles"},
        {"the fountain", "fresh water"},
    };
    private static final float[][] PLACES = {
        {9, 29}, {24.5f, 29}, {39.5f, 29}, {55, 29}, {9, 19}, {55, 19}, {15, 9}, {49, 9}, {32, 18},
    };
    private static final int[] AWNINGS = {
        0xc8553dff, 0x3d7ea6ff, 0xd9a441ff,
        0xa05195ff, 0x7a8450ff, 0xb5403aff,
        0x4a6fa5ff, 0x8d6a9fff, 0,
    };
    private static final String[] NAMES = {
        "Mira", "Tomas", "Edda", "Jonas", "Lia", "Bruno", "Hanna", "Oskar", "Vera", "Piet",
        "Anouk", "Felix", "Greta", "Ivo", "Klara", "Leon", "Nela", "Otto", "Paula", "Rafael",
        "Selma", "Theo", "Ulla", "Viktor", "Wanda", "Yara", "Zeno", "Agnes", "Bela", "Cora",
    };
    private static final String[] TRADES = {
        "baker", "fisher", "shepherd", "gardener", "potter",
        "farmer", "weaver", "tinker", "carter", "teacher",
        "miller", "singer", "carpenter", "healer", "innkeeper",
    };
    private static final String[] TRAITS = {
        "cheerful and curious", "shy but kind", "proud and quick-tempered",
        "a dreamer", "thrifty and sharp-eyed", "a gossip with a good heart",
    };
    private static final int[] SHIRTS = {
        0xb5483fff, 0x3f6fa0ff, 0x5b8c5aff, 0xc9973aff,
        0x7d5a8cff, 0x3c8d8dff, 0xa8694aff, 0x59636eff,
    };
    private static final int[] HAIRS = {0x3b2a20ff, 0x6b4a2bff, 0xc79a4bff, 0x8c8580ff, 0x1f1c1cff};
    private static final int[] SKINS = {0xf0c8a0ff, 0xd9a57aff, 0xa8714aff, 0x7a4d33ff};

    private final String playerName;

    Population(String playerName) {
        this.playerName = playerName;
    }

    /** Fills a new world. */
    void addAll(World world) {
        for (int i = 0; i < STALLS.length; i++) {
            int stall = world.create();
            world.edit(stall).create(Position.class).at(PLACES[i][0], PLACES[i][1]);
            Stall what = world.edit(stall).create(Stall.class);
            what.name = STALLS[i][0];
            what.wares = STALLS[i][1];
            what.awning = AWNINGS[i];
        }
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < NAMES.length; i++) {
            float x = (float) random.nextDouble(6, MarketWorld.WIDTH - 6);
            float y = (float) random.nextDouble(4, MarketWorld.HEIGHT - 10);
            String trade = TRADES[i % TRADES.length];
            int person = addBody(world, NAMES[i], trade, x, y, i);
            addMind(world, person)
                    .named(NAMES[i], "A " + trade + ", " + TRAITS[i % TRAITS.length] + ".");
        }
        int you = addBody(world, playerName, "traveller", 32, 13, 2);
        world.edit(you).create(Player.class).name = playerName;
        world.getMapper(Walk.class).get(you).speed = 4.5f;
        world.getMapper(Person.class).get(you).shirt = 0xe8e2d0ff;
    }

    /** Adds a wolf at the eastern edge. */
    void addWolf(World world, int number) {
        int wolf = world.create();
        world.edit(wolf).create(Position.class).at(MarketWorld.WIDTH - 1.5f, 8 + 9 * number);
        world.edit(wolf).create(Walk.class).speed = 3.2f;
        world.edit(wolf).create(Wolf.class);
        addMind(world, wolf).named("the wolf", "A hungry wolf, shy of people who come close.");
    }

    private int addBody(World world, String name, String trade, float x, float y, int look) {
        int body = world.create();
        world.edit(body).create(Position.class).at(x, y);
        world.edit(body).create(Walk.class);
        Person person = world.edit(body).create(Person.class);
        person.name = name;
        person.trade = trade;
        person.shirt = SHIRTS[look % SHIRTS.length];
        person.hair = HAIRS[look % HAIRS.length];
        person.skin = SKINS[look % SKINS.length];
        return body;
    }

    /** Makes an agent: what it needs to think. Everything else comes from the feeds. */
    private static Persona addMind(World world, int body) {
        world.edit(body).create(Mind.class).tier(Tier.FULL);
        world.edit(body).create(Needs.class);
        return world.edit(body).create(Persona.class);
    }
}
