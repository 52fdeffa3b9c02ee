/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.World;
import dev.triune.component.Conversation;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.conversation.Conversations;

/** With conversations enabled and players present but silent, nothing is allocated either. */
class NothingToSayTest extends NothingToDoTest {
    @Override
    void setUp(MindPlugin minds) {
        minds.with(new Conversations());
    }

    @Override
    void equip(World world, int agent) {
        world.getMapper(Conversation.class).create(agent);
        world.getMapper(Memory.class).create(agent);
        world.getMapper(Persona.class).create(agent).named("Agent " + agent, "a villager");
        int player = world.create();
        world.getMapper(Player.class).create(player).name = "Player " + agent;
    }
}
