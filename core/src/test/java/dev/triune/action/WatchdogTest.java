/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Steps without progress, and plans that fail one after the other. */
class WatchdogTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private double way = 10;
    private double speed;
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .run("rest", new ActionRunner<Step>() {
                @Override
                public Progress tick(int agent, Step step) {
                    way -= speed;
                    return way <= 0 ? Progress.DONE : Progress.RUNNING;
                }

                @Override
                public double progress(int agent, Step step) {
                    return way;
                }
            })
            .run("short", (agent, step) -> Progress.failed("no luck"))
            .run("long", (agent, step) -> Progress.DONE)
            .build();
    private final int agent = world.agent();

    @Test
    void stepFailsAfterTwoHundredTicksWithoutProgress() {
        world.order(agent, "rest");
        world.ticks(200);
        assertThat(step().state).isEqualTo(State.CURRENT);
        world.ticks(2);
        assertThat(step().state).isEqualTo(State.FAILED);
        assertThat(step().reason).isEqualTo("no progress for 10 s");
    }

    @Test
    void slowStepWithProgressDoesNotFail() {
        speed = 0.01;
        world.order(agent, "rest");
        world.ticks(999);
        assertThat(step().state).isEqualTo(State.CURRENT);
        world.ticks(3);
        assertThat(step().state).isEqualTo(State.DONE);
    }

    @Test
    void eachFailedPlanDoublesTheWaitForTheNext() {
        long last = 0;
        long[] waits = new long[8];
        for (int i = 0; i < waits.length; i++) {
            long asked = answerNext("short");
            waits[i] = asked - last;
            last = asked;
        }
        assertThat(waits[1]).isEqualTo(400);
        assertThat(waits[2]).isEqualTo(800);
        assertThat(waits[5]).isEqualTo(6_400);
        assertThat(waits[7]).as("never more than 32 cooldowns").isEqualTo(6_400);
        assertThat(world.scheduler.timeUntilReady(agent, Layer.EXECUTOR))
                .isGreaterThan(Duration.ofMinutes(5));
        answerNext("long");
        assertThat(world.mind(agent).setbacks).isZero();
        assertThat(answerNext("long") - world.clock.tick()).isLessThanOrEqualTo(0);
    }

    @Test
    void rejectsInvalidLimits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Watchdog(Duration.ZERO, MINUTE, 1))
                .withMessage("stalled PT0S (expected more than zero)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Watchdog(MINUTE, MINUTE.negated(), 1))
                .withMessage("longest PT-1M (expected more than zero)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Watchdog(MINUTE, MINUTE, 0))
                .withMessage("maxStarts 0 (expected 1 or more)");
    }

    /** Waits for the next request, answers it with a plan of one step, and returns its tick. */
    private long answerNext(String type) {
        int before = world.broker.asked().size();
        while (world.broker.asked().size() == before) {
            world.tick();
            assertThat(world.clock.tick()).isLessThan(100_000);
        }
        long asked = world.clock.tick();
        assertThat(world.broker.grant(world.broker.last())).isPresent();
        world.broker.answer(world.broker.last(), new PlanPart.QueueableStep(Step.of(type)));
        world.tick();
        return asked;
    }

    private QueuedStep step() {
        return world.queue(agent).wholePlan().get(0);
    }
}
