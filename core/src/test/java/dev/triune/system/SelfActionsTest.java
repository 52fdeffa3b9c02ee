/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Goals;
import dev.triune.component.Goals.Goal;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.rule.StandardSelectionRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Actions of an agent on itself take effect at once and are not steps. */
class SelfActionsTest {
    private final List<String> aims = new ArrayList<>();
    private boolean busy = true;
    private final TestWorld world = TestWorld.builder()
            .actions(ActionCatalog.builder()
                    .action("work", "work")
                    .action("rest", "sit down")
                    .selfActions()
                    .build())
            .withoutReflexes()
            .run("work", (agent, step) -> Progress.DONE)
            .run("rest", (agent, step) -> busy ? Progress.RUNNING : Progress.DONE)
            .listener(new MindListener() {
                @Override
                public void goalSet(int agent, String description) {
                    aims.add(description);
                }
            })
            .build();
    private final int agent = world.agent();

    @Test
    void goalsAreRecordedButAreNotSteps() {
        answer(asked(), goal());
        assertThat(world.goals(agent).goals)
                .singleElement()
                .extracting((Goal goal) -> goal.description)
                .isEqualTo("find a cat");
        assertThat(aims).containsExactly("find a cat");
        assertNoStepWasQueued();
    }

    @Test
    void newPrioritiesReplaceTheOldOnes() {
        world.goals(agent).prioritize("sleep");
        answer(
                asked(),
                ordered(Step.of(SelfActions.SET_PRIORITIES)
                        .with(SelfActions.ORDER, "food, then work")));
        assertThat(world.goals(agent).priorities).containsExactly("food", "then work");
        assertNoStepWasQueued();
    }

    @Test
    void goalActionsAreHarmlessWithoutGoalsComponent() {
        world.world.edit(agent).remove(Goals.class);
        answer(
                asked(),
                goal(),
                ordered(Step.of(SelfActions.SET_PRIORITIES).with(SelfActions.ORDER, "food")),
                ordered(Step.of("rest")));
        assertThat(aims).containsExactly("find a cat");
        assertThat(world.plan(agent)).containsExactly("rest");
    }

    @Test
    void sleepingAgentIsNotCalledUntilItsQueueIsComplete() {
        answer(asked(), ordered(Step.of("rest")), sleep(), ordered(Step.of("rest")));
        assertThat(world.queue(agent).undisturbed).isTrue();
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.OTHERWISE);
        world.ticks(8_000 - 2_400 * 2); // within what one step may take
        assertThat(world.broker.asked()).hasSize(1);
        busy = false;
        world.ticks(3);
        assertThat(world.queue(agent).undisturbed).isFalse();
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void sleepActionMayPrecedeTheSteps() {
        answer(asked(), sleep(), ordered(Step.of("rest")), ordered(Step.of("rest")));
        assertThat(world.plan(agent)).hasSize(2);
        assertThat(world.queue(agent).undisturbed).isTrue();
    }

    @Test
    void cancelPlanDropsThePlanAndIdlesTheAgent() {
        answer(asked(), ordered(Step.of("rest")), ordered(Step.of("rest")));
        world.scheduler.resetCooldowns(agent);
        world.conversation(agent).active = true;
        world.ticks(6);
        answer(world.broker.last(), ordered(Step.of(SelfActions.CANCEL_PLAN)));
        assertThat(world.plan(agent)).isEmpty();
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(2);
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(2);
    }

    @Test
    void finishedStepsOfCancelledPlanAreNotCountedAsDropped() {
        answer(asked(), ordered(Step.of("work")), ordered(Step.of("rest")));
        world.tick();
        assertThat(world.queue(agent).wholePlan())
                .extracting(queued -> queued.state)
                .containsExactly(State.DONE, State.CURRENT);
        world.conversation(agent).active = true;
        world.ticks(6);
        answer(world.broker.last(), ordered(Step.of(SelfActions.CANCEL_PLAN)));
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(1);
        assertSums();
    }

    @Test
    void stepsAfterCancelPlanBecomeTheNewPlan() {
        answer(asked(), ordered(Step.of("rest")), ordered(Step.of("rest")));
        world.conversation(agent).active = true;
        world.ticks(6);
        answer(
                world.broker.last(),
                ordered(Step.of(SelfActions.CANCEL_PLAN)),
                ordered(Step.of("rest")));
        assertThat(world.plan(agent)).containsExactly("rest");
        assertSums();
    }

    private void assertNoStepWasQueued() {
        assertThat(world.plan(agent)).isEmpty();
        assertThat(world.decisionStats().steps().queued()).isZero();
        assertThat(world.decisionStats().repairs().refused()).isZero();
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
    }

    private void assertSums() {
        MindStats decisionStats = world.decisionStats();
        long open = world.queue(agent).ahead().size()
                + world.queue(agent).steps.stream()
                        .filter(queued -> !queued.finished())
                        .count();
        assertThat(decisionStats.steps().queued())
                .isEqualTo(decisionStats.steps().done()
                        + decisionStats.steps().failed()
                        + decisionStats.steps().dropped()
                        + open);
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

    private static PlanPart goal() {
        return ordered(Step.of(SelfActions.SET_GOAL).with(SelfActions.DESCRIPTION, "find a cat"));
    }

    private static PlanPart sleep() {
        return ordered(Step.of(SelfActions.SLEEP_UNTIL_QUEUE_COMPLETE));
    }

    private static PlanPart ordered(Step step) {
        return new PlanPart.QueueableStep(step);
    }
}
