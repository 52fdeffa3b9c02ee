/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each counter of the scheduler counts each event once. */
class SchedulerCountersTest {
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .run("long", (agent, step) -> Progress.RUNNING)
            .build();

    @Test
    void countersStartAtZero() {
        assertThat(world.scheduler.stats().requests().selections().values()).containsOnly(0L);
        assertThat(world.scheduler.stats().requests().meanUrgency()).isZero();
    }

    @Test
    void countsSelectionsByLayerAndMeanUrgency() {
        int starving = world.agent();
        int talking = world.agent();
        world.agent();
        world.needs(starving).hunger = 0.1f;
        world.conversation(talking).active = true;
        world.ticks(6);
        assertThat(world.scheduler.stats().requests().selections())
                .isEqualTo(Map.of(Layer.AUTONOMIC, 1L, Layer.TALKER, 1L, Layer.EXECUTOR, 1L));
        assertThat(world.scheduler.stats().requests().meanUrgency()).isEqualTo((10 + 8 + 5) / 3.0);
    }

    @Test
    void countsEachTickOfCooldownAsBlocked() {
        world.agent();
        world.tick();
        world.broker.answer(world.broker.last(), new PlanPart.Thought("hm"));
        assertThat(world.scheduler.stats().requests().blockedByCooldown()).isZero();
        world.ticks(50);
        assertThat(world.scheduler.stats().requests().blockedByCooldown()).isEqualTo(50);
        assertThat(world.scheduler.stats().requests().selections(Layer.EXECUTOR))
                .isEqualTo(1);
    }

    @Test
    void waitingRequestIsNotCountedAsBlocked() {
        world.agent();
        world.ticks(50);
        assertThat(world.scheduler.stats().requests().blockedByCooldown()).isZero();
    }

    @Test
    void supersededRequestIsCountedOnceAndNotAsUnusedGrant() {
        int agent = world.agent();
        world.tick();
        world.conversation(agent).active = true;
        world.ticks(50);
        assertThat(world.scheduler.stats().requests().superseded()).isEqualTo(1);
        assertThat(world.scheduler.stats().requests().unusedGrants()).isZero();
    }

    @Test
    void countsOnlyReturnedGrantsAsUnused() {
        int agent = world.agent();
        world.tick();
        world.behavior(agent).asleep = true;
        assertThat(world.broker.grant(world.broker.last())).isEmpty();
        assertThat(world.scheduler.stats().requests().unusedGrants()).isEqualTo(1);
        world.behavior(agent).asleep = false;
        world.ticks(6);
        assertThat(world.broker.grant(world.broker.last())).isPresent();
        assertThat(world.scheduler.stats().requests().unusedGrants()).isEqualTo(1);
    }

    @Test
    void countsNextPlanAndPeriodicCallsSeparately() {
        int agent = world.agent();
        world.tick();
        world.broker.answer(world.broker.last(), new PlanPart.QueueableStep(Step.of("long")));
        world.ticks(250);
        assertThat(world.scheduler.stats().requests().plannedAhead()).isEqualTo(1);
        assertThat(world.scheduler.stats().requests().periodic()).isZero();
        world.broker.answer(world.broker.last(), new PlanPart.QueueableStep(Step.of("long")));
        world.needs(agent).hunger = 0.65f;
        world.ticks(2_000);
        assertThat(world.scheduler.stats().requests().periodic()).isZero();
        world.mind(agent).lastPeriodic -= 6_000;
        world.ticks(2);
        assertThat(world.scheduler.stats().requests().periodic()).isEqualTo(1);
        assertThat(world.scheduler.stats().requests().plannedAhead()).isEqualTo(1);
        assertThat(world.scheduler.stats().requests().selections(Layer.EXECUTOR))
                .isEqualTo(3);
    }
}
