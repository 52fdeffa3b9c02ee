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
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Orders and cancellations of the game take precedence over earlier requests of any layer. */
class OrderTest {
    private final List<String> spoken = new ArrayList<>();
    private final Set<String> over = new HashSet<>();
    private final TestWorld world = TestWorld.builder()
            .actions(ActionCatalog.builder()
                    .action("dig", "dig")
                    .action("rest", "sit down")
                    .action("guard", "stand guard")
                    .selfActions()
                    .build())
            .run("dig", this::untilOver)
            .run("rest", this::untilOver)
            .run("guard", this::untilOver)
            .withoutReflexes()
            .listener(new MindListener() {
                @Override
                public void spoke(int agent, Layer layer, String text) {
                    spoken.add(text);
                }
            })
            .build();
    private final int agent = world.agent();

    private Progress untilOver(int who, Step step) {
        return over.contains(step.type()) ? Progress.DONE : Progress.RUNNING;
    }

    @AfterEach
    void stepCountsAddUp() {
        MindStats stats = world.decisionStats();
        BehaviorQueue queue = world.queue(agent);
        long left = queue.steps.stream().filter(step -> !step.finished()).count()
                + queue.ahead().size();
        assertThat(stats.steps().done() + stats.steps().failed() + stats.steps().dropped() + left)
                .as(stats.toString())
                .isEqualTo(stats.steps().queued());
    }

    @ParameterizedTest
    @EnumSource(names = {"TALKER", "EXECUTOR"})
    void answerInFlightIsHeardButDoesNotChangeTheOrder(Layer layer) {
        Asked asked = inFlight(layer);
        assertThat(order("guard")).isEqualTo(1);
        world.ticks(20);
        world.broker.answer(
                asked,
                new PlanPart.SpokenText("I rest."),
                new PlanPart.NewGoal("personal", "sleep"),
                step(SelfActions.CANCEL_PLAN),
                step(SelfActions.SLEEP_UNTIL_QUEUE_COMPLETE),
                step("rest"));
        world.ticks(2);
        assertThat(world.plan(agent)).containsExactly("guard");
        assertThat(world.behavior(agent).name).isEqualTo("guard");
        assertThat(world.queue(agent).undisturbed).isFalse();
        assertThat(world.goals(agent).goals).isEmpty();
        assertThat(world.mind(agent).troubles()).as("not the model's fault").isEmpty();
        assertThat(spoken).containsExactly("I rest.");
        assertThat(world.decisionStats().answers().count(AnswerStatus.SUPERSEDED))
                .isEqualTo(1);
        assertThat(world.decisionStats().repairs().refusals())
                .containsEntry("rest: the game gave an order meanwhile", 1L);
    }

    @ParameterizedTest
    @EnumSource(names = {"TALKER", "EXECUTOR"})
    void orderReplacesTheStepsThatHaveArrivedAndTheRestOfTheirAnswer(Layer layer) {
        Asked asked = inFlight(layer);
        world.broker.deliver(asked, step("rest"));
        world.ticks(2);
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        order("guard");
        world.broker.answer(asked, step("dig"));
        world.ticks(2);
        assertThat(world.plan(agent)).containsExactly("guard");
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(1);
    }

    @Test
    void orderCancelsAWaitingRequestForAPlan() {
        world.tick();
        Asked asked = world.broker.last();
        order("guard", "rest");
        assertThat(asked.isEnded()).isTrue();
        world.ticks(100);
        assertThat(world.broker.asked()).as("its order is left alone").hasSize(1);
        assertThat(world.scheduler.isLayerReady(agent, Layer.EXECUTOR)).isTrue();
    }

    @Test
    void talkerThatHasNotBeenAskedYetLearnsOfTheOrder() {
        Asked asked = waiting(Layer.TALKER);
        order("guard");
        world.tick();
        Prompt prompt = world.broker.grant(asked).orElseThrow();
        assertThat(prompt.messages())
                .extracting(Message::text)
                .anyMatch(text -> text.contains("- guard (doing)"));
        world.broker.answer(asked, step("rest"));
        world.ticks(2);
        assertThat(world.plan(agent)).containsExactly("guard", "rest");
    }

    @Test
    void orderDropsTheNextPlan() {
        world.broker.answer(inFlightForTheNextPlan(), step("rest"));
        world.tick();
        assertThat(world.queue(agent).ahead()).hasSize(1);
        order("guard");
        over.add("guard");
        world.ticks(2);
        assertThat(world.queue(agent).ahead()).isEmpty();
        assertThat(world.plan(agent)).containsExactly("guard");
    }

    @Test
    void nextPlanAskedForBeforeAnOrderIsRefused() {
        Asked asked = inFlightForTheNextPlan();
        order("guard");
        world.broker.answer(asked, step("rest"));
        over.add("guard");
        world.ticks(2);
        assertThat(world.queue(agent).ahead()).isEmpty();
        assertThat(world.plan(agent)).containsExactly("guard");
        assertThat(world.decisionStats().answers().count(AnswerStatus.SUPERSEDED))
                .isEqualTo(1);
    }

    @Test
    void orderCancelsTheSecondTryOfAnUnusableAnswer() {
        Asked asked = inFlight(Layer.EXECUTOR);
        world.broker.answer(asked, new PlanPart.RejectedStep("fly", "unknown"));
        world.broker.doWork();
        world.decisions.applyAll();
        assertThat(world.mind(agent).secondTry).isEqualTo(Layer.EXECUTOR);
        order("guard");
        world.ticks(20);
        assertThat(world.broker.asked()).containsExactly(asked);
    }

    // ---- no plan from before a cancellation

    @ParameterizedTest
    @EnumSource(names = {"TALKER", "EXECUTOR"})
    void answerInFlightIsHeardButStartsNoPlanAfterACancellation(Layer layer) {
        Asked asked = inFlight(layer);
        world.decisions.cancelPlan(agent);
        world.broker.answer(
                asked,
                new PlanPart.SpokenText("I rest."),
                new PlanPart.NewGoal("personal", "sleep"),
                step(SelfActions.SLEEP_UNTIL_QUEUE_COMPLETE),
                step("rest"));
        world.ticks(2);
        assertCancelled();
        assertThat(world.goals(agent).goals).isEmpty();
        assertThat(spoken).containsExactly("I rest.");
    }

    @ParameterizedTest
    @EnumSource(names = {"TALKER", "EXECUTOR"})
    void streamedAnswerWithoutAStepYetStartsNoPlanAfterACancellation(Layer layer) {
        Asked asked = inFlight(layer);
        world.broker.deliver(asked, new PlanPart.SpokenText("I rest."));
        world.ticks(2);
        world.decisions.cancelPlan(agent);
        world.broker.deliver(asked, step("rest"));
        world.ticks(2);
        assertThat(world.plan(agent)).isEmpty();
        world.broker.answer(asked, step("dig"));
        world.ticks(2);
        assertCancelled();
    }

    @Test
    void nextPlanAskedForBeforeACancellationIsRefused() {
        Asked asked = inFlightForTheNextPlan();
        world.decisions.cancelPlan(agent);
        world.broker.answer(asked, step("rest"));
        world.ticks(2);
        assertCancelled();
    }

    @Test
    void waitingRequestIsAnsweredAfterACancellation() {
        Asked asked = waiting(Layer.EXECUTOR);
        world.decisions.cancelPlan(agent);
        world.broker.answer(asked, step("rest"));
        world.ticks(2);
        assertThat(world.plan(agent)).as("its prompt was written later").containsExactly("rest");
    }

    private void assertCancelled() {
        assertThat(world.plan(agent)).isEmpty();
        assertThat(world.queue(agent).ahead()).isEmpty();
        assertThat(world.queue(agent).undisturbed).isFalse();
        assertThat(world.mind(agent).troubles()).as("not the model's fault").isEmpty();
        assertThat(world.mind(agent).secondTry).isNull();
        assertThat(world.decisionStats().answers().count(AnswerStatus.SUPERSEDED))
                .isEqualTo(1);
        assertThat(world.decisionStats().repairs().refusals())
                .containsEntry("rest: the plan was given up", 1L);
    }

    // ---- how it is done

    private int order(String... types) {
        return world.decisions.order(
                agent, List.of(types).stream().map(Step::of).toList());
    }

    private Asked waiting(Layer layer) {
        if (layer == Layer.TALKER) {
            world.senses(agent).hear(new Speech("Ann", "Hello!", world.clock.tick()));
        }
        world.tick();
        Asked asked = world.broker.last();
        assertThat(asked.request().layer()).isEqualTo(layer.label());
        return asked;
    }

    private Asked inFlight(Layer layer) {
        Asked asked = waiting(layer);
        assertThat(world.broker.grant(asked)).isPresent();
        world.tick();
        return asked;
    }

    private Asked inFlightForTheNextPlan() {
        world.broker.answer(inFlight(Layer.EXECUTOR), step("dig"));
        world.tick();
        world.scheduler.resetCooldowns(agent);
        world.ticks(6);
        assertThat(world.scheduler.stats().requests().plannedAhead()).isEqualTo(1);
        Asked asked = world.broker.last();
        assertThat(world.broker.grant(asked)).isPresent();
        world.tick();
        return asked;
    }

    private static PlanPart step(String type) {
        return new PlanPart.QueueableStep(Step.of(type));
    }
}
