/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.component.Tier;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.rule.StandardSelectionRule;
import org.junit.jupiter.api.Test;

/** When a model is called: tiers, periodic calls, and plans that are not disturbed. */
class ModelCallsTest {
    private final TestWorld world = TestWorld.thinkingOnly();

    @Test
    void thrivingAgentKeepsItsPlanForTwelveHundredTicks() {
        int agent = planned();
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.THRIVING);
        world.ticks(1_190);
        assertThat(world.broker.asked()).hasSize(1);
        world.ticks(20);
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void replansAtOnceWithoutSmartCalling() {
        TestWorld eager = TestWorld.builder()
                .thinking(mindConfig -> mindConfig.smartCalling(false))
                .withoutReflexes()
                .withoutActing()
                .build();
        int agent = eager.agent();
        eager.tick();
        answer(eager);
        assertThat(eager.plan(agent)).hasSize(2);
        eager.ticks(210);
        assertThat(eager.broker.asked()).hasSize(2);
    }

    @Test
    void fullTierAgentIsCalledEveryFiveMinutes() {
        int agent = planned();
        world.needs(agent).hunger = 0.65f; // neither critical nor thriving
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.OTHERWISE);
        world.ticks(5_990);
        assertThat(world.broker.asked()).hasSize(1);
        world.ticks(20);
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.scheduler.stats().requests().periodic()).isEqualTo(1);
        assertThat(world.broker.last().request().priority().level()).isEqualTo(3);
        assertThat(world.broker.grant(world.broker.last())).isPresent();
        world.broker.answer(world.broker.last(), new PlanPart.Thought("all is well"));
        world.ticks(5_980);
        assertThat(world.broker.asked()).hasSize(2);
        world.ticks(30);
        assertThat(world.broker.asked()).hasSize(3);
    }

    @Test
    void periodicCallWaitsTwelveHundredTicksAfterADecision() {
        int agent = planned();
        world.needs(agent).hunger = 0.65f;
        world.ticks(5_900);
        world.mind(agent).lastDecision = world.clock.tick();
        world.ticks(1_190);
        assertThat(world.broker.asked()).hasSize(1);
        world.ticks(20);
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void undisturbedAgentIsNotCalledUntilItsQueueIsDone() {
        int agent = planned();
        world.queue(agent).undisturbed = true;
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.OTHERWISE);
        world.ticks(8_000);
        assertThat(world.broker.asked()).hasSize(1);
        world.conversation(agent).active = true;
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.CONVERSATION);
        world.conversation(agent).active = false;
        world.queue(agent).steps.forEach(step -> step.state = QueuedStep.State.DONE);
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.IDLE);
    }

    @Test
    void autonomicTierUsesAModelOnlyAfterPlayerInteraction() {
        int agent = world.agent();
        world.mind(agent).tier = Tier.AUTONOMIC;
        world.ticks(7_000);
        assertThat(world.broker.asked()).isEmpty();
        world.scheduler.playerInteracted(agent);
        world.tick();
        assertThat(world.broker.asked()).hasSize(1);
        world.broker.answer(world.broker.last());
        world.ticks(1_199);
        int within = world.broker.asked().size();
        world.ticks(3_000);
        assertThat(world.broker.asked()).hasSize(within);
        assertThat(world.scheduler.request(agent)).isEmpty();
    }

    @Test
    void lateGrantOfTheAutonomicTierIsReturned() {
        int agent = world.agent();
        world.mind(agent).tier = Tier.AUTONOMIC;
        world.scheduler.playerInteracted(agent);
        world.ticks(2);
        Asked asked = world.broker.last();
        world.ticks(1_300);
        assertThat(world.broker.grant(asked)).isEmpty();
        assertThat(world.scheduler.stats().requests().unusedGrants()).isEqualTo(1);
    }

    @Test
    void sleepingAndDeadAgentsCauseNoCalls() {
        int sleeper = world.agent();
        int dead = world.agent();
        world.behavior(sleeper).asleep = true;
        world.needs(dead).health = 0;
        world.ticks(7_000);
        assertThat(world.broker.asked()).isEmpty();
        assertThat(world.scheduler.request(sleeper)).isEmpty();
        assertThat(world.scheduler.request(dead)).isEmpty();
    }

    @Test
    void agentWithoutModelCausesNoCalls() {
        int agent = world.agent();
        world.mind(agent).usesModel = false;
        world.ticks(7_000);
        assertThat(world.broker.asked()).isEmpty();
        assertThat(world.scheduler.stats().requests().selections(Layer.EXECUTOR))
                .isZero();
    }

    /** An agent that has a plan of two steps and is at none of them. */
    private int planned() {
        int agent = world.agent();
        world.tick();
        answer(world);
        assertThat(world.plan(agent)).hasSize(2);
        return agent;
    }

    private static void answer(TestWorld world) {
        Asked asked = world.broker.last();
        assertThat(world.broker.grant(asked)).isPresent();
        PlanPart step = new PlanPart.QueueableStep(Step.of("rest"));
        world.broker.answer(asked, step, step);
        world.tick();
    }
}
