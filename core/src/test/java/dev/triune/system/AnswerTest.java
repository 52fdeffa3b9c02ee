/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the parts of answers are applied to queues, goals and senses. */
class AnswerTest {
    private final List<String> heard = new ArrayList<>();
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .thinking(mindConfig -> mindConfig.smartCalling(false).thinkAhead(false))
            .run("short", (agent, step) -> Progress.DONE)
            .run("long", (agent, step) -> Progress.RUNNING)
            .listener(new MindListener() {
                @Override
                public void stepQueued(
                        int agent, Layer layer, Ticket ticket, Step step, int place) {
                    heard.add("step " + step + " at " + place);
                }

                @Override
                public void stepRefused(int agent, Layer layer, RefusedStep step) {
                    heard.add("refused " + step.type() + ": " + step.reason());
                }

                @Override
                public void spoke(int agent, Layer layer, String text) {
                    heard.add(layer.label() + " spoke " + text);
                }

                @Override
                public void thought(int agent, Layer layer, String text) {
                    heard.add("thought " + text);
                }

                @Override
                public void goalSet(int agent, String description) {
                    heard.add("aimed " + description);
                }

                @Override
                public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
                    heard.add("ended " + outcome.kind());
                }
            })
            .build();

    @Test
    void singleActionBecomesAQueueOfOneStep() {
        int agent = world.agent();
        world.broker.answer(asked(), step("long"));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("long");
        assertThat(world.mind(agent).ticket).isZero();
        assertThat(heard).containsExactly("step long at 0", "ended ANSWERED");
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
    }

    @Test
    void arrayBecomesTheQueueInOrder() {
        int agent = world.agent();
        world.broker.answer(asked(), step("long"), step("short"), step("rest"));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("long", "short", "rest");
    }

    @Test
    void firstStepRunsBeforeTheSecondArrives() {
        int agent = world.agent();
        Asked asked = asked();
        world.broker.deliver(asked, step("short"));
        world.tick();
        assertThat(world.queue(agent).wholePlan())
                .singleElement()
                .satisfies(first -> assertThat(first.state).isEqualTo(QueuedStep.State.DONE));
        world.ticks(5);
        world.broker.answer(asked, step("long"));
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("long");
        assertThat(heard).containsExactly("step short at 0", "step long at 1", "ended ANSWERED");
        assertThat(world.decisionStats().steps().dropped()).isZero();
    }

    @Test
    void countsRefusedStepsAndAppliesTheRest() {
        world.agent();
        PlanPart refused = new PlanPart.RejectedStep("gather", "target is missing");
        world.broker.answer(asked(), refused, step("long"), refused);
        world.tick();
        assertThat(world.decisionStats().repairs().refused()).isEqualTo(2);
        assertThat(world.decisionStats().repairs().refusals())
                .containsExactly(Map.entry("gather: target is missing", 2L));
        assertThat(world.decisionStats().answers().count(AnswerStatus.REPAIRED)).isEqualTo(1);
        assertThat(heard).contains("refused gather: target is missing");
    }

    @Test
    void answerWithoutUsablePartsIsRejected() {
        int agent = world.agent();
        world.broker.answer(
                asked(),
                new PlanPart.RejectedStep("unknown", "no such action"),
                new PlanPart.UnknownKey("mood"),
                new PlanPart.UnreadableRest("no JSON"));
        world.tick();
        assertThat(world.decisionStats().answers().count(AnswerStatus.REJECTED)).isEqualTo(1);
        assertThat(world.decisionStats().answers().unreadable()).isEqualTo(1);
        assertThat(world.decisionStats().answers().unknownKeys()).isEqualTo(1);
        assertThat(world.plan(agent)).isEmpty();
    }

    @Test
    void planIsCappedAtSixteenSteps() {
        int agent = world.agent();
        world.broker.answer(asked(), steps("long", 20));
        world.tick();
        assertThat(world.plan(agent)).hasSize(DecisionApplySystem.STEPS_PER_ANSWER);
        assertThat(world.decisionStats().repairs().refusals())
                .containsEntry("long: the plan is too long", 4L);
    }

    @Test
    void queueIsCappedAtThirtyTwoSteps() {
        int agent = world.agent();
        world.broker.answer(asked(), steps("long", 16));
        world.tick();
        for (int i = 0; i < 2; i++) {
            world.conversation(agent).active = true;
            world.scheduler.resetCooldowns(agent);
            world.scheduler.request(agent);
            world.broker.answer(world.broker.last(), steps("rest", 16));
            world.tick();
        }
        assertThat(world.plan(agent)).hasSize(BehaviorQueue.LIMIT);
        assertThat(world.decisionStats().repairs().refused()).isEqualTo(16);
    }

    @Test
    void newExecutorPlanReplacesTheOldOne() {
        int agent = world.agent();
        world.broker.answer(asked(), step("short"), step("long"), step("rest"));
        world.ticks(3);
        assertThat(world.behavior(agent).name).isEqualTo("long");
        world.scheduler.resetCooldowns(agent);
        world.ticks(5);
        world.broker.answer(world.broker.last(), step("gather"));
        world.tick();
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(2);
        assertThat(world.decisionStats().steps().done()).isEqualTo(1);
        assertThat(world.plan(agent)).containsExactly("gather");
    }

    @Test
    void answerWithoutStepsKeepsTheOldPlan() {
        int agent = world.agent();
        world.broker.answer(asked(), step("long"), step("rest"));
        world.tick();
        world.scheduler.resetCooldowns(agent);
        world.ticks(5);
        world.broker.answer(world.broker.last(), new PlanPart.SpokenText("Still busy."));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("long", "rest");
        assertThat(world.behavior(agent).origin).isEqualTo(Behavior.Origin.STEP);
    }

    @Test
    void talkerStepsPrecedeRemainingSteps() {
        int agent = world.agent();
        world.broker.answer(asked(), step("long"), step("rest"));
        world.tick();
        world.conversation(agent).active = true;
        world.ticks(5);
        Asked talk = world.broker.last();
        assertThat(talk.request().priority().level()).isEqualTo(8);
        world.broker.deliver(talk, step("short"));
        world.tick();
        world.broker.answer(talk, step("gather"));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("long", "short", "gather", "rest");
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(QueuedStep.State.CURRENT);
        assertThat(world.decisionStats().steps().dropped()).isZero();
    }

    @Test
    void goalsReachTheComponentAndSpeechTheListener() {
        int agent = world.agent();
        world.broker.answer(
                asked(),
                new PlanPart.NewGoal("personal", "find a cat"),
                new PlanPart.SpokenText("Here, kitty!"),
                new PlanPart.Thought("cats are nice"));
        world.tick();
        assertThat(world.goals(agent).goals)
                .extracting(goal -> goal.description)
                .containsExactly("find a cat");
        assertThat(heard)
                .containsExactly(
                        "aimed find a cat",
                        "executor spoke Here, kitty!",
                        "thought cats are nice",
                        "ended ANSWERED");
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
    }

    @Test
    void goalsAreLimitedAndUnique() {
        Goals goals = world.goals(world.agent());
        for (String goal : List.of("a", "b", "a", "c", "d", "e", "f")) {
            goals.add("personal", goal);
        }
        assertThat(goals.goals)
                .extracting(goal -> goal.description)
                .containsExactly("b", "c", "d", "e", "f");
    }

    @Test
    void appliesUpdatesOfTheOlderRequestFirst() {
        world.agent();
        world.agent();
        world.ticks(6);
        assertThat(world.broker.asked()).hasSize(2);
        world.broker.answer(world.broker.asked().get(1), new PlanPart.SpokenText("second"));
        world.broker.answer(world.broker.asked().get(0), new PlanPart.SpokenText("first"));
        world.tick();
        assertThat(heard)
                .containsExactly(
                        "executor spoke first",
                        "ended ANSWERED",
                        "executor spoke second",
                        "ended ANSWERED");
    }

    @Test
    void appliesALimitedNumberOfUpdatesPerTick() {
        world.agent();
        world.broker.answer(
                asked(),
                Collections.nCopies(600, new PlanPart.UnknownKey("mood")).toArray(PlanPart[]::new));
        world.tick();
        assertThat(world.decisionStats().answers().unknownKeys())
                .isEqualTo(DecisionContext.UPDATES_PER_TICK);
        assertThat(world.decisionStats().requests().pendingUpdates()).isEqualTo(89);
        world.tick();
        assertThat(world.decisionStats().answers().unknownKeys()).isEqualTo(600);
        assertThat(world.decisionStats().answers().total()).isEqualTo(1);
    }

    private Asked asked() {
        world.tick();
        return world.broker.last();
    }

    private static PlanPart step(String type) {
        return new PlanPart.QueueableStep(Step.of(type));
    }

    private static PlanPart[] steps(String type, int count) {
        return Collections.nCopies(count, step(type)).toArray(PlanPart[]::new);
    }
}
