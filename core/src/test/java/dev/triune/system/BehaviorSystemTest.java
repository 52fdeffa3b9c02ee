/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.artemis.Aspect;
import dev.triune.MindListener;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Home;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.Script;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BehaviorSystemTest {
    private final Script gather = new Script();
    private final Script rest = new Script();
    private final Script eat = new Script();
    private final Script flee = new Script();
    private final List<String> told = new ArrayList<>();
    private final TestWorld world = TestWorld.builder()
            .thinking(mindConfig -> mindConfig.smartCalling(false).thinkAhead(false))
            .run("gather", gather)
            .run("rest", rest)
            .run("seek_food", eat)
            .run("flee_danger", flee)
            .only(Aspect.exclude(Home.class))
            .listener(new MindListener() {
                @Override
                public void stepStarted(int agent, Step step) {
                    told.add("started " + step);
                }

                @Override
                public void stepDone(int agent, Step step) {
                    told.add("done " + step);
                }

                @Override
                public void stepFailed(int agent, Step step, String reason) {
                    told.add("failed " + step + ": " + reason);
                }

                @Override
                public void queueDone(int agent) {
                    told.add("queue done");
                }

                @Override
                public void reflexFailed(int agent, String behavior, String reason) {
                    told.add(behavior + " failed: " + reason);
                }
            })
            .build();
    private final int agent = world.agent();

    @Test
    void runsStepFromStartThroughTicksToStop() {
        world.order(agent, "gather");
        world.tick();
        assertThat(gather.calls()).containsExactly("start", "tick");
        assertThat(world.behavior(agent).name).isEqualTo("gather");
        assertThat(world.behavior(agent).priority).isEqualTo(20);
        world.tick();
        gather.then = Progress.DONE;
        world.tick();
        assertThat(gather.calls()).containsExactly("tick", "tick", "stop");
        assertThat(step(0).state).isEqualTo(State.DONE);
        assertThat(told).containsExactly("started gather", "done gather", "queue done");
    }

    @Test
    void failedStepIsStoppedAndTheQueueContinues() {
        gather.then = Progress.failed("no wood");
        world.order(agent, "gather", "rest");
        world.ticks(2);
        assertThat(gather.calls()).containsExactly("start", "tick", "stop");
        assertThat(step(0).state).isEqualTo(State.FAILED);
        assertThat(step(0).reason).isEqualTo("no wood");
        assertThat(rest.calls()).containsExactly("start", "tick");
        assertThat(told)
                .containsExactly("started gather", "failed gather: no wood", "started rest");
    }

    @Test
    void stepThatCannotStartIsStoppedWithoutATick() {
        gather.first = Progress.failed("too dark");
        rest.first = Progress.DONE;
        world.order(agent, "gather", "rest");
        world.ticks(2);
        assertThat(gather.calls()).containsExactly("start", "stop");
        assertThat(rest.calls()).containsExactly("start", "stop");
        assertThat(step(1).state).isEqualTo(State.DONE);
    }

    @Test
    void lastStepCompletesTheTask() {
        gather.then = Progress.DONE;
        rest.then = Progress.DONE;
        world.order(agent, "gather", "rest");
        world.tick();
        assertThat(world.behavior(agent).completed).isFalse();
        world.tick();
        assertThat(world.behavior(agent).completed).isTrue();
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        assertThat(told).endsWith("queue done");
    }

    @Test
    void reflexPausesTheQueueAndTheStepRestartsAfterwards() {
        world.order(agent, "gather", "rest");
        world.ticks(2);
        gather.calls();
        world.needs(agent).hunger = 0.5f;
        world.tick();
        assertThat(gather.calls()).containsExactly("stop");
        assertThat(eat.calls()).containsExactly("start", "tick");
        assertThat(world.queue(agent).pausedBy).isEqualTo("seek_food");
        assertThat(step(0).state).isEqualTo(State.PENDING);
        world.ticks(5);
        world.needs(agent).hunger = 0.9f;
        eat.calls();
        world.tick();
        assertThat(eat.calls()).containsExactly("stop");
        assertThat(gather.calls()).containsExactly("start", "tick");
        assertThat(world.queue(agent).pausedBy).isEmpty();
        assertThat(step(0).state).isEqualTo(State.CURRENT);
        assertThat(told).containsExactly("started gather", "started gather");
    }

    @Test
    void replacingThePlanStopsItsStep() {
        world.tick();
        world.broker.answer(world.broker.last(), new PlanPart.QueueableStep(Step.of("gather")));
        world.tick();
        world.scheduler.resetCooldowns(agent);
        world.ticks(5);
        gather.calls();
        world.broker.answer(world.broker.last(), new PlanPart.QueueableStep(Step.of("rest")));
        world.tick();
        assertThat(gather.calls()).containsExactly("stop");
        assertThat(rest.calls()).containsExactly("start", "tick");
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(world.queue(agent).pausedBy).isEmpty();
    }

    @Test
    void failedReflexIsRetriedAfterTwentyTicks() {
        eat.then = Progress.failed("no food");
        world.needs(agent).hunger = 0.5f;
        world.tick();
        assertThat(eat.calls()).containsExactly("start", "tick", "stop");
        assertThat(told).containsExactly("seek_food failed: no food");
        world.ticks(19);
        assertThat(eat.calls()).isEmpty();
        world.tick();
        assertThat(eat.calls()).containsExactly("start", "tick", "stop");
        assertThat(told).containsExactly("seek_food failed: no food", "seek_food failed: no food");
    }

    @Test
    void otherReflexesDoNotWaitForAFailedOne() {
        eat.then = Progress.failed("no food");
        world.needs(agent).hunger = 0.5f;
        world.ticks(3);
        world.needs(agent).danger = true;
        world.tick();
        assertThat(flee.calls()).containsExactly("start", "tick");
    }

    @Test
    void finishedReflexCompletesTheTask() {
        eat.then = Progress.DONE;
        world.needs(agent).hunger = 0.5f;
        world.tick();
        assertThat(eat.calls()).containsExactly("start", "tick", "stop");
        assertThat(world.behavior(agent).completed).isTrue();
    }

    @Test
    void reflexWithoutRunnerIsLeftToTheGame() {
        world.needs(agent).energy = 0;
        world.ticks(10);
        assertThat(world.behavior(agent).name).isEqualTo("forced_sleep");
    }

    @Test
    void stepFailsAfterTwoThousandFourHundredTicks() {
        world.order(agent, "gather");
        world.tick();
        world.ticks(2_400);
        assertThat(step(0).state).isEqualTo(State.CURRENT);
        world.tick();
        assertThat(step(0).state).isEqualTo(State.FAILED);
        assertThat(step(0).reason).isEqualTo("it took longer than 120 s");
        assertThat(gather.running()).isZero();
    }

    @Test
    void stepWithoutRunnerFailsWithAReason() {
        world.order(agent, "dance", "rest");
        world.ticks(2);
        assertThat(step(0).reason).isEqualTo("nobody can do it");
        assertThat(step(1).state).isEqualTo(State.CURRENT);
        assertThat(told)
                .containsExactly("started dance", "failed dance: nobody can do it", "started rest");
    }

    @Test
    void stepReplacesAPastimeButNotViceVersa() {
        world.ticks(100);
        assertThat(world.behavior(agent).name).isEqualTo("wander");
        world.order(agent, "gather");
        world.ticks(500);
        assertThat(world.behavior(agent).name).isEqualTo("gather");
        assertThat(told).containsExactly("started gather");
    }

    @Test
    void deletingTheAgentStopsItsStep() {
        world.order(agent, "gather");
        world.tick();
        world.world.delete(agent);
        world.tick();
        assertThat(gather.calls()).containsExactly("start", "tick", "stop");
    }

    @Test
    void excludingTheAgentStopsItsStepAndItRestartsLater() {
        world.order(agent, "gather");
        world.tick();
        world.world.getMapper(Home.class).create(agent);
        world.ticks(3);
        assertThat(gather.calls()).containsExactly("start", "tick", "stop");
        assertThat(world.behavior(agent).name).isEqualTo(Behavior.IDLE);
        world.world.getMapper(Home.class).remove(agent);
        world.tick();
        assertThat(gather.calls()).containsExactly("start", "tick");
    }

    @Test
    void rejectsSecondRunnerForAName() {
        MindPlugin plugin =
                new MindPlugin(world.broker, TestWorld.ACTIONS).runner("gather", gather);
        assertThatIllegalArgumentException().isThrownBy(() -> plugin.runner("gather", rest));
    }

    private QueuedStep step(int place) {
        return world.queue(agent).wholePlan().get(place);
    }
}
