/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.fixture.TestWorld;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Agents that the scheduler has not seen for long come back as new. */
class ForgetTest {
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .withoutActing()
            .only(Aspect.exclude(Home.class)) // stands for "far away"
            .build();
    private final int agent = world.agent();

    @Test
    void agentUnseenForFiveMinutesIsReset() {
        remarkable();
        leaveFor(6_000);
        Mind mind = world.mind(agent);
        assertThat(mind.lastInvoked(Layer.TALKER)).isEqualTo(Mind.NEVER);
        assertThat(mind.layerOverride).isNull();
        assertThat(mind.priorityOverride).isZero();
        assertThat(mind.troubles()).isEmpty();
        assertThat(mind.setbacks).isZero();
        assertThat(mind.deferredUntil).isEqualTo(Mind.NEVER);
    }

    @Test
    void agentThatReturnsSoonerIsNotReset() {
        remarkable();
        leaveFor(5_990);
        Mind mind = world.mind(agent);
        assertThat(mind.layerOverride).isEqualTo(Layer.TALKER);
        assertThat(mind.priorityOverride).isEqualTo(3);
        assertThat(mind.troubles()).containsExactly("no wood");
    }

    @Test
    void leavingCancelsTheRequestAndAssignsANewSerial() {
        world.tick();
        long before = world.mind(agent).serial;
        leaveFor(10);
        assertThat(world.broker.cancelled()).hasSize(1);
        assertThat(world.mind(agent).serial).isGreaterThan(before);
    }

    private void remarkable() {
        world.tick();
        world.scheduler.overrideLayer(agent, Layer.TALKER);
        world.scheduler.overridePriority(agent, 3);
        world.scheduler.defer(agent, Duration.ofHours(9));
        world.mind(agent).addTrouble("no wood");
        world.mind(agent).setbacks = 2;
        world.mind(agent).lastInvoked(Layer.TALKER, 1);
    }

    private void leaveFor(int ticks) {
        world.world.edit(agent).create(Home.class);
        world.ticks(ticks);
        world.world.edit(agent).remove(Home.class);
        world.tick();
    }
}
