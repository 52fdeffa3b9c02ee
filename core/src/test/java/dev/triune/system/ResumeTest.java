/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.component.Behavior;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.Script;
import dev.triune.fixture.TestWorld;
import org.junit.jupiter.api.Test;

/** Plans interrupted by a reflex are paused, then resumed or dropped, but never endlessly. */
class ResumeTest {
    private boolean treeStands = true;
    private final Script chop = new Script();
    private final TestWorld world = TestWorld.builder()
            .actions(ActionCatalog.builder()
                    .action("chop", "fell a tree", Field.text("what").optional())
                    .action("rest", "sit down")
                    .require("chop", "a standing tree", (agent, step) -> treeStands)
                    .build())
            .withoutScheduling()
            .run("chop", chop)
            .run("rest", (agent, step) -> Progress.RUNNING)
            .run("seek_food", (agent, step) -> Progress.RUNNING)
            .build();
    private final int agent = world.agent();

    @Test
    void planResumesOnceTheNeedIsMet() {
        world.order(agent, "chop", "rest");
        world.tick();
        interrupt();
        assertThat(world.queue(agent).pausedBy).isEqualTo("seek_food");
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.PENDING);
        relieve();
        assertThat(world.behavior(agent).name).isEqualTo("chop");
        assertThat(world.queue(agent).steps.get(0).starts).isEqualTo(2);
        assertThat(world.decisionStats().steps().dropped()).isZero();
    }

    @Test
    void stepStaleAfterInterruptionFailsAloneAndThePlanGoesOn() {
        world.order(agent, "chop", "rest");
        world.tick();
        interrupt();
        treeStands = false;
        relieve();
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.FAILED);
        assertThat(world.queue(agent).wholePlan().get(0).reason).contains("a standing tree");
        assertThat(world.decisionStats().steps().dropped()).isZero();
    }

    @Test
    void stepThatCannotStartFailsAlone() {
        treeStands = false;
        world.order(agent, "chop", "rest");
        world.tick();
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.FAILED);
        assertThat(world.queue(agent).wholePlan().get(0).reason).isEqualTo("needs a standing tree");
        assertThat(world.behavior(agent).name).isEqualTo("rest");
    }

    @Test
    void endlesslyResumedStepFailsAfterEightStarts() {
        world.order(agent, "chop");
        world.tick();
        for (int i = 1; i < Watchdog.DEFAULT.maxStarts(); i++) {
            interrupt();
            relieve();
            assertThat(world.behavior(agent).name).isEqualTo("chop");
        }
        interrupt();
        relieve();
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.FAILED);
        assertThat(world.queue(agent).wholePlan().get(0).reason)
                .isEqualTo("it was interrupted too often");
        assertThat(chop.running()).isZero();
    }

    @Test
    void nextStepStartsInTheTickInWhichThePreviousEnds() {
        world.order(agent, "chop", "rest");
        world.tick();
        chop.then = Progress.DONE;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertThat(world.behavior(agent).origin).isEqualTo(Behavior.Origin.STEP);
    }

    private void interrupt() {
        world.needs(agent).hunger = 0.3f;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("seek_food");
    }

    private void relieve() {
        world.needs(agent).hunger = 1;
        world.tick();
    }
}
