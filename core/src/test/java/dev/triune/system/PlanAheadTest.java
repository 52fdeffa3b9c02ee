/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The plan made ahead: when it is requested, used and wasted. */
class PlanAheadTest {
    private final List<String> told = new ArrayList<>();
    private final Set<String> over = new HashSet<>();
    private boolean treeStands = true;
    private final TestWorld world = TestWorld.builder()
            .actions(ActionCatalog.builder()
                    .action("dig", "dig")
                    .action("chop", "fell a tree")
                    .action("rest", "sit down")
                    .action("greet", "say hello")
                    .require("chop", "a standing tree", (agent, step) -> treeStands)
                    .selfActions()
                    .build())
            .withoutReflexes()
            .run("dig", this::untilOver)
            .run("chop", this::untilOver)
            .run("rest", this::untilOver)
            .run("greet", this::untilOver)
            .listener(new MindListener() {
                @Override
                public void nextPlanStarted(int agent, int steps) {
                    told.add("moved up " + steps);
                }

                @Override
                public void nextPlanDropped(int agent, int steps, String reason) {
                    told.add("ahead dropped " + steps + ": it " + reason);
                }

                @Override
                public void queueDone(int agent) {
                    told.add("queue done");
                }
            })
            .build();
    private final int agent = world.agent();
    private boolean gone;

    private Progress untilOver(int who, Step step) {
        return over.contains(step.type()) ? Progress.DONE : Progress.RUNNING;
    }

    @AfterEach
    void theSumsAgree() {
        MindStats decisionStats = world.decisionStats();
        long open = gone
                ? 0
                : world.queue(agent).ahead().size()
                        + world.queue(agent).steps.stream()
                                .filter(queued -> !queued.finished())
                                .count();
        assertThat(decisionStats.steps().queued())
                .as("queued is done, failed, dropped or still in a queue")
                .isEqualTo(decisionStats.steps().done()
                        + decisionStats.steps().failed()
                        + decisionStats.steps().dropped()
                        + open);
    }

    @Test
    void nextPlanIsRequestedOnlyDuringTheLastStep() {
        world.tick();
        answer(world.broker.last(), "dig", "rest");
        world.scheduler.resetCooldowns(agent);
        world.ticks(50);
        assertThat(world.broker.asked()).as("one step is still to come").hasSize(1);
        over.add("dig");
        world.ticks(10);
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.scheduler.stats().requests().plannedAhead()).isEqualTo(1);
    }

    @Test
    void nextPlanStartsInTheTickInWhichTheQueueEnds() {
        answer(askedAhead(), "rest", "greet");
        world.ticks(3);
        assertThat(world.plan(agent)).containsExactly("dig");
        assertThat(ahead()).containsExactly("rest", "greet");
        over.add("dig");
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertThat(world.plan(agent)).containsExactly("rest", "greet");
        assertThat(ahead()).isEmpty();
        assertThat(told).containsExactly("moved up 2", "queue done");
        assertAhead(1, 0);
    }

    @Test
    void staleNextPlanIsDroppedAndCountedAsWasted() {
        answer(askedAhead(), "chop", "rest");
        treeStands = false;
        over.add("dig");
        world.tick();
        assertThat(ahead()).isEmpty();
        assertThat(world.behavior(agent).completed).as("a new plan is due").isTrue();
        assertThat(told).containsExactly("ahead dropped 2: it needs a standing tree", "queue done");
        assertThat(world.mind(agent).troubles())
                .containsExactly(
                        "the plan that you had made ahead was given up: it needs a standing tree");
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(2);
        assertAhead(0, 1);
    }

    @Test
    void talkerStepsPrecedeTheNextPlan() {
        answer(askedAhead(), "rest");
        world.conversation(agent).active = true;
        world.ticks(6);
        answer(world.broker.last(), "greet");
        assertThat(world.plan(agent)).containsExactly("dig", "greet");
        assertThat(ahead()).containsExactly("rest");
        over.add("dig");
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("greet");
        over.add("greet");
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertAhead(1, 0);
    }

    @Test
    void replacedNextPlanIsCountedAsWasted() {
        answer(askedAhead(), "rest", "greet");
        world.ticks(1_300); // past what smart calling leaves alone: its needs are met
        Asked fresh = world.broker.last();
        assertThat(world.broker.asked()).hasSize(3);
        answer(fresh, "chop");
        assertThat(world.plan(agent)).containsExactly("chop");
        assertThat(ahead()).isEmpty();
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(3);
        assertAhead(0, 1);
    }

    @Test
    void nextPlanOfADeletedAgentIsCountedAsWasted() {
        answer(askedAhead(), "rest", "greet");
        world.world.delete(agent);
        world.tick();
        gone = true;
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(3);
        assertAhead(0, 1);
    }

    @Test
    void nextPlanStreamedAcrossTheQueueEndKeepsItsOrder() {
        Asked asked = askedAhead();
        assertThat(world.broker.grant(asked)).isPresent();
        world.broker.deliver(asked, ordered("rest"));
        world.tick();
        assertThat(ahead()).containsExactly("rest");
        over.add("dig");
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        world.broker.answer(asked, ordered("greet"), ordered("chop"));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("rest", "greet", "chop");
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.CURRENT);
        assertThat(world.queue(agent).steps.get(0).starts).isEqualTo(1);
        assertThat(ahead()).isEmpty();
        assertThat(world.decisionStats().steps().dropped()).isZero();
        assertAhead(1, 0);
    }

    @Test
    void nextPlanContinuesIfItsFirstStepEndsBeforeTheSecondArrives() {
        Asked asked = askedAhead();
        assertThat(world.broker.grant(asked)).isPresent();
        world.broker.deliver(asked, ordered("rest"));
        over.addAll(List.of("dig", "rest"));
        world.ticks(3);
        assertThat(world.behavior(agent).idle()).isTrue();
        world.broker.answer(asked, ordered("greet"));
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("greet");
        assertThat(world.decisionStats().steps().done()).isEqualTo(2);
        assertAhead(1, 0);
    }

    @Test
    void nextPlanArrivingAfterTheQueueEndStartsAtOnce() {
        Asked asked = askedAhead();
        assertThat(world.broker.grant(asked)).isPresent();
        over.add("dig");
        world.ticks(3);
        world.broker.answer(asked, ordered("rest"));
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertAhead(1, 0);
    }

    @Test
    void nextPlanWithoutStepsIsCountedAsWasted() {
        Asked asked = askedAhead();
        assertThat(world.broker.grant(asked)).isPresent();
        world.broker.answer(asked, new PlanPart.SpokenText("I shall see."));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("dig");
        assertAhead(0, 1);
    }

    @Test
    void sleepOrderedAheadAppliesOnceThatPlanRuns() {
        answer(askedAhead(), SelfActions.SLEEP_UNTIL_QUEUE_COMPLETE, "rest");
        assertThat(world.queue(agent).undisturbed).isFalse();
        assertThat(world.queue(agent).undisturbedAhead).isTrue();
        over.add("dig");
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertThat(world.queue(agent).undisturbed).isTrue();
        assertThat(world.queue(agent).undisturbedAhead).isFalse();
        over.add("rest");
        world.tick();
        assertThat(world.queue(agent).undisturbed).isFalse();
    }

    @Test
    void sleepOrderEndsWithItsPlan() {
        Asked asked = askedAhead();
        assertThat(world.broker.grant(asked)).isPresent();
        over.add("dig");
        world.ticks(3);
        world.broker.answer(
                asked, ordered(SelfActions.SLEEP_UNTIL_QUEUE_COMPLETE), ordered("greet"));
        world.tick();
        assertThat(world.queue(agent).undisturbed).isTrue();
        over.add("greet");
        world.ticks(3);
        assertThat(world.queue(agent).undisturbed).isFalse();
        assertThat(world.queue(agent).undisturbedAhead).isFalse();
    }

    @Test
    void cancellingThePlanAlsoDropsTheNextPlan() {
        answer(askedAhead(), "rest");
        world.conversation(agent).active = true;
        world.ticks(6);
        answer(world.broker.last(), SelfActions.CANCEL_PLAN);
        assertThat(world.plan(agent)).isEmpty();
        assertThat(ahead()).isEmpty();
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(2);
        assertAhead(0, 1);
    }

    @Test
    void nextPlanLeavesOutTheRunningStepThatItBeginsWith() {
        answer(askedAhead(), "dig", "rest", "greet");
        assertThat(ahead()).containsExactly("rest", "greet");
        over.add("dig");
        world.ticks(2);
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertAhead(1, 0);
    }

    @Test
    void nextPlanLeavesOutTheStepThatRanAlsoIfThatEndsBeforeTheAnswer() {
        Asked asked = askedAhead();
        assertThat(world.broker.grant(asked)).isPresent();
        over.add("dig");
        world.ticks(3);
        world.broker.deliver(asked, ordered("dig"));
        world.ticks(3);
        assertThat(world.behavior(agent).idle()).isTrue();
        world.broker.answer(asked, ordered("rest"));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(world.decisionStats().steps().done()).isEqualTo(1);
    }

    @Test
    void planThatCannotBeginIsRefusedWhenItIsReadAndAskedForOnceMore() {
        treeStands = false;
        world.tick();
        answer(world.broker.last(), "chop");
        assertThat(world.plan(agent)).isEmpty();
        world.ticks(6);
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.broker.grant(world.broker.last()).orElseThrow().text())
                .contains("your last answer was of no use: chop: needs a standing tree");
        world.broker.answer(world.broker.last(), ordered("chop"), ordered("rest"));
        world.tick();
        assertThat(world.plan(agent)).as("the rest is done").containsExactly("rest");
    }

    @Test
    void runningStepAloneIsTheNextPlan() {
        answer(askedAhead(), "dig");
        assertThat(ahead()).containsExactly("dig");
        assertAhead(0, 0);
    }

    @Test
    void newPlanThatBeginsWithTheRunningStepGoesOnWithWhatIsDone() {
        world.tick();
        answer(world.broker.last(), "dig", "rest");
        world.queue(agent).next().done = 5;
        world.ticks(1_300);
        answer(world.broker.last(), "dig", "greet");
        assertThat(world.plan(agent)).containsExactly("dig", "greet");
        assertThat(world.queue(agent).next().done).isEqualTo(5);
    }

    @Test
    void requestsNothingDuringTheLastStepWithoutThinkAhead() {
        TestWorld patient = TestWorld.builder()
                .withoutReflexes()
                .thinking(mindConfig -> mindConfig.thinkAhead(false))
                .run("long", (who, step) -> Progress.RUNNING)
                .build();
        int one = patient.agent();
        patient.tick();
        patient.broker.answer(patient.broker.last(), ordered("long"));
        patient.tick();
        patient.scheduler.resetCooldowns(one);
        patient.ticks(1_000);
        assertThat(patient.broker.asked()).hasSize(1);
    }

    private List<String> ahead() {
        return world.queue(agent).ahead().stream()
                .map((QueuedStep queued) -> queued.step.type())
                .toList();
    }

    private void assertAhead(int used, int wasted) {
        assertThat(world.decisionStats().plans().nextUsed()).as("used").isEqualTo(used);
        assertThat(world.decisionStats().plans().nextWasted()).as("wasted").isEqualTo(wasted);
    }

    /** The agent digs, which is its last step, and is asked what comes after it. */
    private Asked askedAhead() {
        world.tick();
        answer(world.broker.last(), "dig");
        world.scheduler.resetCooldowns(agent);
        world.ticks(6);
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.scheduler.stats().requests().plannedAhead()).isEqualTo(1);
        return world.broker.last();
    }

    private void answer(Asked asked, String... types) {
        assertThat(world.broker.grant(asked)).isPresent();
        for (String type : types) {
            world.broker.deliver(asked, ordered(type));
        }
        world.broker.answer(asked);
        world.tick();
    }

    private static PlanPart ordered(String type) {
        return new PlanPart.QueueableStep(Step.of(type));
    }
}
