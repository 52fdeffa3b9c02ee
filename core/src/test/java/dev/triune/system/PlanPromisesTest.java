/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.MindStats;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.PacedModel;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Effects of deaths and other requests on plans. */
class PlanPromisesTest {
    private final List<String> events = new ArrayList<>();
    private final MindListener listener = new MindListener() {
        @Override
        public void spoke(int agent, Layer layer, String text) {
            events.add("spoke " + text);
        }

        @Override
        public void planDropped(int agent, int steps, String reason) {
            events.add("dropped " + steps + ": " + reason);
        }

        @Override
        public void nextPlanStarted(int agent, int steps) {
            events.add("next plan of " + steps);
        }

        @Override
        public void stepDone(int agent, Step step) {
            events.add("done " + step);
        }

        @Override
        public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
            events.add("ended " + outcome.kind());
        }
    };

    private TestWorld world = worldOf(TestWorld.builder());
    private int agent = world.agent();

    private TestWorld worldOf(TestWorld.Builder builder) {
        return builder.listener(listener)
                .run("long", (agent, step) -> Progress.RUNNING)
                .run("rest", (agent, step) -> Progress.RUNNING)
                .run("short", (agent, step) -> Progress.DONE)
                .run("gather", (agent, step) -> Progress.failed("no wood"))
                .build();
    }

    // ---- half a plan is none

    @Test
    void planCancelledWhileStreamingDoesNotContinue() {
        Asked asked = granted();
        world.broker.deliver(asked, step("short"));
        world.ticks(3);
        world.decisions.cancelPlan(agent);
        world.tick();
        world.broker.answer(asked, step("long"));
        world.ticks(2);
        assertThat(world.plan(agent)).isEmpty();
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertSums(world, agent);
    }

    @Test
    void talkThatInterruptsAPlanLeavesTheStepsThatCame() {
        world = worldOf(TestWorld.builder()
                .withoutReflexes()
                .thinking(with -> with.supersedesRunningCalls(true)));
        agent = world.agent();
        Asked asked = granted();
        world.broker.deliver(asked, step("short"), step("long"), step("rest"));
        world.ticks(2);
        assertThat(world.behavior(agent).name).isEqualTo("long");
        world.senses(agent).hear(new Speech("Ann", "Hello!", world.clock.tick()));
        world.ticks(10);
        assertThat(asked.isEnded()).isTrue();
        assertThat(world.plan(agent)).contains("long", "rest");
        assertThat(world.behavior(agent).name).isEqualTo("long");
        assertThat(events).noneMatch(event -> event.startsWith("dropped"));
        assertSums(world, agent);
    }

    // ---- the sums

    @Test
    void stepWhoseRunnerCancelsThePlanIsDroppedOnce() {
        TestWorld[] box = new TestWorld[1];
        world = TestWorld.builder()
                .listener(listener)
                .run("rest", (id, step) -> {
                    box[0].decisions.cancelPlan(id);
                    return Progress.DONE;
                })
                .run("long", (id, step) -> Progress.RUNNING)
                .build();
        box[0] = world;
        agent = world.agent();
        world.broker.answer(granted(), step("rest"), step("long"));
        world.ticks(3);
        MindStats stats = world.decisionStats();
        assertThat(List.of(
                        stats.steps().queued(),
                        stats.steps().done(),
                        stats.steps().dropped()))
                .containsExactly(2L, 0L, 2L);
        assertThat(events).doesNotContain("done rest");
        assertSums(world, agent);
    }

    @Test
    void countsStepsThatTheGameRemovesOrAdds() {
        world.broker.answer(granted(), step("long"), step("rest"));
        world.ticks(2);
        world.queue(agent).steps.clear();
        assertSums(world, agent);
        world.order(agent, "short", "long");
        world.ticks(2);
        assertThat(world.decisionStats().steps().queued()).isEqualTo(4);
        assertThat(world.decisionStats().steps().done()).isEqualTo(1);
        world.queue(agent).steps.set(0, new QueuedStep(Step.of("rest")));
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(3);
        assertSums(world, agent);
    }

    @Test
    void removingTheQueueDropsItsStepsAndIdlesTheAgent() {
        world.broker.answer(granted(), step("long"), step("rest"));
        world.ticks(2);
        world.world.getMapper(BehaviorQueue.class).remove(agent);
        world.tick();
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(2);
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        world.world.getMapper(BehaviorQueue.class).create(agent);
        world.ticks(2);
        assertSums(world, agent);
    }

    @Test
    void replacingTheQueueWithinATickDropsItsSteps() {
        world.broker.answer(granted(), step("long"), step("rest"));
        world.ticks(2);
        world.world.getMapper(BehaviorQueue.class).remove(agent);
        world.world.getMapper(BehaviorQueue.class).create(agent);
        world.ticks(2);
        assertThat(world.decisionStats().steps().dropped()).isEqualTo(2);
        assertSums(world, agent);
    }

    // ---- who carries out and who is told

    @Test
    void gameThatActsItselfReceivesTheNextPlan() {
        world = worldOf(TestWorld.builder().withoutActing());
        agent = world.agent();
        world.broker.answer(granted(), step("rest"));
        world.tick();
        QueuedStep first = world.queue(agent).wholePlan().get(0);
        first.state = QueuedStep.State.CURRENT;
        world.behavior(agent).begin("rest", Behavior.Origin.STEP, 20, true, world.clock.tick());
        world.ticks(400);
        Asked ahead = world.broker.last();
        world.broker.grant(ahead);
        world.broker.answer(ahead, step("long"));
        world.tick();
        assertThat(world.queue(agent).ahead()).hasSize(1);
        first.state = QueuedStep.State.DONE;
        world.behavior(agent).end(true, world.clock.tick());
        world.tick();
        assertThat(world.plan(agent)).containsExactly("long");
        assertThat(world.queue(agent).ahead()).isEmpty();
        assertThat(events).contains("next plan of 1");
        assertThat(world.decisionStats().steps().done()).isEqualTo(1);
        assertSums(world, agent);
    }

    @Test
    void agentExcludedForATickKeepsItsPlan() {
        world = worldOf(TestWorld.builder().withoutReflexes().only(Aspect.exclude(Home.class)));
        agent = world.agent();
        world.broker.answer(granted(), step("long"), step("rest"));
        world.ticks(2);
        world.world.getMapper(Home.class).create(agent);
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertSums(world, agent);
        world.world.getMapper(Home.class).remove(agent);
        world.ticks(2);
        assertThat(world.plan(agent)).contains("long", "rest");
        assertThat(world.behavior(agent).name).isEqualTo("long");
        assertSums(world, agent);
    }

    @Test
    void failureOfAPlanIsReportedToTheExecutorOnly() {
        world = worldOf(TestWorld.builder().withoutReflexes());
        agent = world.agent();
        world.broker.answer(granted(), step("gather"));
        world.ticks(2);
        world.conversation(agent).active = true;
        world.ticks(10);
        Asked talk = world.broker.last();
        assertThat(talk.request().layer()).isEqualTo("talker");
        assertThat(PacedModel.text(world.broker.grant(talk).orElseThrow()))
                .doesNotContain("Last time failed")
                .contains("tried gather, but failed: no wood");
        world.broker.answer(talk, new PlanPart.SpokenText("Nice weather."));
        world.conversation(agent).active = false;
        world.scheduler.resetCooldowns(agent);
        world.ticks(10);
        Asked plan = world.broker.last();
        assertThat(plan.request().layer()).isEqualTo("executor");
        assertThat(PacedModel.text(world.broker.grant(plan).orElseThrow())).contains("no wood");
        world.broker.answer(plan, step("rest"));
        world.tick();
        assertThat(world.mind(agent).troubles()).isEmpty();
    }

    @Test
    void failureOfTalkerStepsIsReportedToTheTalkerOnly() {
        world = worldOf(TestWorld.builder().withoutReflexes());
        agent = world.agent();
        world.conversation(agent).active = true;
        world.broker.answer(granted(), step("gather"));
        world.ticks(2);
        assertThat(world.mind(agent).troubles(Layer.TALKER)).containsExactly("gather: no wood");
        assertThat(world.mind(agent).troubles(Layer.EXECUTOR)).isEmpty();
    }

    // ---- death

    @Test
    void deadAgentNeitherSpeaksNorActsNorHears() {
        world.broker.ignoreCancel();
        Asked asked = granted();
        world.broker.deliver(asked, step("rest"), step("long"));
        world.ticks(2);
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        world.senses(agent).hear(new Speech("Ann", "Hello!", world.clock.tick()));
        world.needs(agent).health = 0;
        world.needs(agent).hunger = 0;
        world.tick();
        assertThat(world.decisions.order(agent, List.of(Step.of("rest")))).isZero();
        assertThat(world.broker.cancelled()).containsExactly(asked.ticket());
        assertThat(events).contains("dropped 2: the agent is dead");
        world.broker.answer(asked, new PlanPart.SpokenText("I feel great."), step("short"));
        world.ticks(300);
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertThat(world.plan(agent)).isEmpty();
        assertThat(events).doesNotContain("spoke I feel great.");
        assertThat(world.senses(agent).heard()).isEmpty();
        assertThat(world.senses(agent).hasNews()).isFalse();
        assertThat(world.decisionStats().answers().count(AnswerStatus.ORPHANED)).isEqualTo(1);
        assertThat(world.broker.asked()).hasSize(1);
        assertSums(world, agent);
        world.needs(agent).health = 1;
        world.needs(agent).hunger = 1;
        world.ticks(300);
        assertThat(world.broker.asked()).as("who lives again thinks again").hasSize(2);
    }

    @Test
    void answerInTheTickOfDeathIsNotSpoken() {
        world = worldOf(TestWorld.builder().withoutReflexes());
        agent = world.agent();
        Asked asked = granted();
        world.needs(agent).health = 0;
        world.broker.answer(asked, new PlanPart.SpokenText("Hm."), step("rest"));
        world.ticks(3);
        assertThat(events).noneMatch(event -> event.startsWith("spoke"));
        assertThat(world.plan(agent)).isEmpty();
    }

    // ---- the end of a world

    @Test
    void disposedWorldCancelsItsRequestsAndReturnsGrants() {
        TestWorld other = worldOf(TestWorld.builder());
        other.agent();
        world.tick();
        Asked waits = world.broker.last();
        int second = world.agent();
        world.ticks(6);
        Asked runs = world.broker.last();
        assertThat(runs).isNotSameAs(waits);
        world.broker.grant(runs);
        world.tick();
        world.broker.ignoreCancel();
        world.broker.deliver(runs, step("long"));
        world.broker.doWork();
        world.world.dispose();
        assertThat(world.broker.cancelled()).contains(waits.ticket(), runs.ticket());
        assertThat(world.broker.grant(waits)).isEmpty();
        world.broker.answer(runs, new PlanPart.SpokenText("Anybody there?"));
        world.broker.doWork();
        assertThat(world.decisionStats().requests().pending()).isZero();
        assertThat(world.decisionStats().requests().pendingUpdates()).isZero();
        assertThat(events).containsExactly("ended CANCELLED", "ended CANCELLED");
        assertThat(world.mind(second).ticket).isZero();
    }

    @Test
    void agentsOfWorldsSharingABrokerHaveUniqueNames() {
        FakeBroker broker = new FakeBroker();
        TestWorld first = worldOf(TestWorld.builder().broker(broker));
        TestWorld second = worldOf(TestWorld.builder().broker(broker));
        TestWorld third = worldOf(TestWorld.builder().broker(broker));
        for (TestWorld each : List.of(second, first, third)) {
            each.agent();
            each.agent();
            each.ticks(10);
        }
        assertThat(broker.asked())
                .extracting(asked -> asked.request().agent())
                .containsExactly(
                        "somebody #1",
                        "somebody #2",
                        "somebody #2.1",
                        "somebody #2.2",
                        "somebody #4.1",
                        "somebody #4.2");
    }

    @Test
    void disposingTheWorldStopsEveryRunnerOnce() {
        world.broker.answer(granted(), step("long"));
        world.ticks(2);
        assertThat(world.world.getMapper(Mind.class).get(agent).ticket).isZero();
        int[] stops = new int[1];
        TestWorld other = TestWorld.builder()
                .run("long", new ActionRunner<Step>() {
                    @Override
                    public Progress tick(int id, Step step) {
                        return Progress.RUNNING;
                    }

                    @Override
                    public void stop(int id, Step step) {
                        stops[0]++;
                    }
                })
                .build();
        other.order(other.agent(), "long");
        other.ticks(3);
        other.world.dispose();
        other.world.dispose();
        assertThat(stops[0]).isEqualTo(1);
    }

    // ---- how it is done

    private Asked granted() {
        world.tick();
        Asked asked = world.broker.last();
        assertThat(world.broker.grant(asked)).isPresent();
        world.tick();
        return asked;
    }

    private static PlanPart step(String type) {
        return new PlanPart.QueueableStep(Step.of(type));
    }

    private static void assertSums(TestWorld world, int agent) {
        MindStats stats = world.decisionStats();
        BehaviorQueue queue = world.queue(agent);
        long left = queue.steps.stream().filter(step -> !step.finished()).count()
                + queue.ahead().size();
        assertThat(stats.steps().done() + stats.steps().failed() + stats.steps().dropped() + left)
                .as(stats.toString())
                .isEqualTo(stats.steps().queued());
    }
}
