/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Goals;
import dev.triune.component.Goals.Goal;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Deed;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Goals that an agent has reached or given up leave its list, and are remembered. */
class GoalEndTest {
    private static final String WELL = "build a well that outlasts you";

    private Progress rest = Progress.RUNNING;

    private final TestWorld world = TestWorld.builder()
            .actions(ActionCatalog.builder().action("rest", "sit").selfActions().build())
            .run("rest", resting())
            .withoutReflexes()
            .build();
    private final int agent = world.agent();

    private ActionRunner<Step> resting() {
        return new ActionRunner<>() {
            @Override
            public Progress start(int who, Step step) {
                return rest;
            }

            @Override
            public Progress tick(int who, Step step) {
                return rest;
            }
        };
    }

    private void answer(String goal, String how) {
        answer(ended(goal, how), new PlanPart.QueueableStep(Step.of("rest")));
    }

    private void answer(PlanPart... parts) {
        world.scheduler.resetCooldowns(agent);
        world.ticks(10);
        Asked asked = world.broker.last();
        world.broker.grant(asked);
        world.broker.answer(asked, parts);
        world.ticks(2);
    }

    private static PlanPart ended(String goal, String how) {
        return new PlanPart.QueueableStep(Step.of(SelfActions.END_GOAL)
                .with(SelfActions.GOAL, goal)
                .with(SelfActions.HOW, how));
    }

    private Goals goals() {
        Goals goals = world.goals(agent);
        goals.add("personal", WELL);
        goals.addOwn("social", "win the heart of Oren");
        return goals;
    }

    private String deeds() {
        return world.world.getMapper(Journal.class).get(agent).deeds.stream()
                .filter(deed -> deed.kind == Deed.Kind.EVENT)
                .map(deed -> deed.note)
                .collect(Collectors.joining("; "));
    }

    @Test
    void aReachedGoalIsGoneAndRemembered() {
        Goals goals = goals();
        answer("Build a well", SelfActions.REACHED);
        assertThat(goals.goals)
                .extracting(goal -> goal.description)
                .doesNotContain(WELL)
                .hasSize(1);
        assertThat(deeds()).isEqualTo("you reached your goal: " + WELL);
    }

    @Test
    void aGoalThatThePlanReachesIsReachedWhenItsStepsAreDone() {
        Goals goals = goals();
        answer(new PlanPart.QueueableStep(Step.of("rest")), ended(WELL, SelfActions.REACHED));
        assertThat(goals.goals).hasSize(2);
        rest = Progress.DONE;
        world.ticks(2);
        assertThat(goals.goals).hasSize(1);
        assertThat(deeds()).isEqualTo("you reached your goal: " + WELL);
    }

    @Test
    void aGoalThatTheNextPlanCallsReachedIsReachedWhenTheLastStepIsDone() {
        Goals goals = goals();
        answer(new PlanPart.QueueableStep(Step.of("rest")));
        answer(ended(WELL, SelfActions.REACHED), new PlanPart.QueueableStep(Step.of("rest")));
        assertThat(goals.goals).hasSize(2);
        rest = Progress.DONE;
        world.ticks(3);
        assertThat(goals.goals).hasSize(1);
    }

    @Test
    void aGoalIsNotReachedByAPlanThatFails() {
        Goals goals = goals();
        answer(new PlanPart.QueueableStep(Step.of("rest")), ended(WELL, SelfActions.REACHED));
        rest = Progress.failed("a wolf came");
        world.ticks(2);
        assertThat(goals.goals).hasSize(2);
        assertThat(deeds()).isEmpty();
    }

    @Test
    void whatIsOrderedBeforeThePlanIsGivenUpIsStillDone() {
        answer(
                new PlanPart.QueueableStep(Step.of("rest")),
                new PlanPart.QueueableStep(Step.of(SelfActions.CANCEL_PLAN)),
                new PlanPart.QueueableStep(Step.of("rest")));
        assertThat(world.queue(agent).steps)
                .filteredOn(step -> !step.finished())
                .hasSize(2);
    }

    @Test
    void aGoalGivenUpIsGoneAndRemembered() {
        Goals goals = goals();
        answer("win the heart of Oren", SelfActions.GIVEN_UP);
        assertThat(goals.goals).extracting(goal -> goal.description).containsExactly(WELL);
        assertThat(deeds()).isEqualTo("you gave up your goal: win the heart of Oren");
    }

    @Test
    void anotherGoalIsRefusedWithThoseThatThereAre() {
        Goals goals = goals();
        answer("fly", SelfActions.REACHED);
        assertThat(goals.goals).hasSize(2);
        assertThat(world.mind(agent).troubles().toString()).contains("you have no such goal", WELL);
    }

    @Test
    void aBeginningOfTwoGoalsEndsNeither() {
        Goals goals = new Goals();
        goals.goals.add(new Goal("", "find the axe"));
        goals.goals.add(new Goal("", "find the key"));
        assertThat(goals.end("find the")).isNull();
        assertThat(goals.end("find the key of the tower")).isEqualTo("find the key");
        assertThat(goals.goals).hasSize(1);
    }
}
