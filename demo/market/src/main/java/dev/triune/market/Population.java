/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.World;
import com.badlogic.gdx.utils.JsonReader;
import com.badlogic.gdx.utils.JsonValue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.market.Components.Body;
import dev.triune.market.Components.Named;
import dev.triune.market.Components.Wolf;

/** Creates the entities of a new game from {@code town.json}, and wolves at nightfall. */
record Population(World world) {
    void addAll(String player) {
        JsonValue town = new JsonReader().parse(Population.class.getResourceAsStream("/town.json"));
        town.get("stalls").forEach(this::add);
        for (JsonValue person : town.get("people")) {
            addMind(add(person), person.getString("name"), person.getString("is"));
        }
        int you = add(town.get("you"));
        world.edit(you).create(Player.class).name = player;
        world.getMapper(Named.class).get(you).name = player;
    }

    private int add(JsonValue what) {
        int entity = world.create();
        Body body = world.edit(entity).create(Body.class);
        body.at(what.getFloat("x"), what.getFloat("y")).speed = what.getFloat("speed", 0);
        Named named = world.edit(entity).create(Named.class);
        named.name = what.getString("name");
        named.wares = what.getString("sells", "");
        named.look = what.getInt("look");
        return entity;
    }

    /** Adds a wolf beyond the eastern edge. */
    void addWolf(int number) {
        int wolf = world.create();
        world.edit(wolf).create(Body.class).at(MarketWorld.WIDTH + 1, 8 + 9 * number).speed = 3.2f;
        world.edit(wolf).create(Wolf.class);
        addMind(wolf, "the wolf", "A hungry wolf, shy of people who come close.");
    }

    /** Makes an entity an agent. The feeds provide everything else. */
    private void addMind(int body, String name, String description) {
        world.edit(body).create(Mind.class);
        world.edit(body).create(Needs.class);
        world.edit(body).create(Persona.class).named(name, description);
    }
}
