/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.link.EntityLinkManager;
import com.artemis.utils.IntBag;
import dev.triune.MindPlugin;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** An {@link EntityLinkManager} removes deleted agents from the lists of other agents. */
class EntityLinksTest {
    private final World world = new World(new WorldConfigurationBuilder()
            .with(new EntityLinkManager())
            .with(new MindPlugin(new FakeBroker(), TestWorld.ACTIONS))
            .build());

    private int agent() {
        int agent = world.create();
        world.edit(agent).create(Mind.class);
        world.edit(agent).create(Needs.class);
        world.edit(agent).create(Senses.class);
        world.edit(agent).create(Conversation.class);
        return agent;
    }

    private static int[] ids(IntBag bag) {
        return Arrays.copyOf(bag.getData(), bag.size());
    }

    @Test
    void deletedAgentIsRemovedFromNearbyAndPartners() {
        int mira = agent();
        int oren = agent();
        int ann = agent();
        IntBag nearby = world.getMapper(Senses.class).get(mira).nearby;
        IntBag partners = world.getMapper(Conversation.class).get(mira).partners;
        world.process();
        for (int other : new int[] {oren, ann}) {
            nearby.add(other);
            partners.add(other);
        }
        world.process();
        world.delete(oren);
        world.process();
        world.process();
        assertThat(ids(nearby)).containsExactly(ann);
        assertThat(ids(partners)).containsExactly(ann);
        assertThat(world.getMapper(Mind.class).has(mira)).isTrue();
    }

    @Test
    void neighborThatLosesItsMindStaysNearby() {
        int mira = agent();
        int oren = agent();
        IntBag nearby = world.getMapper(Senses.class).get(mira).nearby;
        nearby.add(oren);
        world.process();
        world.getMapper(Mind.class).remove(oren);
        world.process();
        assertThat(ids(nearby)).containsExactly(oren);
    }
}
