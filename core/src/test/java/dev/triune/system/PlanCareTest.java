/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindStats;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans and second tries must not get lost, truncated or replace the plan that they follow. */
class PlanCareTest {
    private static final PlanPart NONSENSE = new PlanPart.RejectedStep("unknown", "no such action");

    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .routine(new Routine() {
                @Override
                public List<Step> fallback(int agent) {
                    return List.of(Step.of("rest"));
                }
            })
            .run("long", (agent, step) -> Progress.RUNNING)
            .run("rest", (agent, step) -> Progress.RUNNING)
            .run("short", (agent, step) -> Progress.DONE)
            .build();
    private final int agent = world.agent();
    private final Mind mind = world.mind(agent);

    @Test
    void secondTryOfNextPlanIsStillQueuedAhead() {
        Asked ahead = askedAhead();
        world.broker.answer(ahead, NONSENSE);
        world.ticks(7);
        Asked second = world.broker.last();
        assertThat(second).isNotSameAs(ahead);
        assertThat(world.broker.grant(second)).isPresent();
        world.broker.answer(second, step("rest"));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("long");
        assertThat(world.queue(agent).ahead()).hasSize(1);
        assertThat(world.behavior(agent).name).isEqualTo("long");
    }

    @Test
    void interveningTalkKeepsTheSecondTry() {
        answer(asked(), NONSENSE);
        world.conversation(agent).active = true;
        world.ticks(6);
        Asked talk = world.broker.last();
        assertThat(talk.request().layer()).isEqualTo("talker");
        assertThat(mind.secondTry).isEqualTo(Layer.EXECUTOR);
        answer(talk, new PlanPart.SpokenText("Hello."));
        world.conversation(agent).active = false;
        world.ticks(6);
        assertThat(world.broker.last().request().layer()).isEqualTo("executor");
    }

    @Test
    void supersededSecondTryIsStillDue() {
        answer(asked(), NONSENSE);
        world.ticks(6);
        Asked second = world.broker.last();
        assertThat(mind.secondTry).isNull();
        world.conversation(agent).active = true;
        world.ticks(7);
        assertThat(world.broker.last()).isNotSameAs(second);
        assertThat(mind.secondTry).isEqualTo(Layer.EXECUTOR);
    }

    @Test
    void routineTakesOverAfterAFailedSecondTry() {
        answer(asked(), NONSENSE);
        world.ticks(6);
        world.broker.end(
                world.broker.last(),
                new Outcome.Failed(FailureCode.UNREACHABLE, "cannot reach it", false));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(world.decisionStats().answers().fallbacks()).isEqualTo(1);
    }

    @Test
    void remainderOfCancelledNextPlanIsRefused() {
        Asked ahead = askedAhead();
        world.broker.deliver(ahead, step("rest"));
        world.tick();
        assertThat(world.queue(agent).ahead()).hasSize(1);
        world.world.getSystem(DecisionApplySystem.class).cancelPlan(agent);
        world.broker.answer(ahead, step("short"));
        world.ticks(3);
        assertThat(world.plan(agent)).isEmpty();
        assertThat(world.decisionStats().repairs().refusals())
                .containsEntry("short: the plan was given up", 1L);
        assertThat(world.decisionStats().plans().nextWasted()).isEqualTo(1);
    }

    @Test
    void finishedStepsLeaveRoomForNewOnes() {
        BehaviorQueue queue = world.queue(agent);
        world.order(agent, "short");
        for (int i = 0; i < BehaviorQueue.LIMIT - 1; i++) {
            QueuedStep over = new QueuedStep(Step.of("short"));
            over.state = QueuedStep.State.DONE;
            queue.steps.add(0, over);
        }
        queue.steps.get(queue.steps.size() - 1).step = Step.of("long");
        world.ticks(2);
        Asked ahead = world.broker.last();
        answer(ahead, step("rest"), step("rest"));
        assertThat(queue.ahead()).hasSize(2);
        assertThat(world.decisionStats().repairs().refused()).isZero();
    }

    @Test
    void statsCountPlansEnqueuedAndCancelledByTheGame() {
        world.tick();
        DecisionApplySystem apply = world.world.getSystem(DecisionApplySystem.class);
        assertThat(apply.enqueue(agent, List.of(Step.of("short"), Step.of("long"))))
                .isEqualTo(2);
        world.ticks(3);
        assertThat(world.behavior(agent).name).isEqualTo("long");
        apply.cancelPlan(agent);
        world.tick();
        MindStats decisionStats = world.decisionStats();
        assertThat(decisionStats.steps().queued()).isEqualTo(2);
        assertThat(decisionStats.steps().done()).isEqualTo(1);
        assertThat(decisionStats.steps().dropped()).isEqualTo(1);
        assertThat(decisionStats.toString()).contains("done=1", "dropped=1");
        assertThat(apply.enqueue(agent, Collections.nCopies(40, Step.of("long"))))
                .isEqualTo(BehaviorQueue.LIMIT);
    }

    /** The request for the next plan while the last step of this one runs. */
    private Asked askedAhead() {
        answer(asked(), step("long"));
        world.scheduler.resetCooldowns(agent);
        world.ticks(6);
        Asked ahead = world.broker.last();
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.broker.grant(ahead)).isPresent();
        return ahead;
    }

    private Asked asked() {
        world.tick();
        return world.broker.last();
    }

    private void answer(Asked asked, PlanPart... parts) {
        assertThat(world.broker.grant(asked)).isPresent();
        world.broker.answer(asked, parts);
        world.tick();
    }

    private static PlanPart step(String type) {
        return new PlanPart.QueueableStep(Step.of(type));
    }
}
