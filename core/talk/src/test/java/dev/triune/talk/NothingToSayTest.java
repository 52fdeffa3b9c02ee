/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.World;
import dev.triune.component.Conversation;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.fixture.IdleAgents;
import dev.triune.system.MindPlugin;

/** With conversations enabled and players present but silent, nothing is allocated either. */
class NothingToSayTest extends IdleAgents {
    @Override
    protected void setUp(MindPlugin minds) {
        minds.with(new Conversations());
    }

    @Override
    protected void equip(World world, int agent) {
        world.getMapper(Conversation.class).create(agent);
        world.getMapper(Memory.class).create(agent);
        world.getMapper(Persona.class).create(agent).named("Agent " + agent, "a villager");
        int player = world.create();
        world.getMapper(Player.class).create(player).name = "Player " + agent;
    }
}
