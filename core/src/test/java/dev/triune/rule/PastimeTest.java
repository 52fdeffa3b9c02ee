/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import dev.triune.component.Behavior;
import dev.triune.component.Home;
import dev.triune.fixture.TestWorld;
import org.junit.jupiter.api.Test;

class PastimeTest {
    private final TestWorld world =
            TestWorld.builder().withoutScheduling().withoutActing().build();

    @Test
    void agentWandersAfterAHundredIdleTicks() {
        int agent = world.agent();
        world.ticks(99);
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("wander");
        assertThat(world.behavior(agent).priority).isEqualTo(10);
    }

    @Test
    void agentExploresAfterTwoHundredTicksOfWandering() {
        int agent = world.agent();
        world.ticks(100);
        world.ticks(199);
        assertThat(world.behavior(agent).name).isEqualTo("wander");
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("explore");
        assertThat(world.behavior(agent).priority).isEqualTo(15);
    }

    @Test
    void endOfExploringIsNotACompletedTask() {
        int agent = world.agent();
        world.ticks(500);
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertThat(world.behavior(agent).completed).isFalse();
    }

    @Test
    void idleTimeOfNewAgentStartsWhenItAppears() {
        world.ticks(5_000);
        int agent = world.agent();
        world.ticks(99);
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("wander");
    }

    @Test
    void needInterruptsAPastime() {
        int agent = world.agent();
        world.ticks(100);
        world.needs(agent).sleepDrive = 0.75f;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("seek_sleep");
        assertThat(world.behavior(agent).priority).isEqualTo(30);
    }

    @Test
    void stepIsInterruptedByHungerButNotByBoredom() {
        int agent = world.agent();
        Behavior behavior = world.behavior(agent);
        behavior.begin(
                "gather", Behavior.Origin.STEP, Behavior.STEP_PRIORITY, true, world.clock.tick());
        world.ticks(1_000);
        assertThat(behavior.name).isEqualTo("gather");
        world.needs(agent).hunger = 0.59f;
        world.tick();
        assertThat(behavior.name).isEqualTo("seek_food");
        assertThat(behavior.priority).isEqualTo(40);
    }

    @Test
    void uninterruptibleStepContinues() {
        int agent = world.agent();
        Behavior behavior = world.behavior(agent);
        behavior.begin(
                "ritual", Behavior.Origin.STEP, Behavior.STEP_PRIORITY, false, world.clock.tick());
        world.needs(agent).hunger = 0;
        world.tick();
        assertThat(behavior.name).isEqualTo("ritual");
    }

    @Test
    void excludedAgentHasNoReflexes() {
        TestWorld without = TestWorld.builder().only(Aspect.exclude(Home.class)).build();
        int agent = without.agent();
        without.world.getMapper(Home.class).create(agent);
        without.needs(agent).energy = 0;
        without.tick();
        assertThat(without.behavior(agent).name).isEqualTo(Behavior.IDLE);
    }
}
