/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The steps of an answer whose rest will not come leave the queue, and nothing else does. */
class WithdrawnStepsTest {
    private final TestWorld world = TestWorld.thinkingOnly();
    private final int agent = world.agent();

    private BehaviorQueue queue() {
        return world.world.getMapper(BehaviorQueue.class).get(agent);
    }

    private static PlanPart.QueueableStep step(String type) {
        return new PlanPart.QueueableStep(Step.of(type));
    }

    private void breakOff(Asked asked) {
        assertThat(world.broker.grant(asked)).isPresent();
        world.broker.deliver(asked, step("rest"));
        world.tick();
        assertThat(queue().steps.toString()).contains("rest");
        world.broker.end(asked, new Outcome.Cancelled(false));
        world.tick();
        assertThat(queue().steps.toString()).doesNotContain("rest");
    }

    @Test
    void undisturbedPlanStaysUndisturbedWhenTheTalkersStepsGo() {
        world.tick();
        world.decisions.order(agent, List.of(Step.of("long")));
        queue().undisturbed = true;
        world.conversation(agent).active = true;
        world.ticks(6);
        Asked talk = world.broker.last();
        assertThat(talk.request().layer()).isEqualTo("talker");
        breakOff(talk);
        assertThat(queue().steps.toString()).contains("long");
        assertThat(queue().undisturbed).isTrue();
    }

    @Test
    void undisturbedEndsWithThePlanThatAskedForIt() {
        world.tick();
        Asked plan = world.broker.last();
        assertThat(world.broker.grant(plan)).isPresent();
        world.broker.deliver(plan, step("long"));
        world.tick();
        queue().undisturbed = true;
        world.broker.end(plan, new Outcome.Cancelled(false));
        world.tick();
        assertThat(queue().steps).isEmpty();
        assertThat(queue().undisturbed).isFalse();
    }
}
