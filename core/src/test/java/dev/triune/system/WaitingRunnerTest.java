/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.action.ActionRunner;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.TestWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runners that say how long they have nothing to do. */
class WaitingRunnerTest {
    private final List<Long> calls = new ArrayList<>();
    private Progress answer = Progress.RUNNING;
    private Progress atStart = Progress.RUNNING;
    private double measure = Double.NaN;
    private final ActionRunner<Step> runner = new ActionRunner<Step>() {
        @Override
        public Progress start(int id, Step step) {
            return atStart;
        }

        @Override
        public Progress tick(int id, Step step) {
            calls.add(world.clock.tick());
            return answer;
        }

        @Override
        public double progress(int id, Step step) {
            return measure;
        }
    };
    private final TestWorld world = TestWorld.builder()
            .run("rest", runner)
            .run("short", (id, step) -> Progress.DONE)
            .run("seek_food", runner)
            .watchdog(new Watchdog(Duration.ofSeconds(2), Duration.ofSeconds(5), 8))
            .build();
    private final BehaviorSystem acting = world.world.getSystem(BehaviorSystem.class);
    private final int agent = world.agent();

    /** Begins a step whose first call is in the tick that follows. */
    private void begin(Progress says) {
        answer = says;
        world.tick();
        world.order(agent, "rest");
    }

    @Test
    void runnerIsCalledAgainInTheNamedTick() {
        begin(Progress.until(12));
        world.ticks(20);
        assertThat(calls).startsWith(2L, 12L, 13L).hasSize(2 + 9);
    }

    @Test
    void runnerNamingAPastTickIsCalledInTheNextTick() {
        begin(Progress.until(0));
        world.ticks(3);
        assertThat(calls).containsExactly(2L, 3L, 4L);
    }

    @Test
    void waitMayStartWithTheStep() {
        atStart = Progress.until(9);
        begin(Progress.DONE);
        world.ticks(20);
        assertThat(calls).containsExactly(9L);
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.DONE);
    }

    @Test
    void signalEndsAWait() {
        begin(Progress.untilSignal());
        world.ticks(10);
        assertThat(calls).containsExactly(2L);
        acting.signal(agent);
        world.ticks(5);
        assertThat(calls).containsExactly(2L, 12L);
        acting.signal(agent + 1_000); // no agent
        world.tick();
    }

    @Test
    void markingTheAgentDirtyEndsAWait() {
        begin(Progress.untilSignal());
        world.ticks(10);
        world.scheduler.markDirty(agent);
        world.tick();
        assertThat(calls).containsExactly(2L, 12L);
    }

    @Test
    void orderReplacesAWaitingStep() {
        begin(Progress.untilSignal());
        world.ticks(5);
        world.decisions.order(agent, List.of(Step.of("short")));
        world.tick();
        assertThat(world.plan(agent)).containsExactly("short");
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.DONE);
    }

    @Test
    void reflexInterruptsAWaitingStepAtOnce() {
        begin(Progress.untilSignal());
        world.ticks(5);
        world.needs(agent).hunger = 0.1f;
        world.tick();
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.PENDING);
        assertThat(calls).containsExactly(2L, 7L); // now for the reflex
        world.ticks(3);
        assertThat(calls).hasSize(2); // which waits, too
        world.needs(agent).hunger = 1;
        world.ticks(2);
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.CURRENT);
    }

    @Test
    void watchdogFailsStepThatWaitsTooLong() {
        begin(Progress.untilSignal());
        world.ticks(101);
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.CURRENT);
        world.tick();
        assertThat(world.queue(agent).wholePlan().get(0).reason)
                .isEqualTo("it took longer than 5 s");
    }

    @Test
    void watchdogFailsStepThatWaitsWithoutProgress() {
        measure = 1;
        begin(Progress.untilSignal());
        world.ticks(40);
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.CURRENT);
        world.tick();
        assertThat(world.queue(agent).wholePlan().get(0).reason).isEqualTo("no progress for 2 s");
    }

    @Test
    void reusesIdOfAgentDeletedWhileWaiting() {
        begin(Progress.until(30));
        world.ticks(3);
        world.world.delete(agent);
        world.tick();
        int next = world.agent();
        assertThat(next).isEqualTo(agent);
        world.tick();
        world.order(next, "rest");
        world.tick();
        assertThat(calls).containsExactly(2L, world.clock.tick());
    }

    @Test
    void clockSetBackByALoadEndsAWait() {
        begin(Progress.until(90));
        world.ticks(50);
        world.clock.resume(10);
        world.tick();
        assertThat(calls).containsExactly(2L, 11L);
    }

    @Test
    void rejectsNegativeTick() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Progress.until(-1))
                .withMessage("tick -1 (expected 0 or more: GameClock.tick() plus a number)");
    }
}
