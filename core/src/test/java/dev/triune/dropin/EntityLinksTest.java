/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.link.EntityLinkManager;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.system.MindPlugin;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deleted entities leave the lists of other agents, with an {@link EntityLinkManager} and without.
 */
class EntityLinksTest {
    private final FakeBroker broker = new FakeBroker();
    private World world = new World();

    private void build(boolean links) {
        WorldConfigurationBuilder builder =
                new WorldConfigurationBuilder().with(new MindPlugin(broker, TestWorld.ACTIONS));
        world = new World((links ? builder.with(new EntityLinkManager()) : builder).build());
    }

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

    @ParameterizedTest(name = "with an EntityLinkManager: {0}")
    @ValueSource(booleans = {true, false})
    void deletedAgentIsRemovedFromNearbyAndPartners(boolean links) {
        build(links);
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
    void deletedNeighborDrawsNoCallOfTheTalker() {
        build(false);
        int mira = agent();
        int oren = agent();
        world.process();
        world.getMapper(Senses.class).get(mira).nearby.add(oren);
        world.delete(oren);
        for (int tick = 0; tick < 1_200; tick++) {
            world.process();
        }
        assertThat(broker.asked())
                .extracting(asked -> asked.request().layer())
                .isNotEmpty()
                .containsOnly("executor");
    }

    @Test
    void newEntityWithTheIdOfADeletedOneIsNobodysNeighborOrPartner() {
        build(false);
        int mira = agent();
        int oren = agent();
        Conversation conversation = world.getMapper(Conversation.class).get(mira);
        IntBag nearby = world.getMapper(Senses.class).get(mira).nearby;
        nearby.add(oren);
        conversation.partners.add(oren);
        conversation.restFrom(oren, 1_000);
        world.process();
        world.delete(oren);
        world.process();
        assertThat(agent()).as("a recycled id").isEqualTo(oren);
        world.process();
        assertThat(ids(nearby)).isEmpty();
        assertThat(ids(conversation.partners)).isEmpty();
        assertThat(conversation.restsFrom(oren, 0)).isFalse();

        nearby.add(oren);
        world.process();
        assertThat(ids(nearby)).as("the new one, when it comes near").containsExactly(oren);
    }

    @Test
    void neighborThatLosesItsMindStaysNearby() {
        build(true);
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
