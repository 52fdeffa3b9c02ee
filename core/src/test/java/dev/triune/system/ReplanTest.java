/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import org.junit.jupiter.api.Test;

/** A game has an agent think now, and lets a tenant pay for it. */
class ReplanTest {
    private final TestWorld world =
            TestWorld.builder().run("long", (agent, step) -> Progress.RUNNING).build();
    private final int agent = world.agent();

    @Test
    void agentThinksInTheSameTickInSpiteOfPlanAndCooldown() {
        giveLongPlan();
        int before = world.broker.asked().size();

        assertThat(world.scheduler.replan(agent)).isTrue();
        assertThat(world.broker.asked()).hasSize(before + 1);
        assertThat(world.broker.last().request().layer()).isEqualTo(Layer.EXECUTOR.label());
        assertThat(world.queue(agent).next()).isNull();
    }

    @Test
    void agentThatTalksThinksAfterwards() {
        giveLongPlan();
        world.conversation(agent).active = true;

        assertThat(world.scheduler.replan(agent)).isFalse();
        world.ticks(5);
        assertThat(world.broker.last().request().layer()).isEqualTo(Layer.TALKER.label());
        world.broker.answer(world.broker.last());
        world.conversation(agent).active = false;
        world.ticks(10);
        assertThat(world.broker.last().request().layer()).isEqualTo(Layer.EXECUTOR.label());
    }

    @Test
    void requestsOfAWorldHaveItsTenant() {
        FakeBroker broker = new FakeBroker();
        World paid = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TestWorld.ACTIONS).tenant("castle"))
                .build());
        TestWorld.agentIn(paid);
        for (int i = 0; i < 40; i++) {
            paid.process();
        }

        assertThat(broker.asked())
                .isNotEmpty()
                .allMatch(asked -> asked.request().tenant().equals("castle"));
    }

    private void giveLongPlan() {
        while (world.broker.asked().isEmpty()) {
            world.tick();
        }
        Asked asked = world.broker.last();
        world.broker.grant(asked);
        world.broker.answer(asked, new PlanPart.QueueableStep(Step.of("long")));
        world.ticks(3);
        assertThat(world.queue(agent).next()).isNotNull();
    }
}
