/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.Script;
import dev.triune.fixture.TestWorld;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans that the game changes or a reflex interrupts while they are carried out. */
class ChangedPlanTest {
    private final Script chop = new Script();
    private final Script rest = new Script();
    private final Script eat = new Script();
    private boolean near;
    private final TestWorld world = TestWorld.builder()
            .actions(ActionCatalog.builder()
                    .action("chop", "fell a tree")
                    .action("greet", "say hello")
                    .action("walk", "go there")
                    .action("rest", "sit down")
                    .require("greet", "somebody nearby", (agent, step) -> near)
                    .build())
            .withoutScheduling()
            .routine(new Routine() {
                @Override
                public List<Step> bridge(int agent, Step step, String obstacle) {
                    return List.of(Step.of("walk"));
                }
            })
            .run("chop", chop)
            .run("rest", rest)
            .run("greet", (agent, step) -> Progress.DONE)
            .run("walk", (agent, step) -> {
                near = true;
                return Progress.DONE;
            })
            .run("seek_food", eat)
            .build();
    private final int agent = world.agent();

    @Test
    void stepInsertedBeforeAPausedOneIsBridged() {
        world.order(agent, "chop", "rest");
        world.tick();
        world.needs(agent).hunger = 0.3f;
        world.tick();
        world.queue(agent).steps.add(0, new QueuedStep(Step.of("greet")));
        world.needs(agent).hunger = 1;
        world.tick();
        assertThat(world.plan(agent)).containsExactly("walk", "greet", "chop", "rest");
        assertThat(world.decisionStats().steps().dropped()).isZero();
        world.ticks(2);
        assertThat(world.behavior(agent).name).isEqualTo("chop");
    }

    @Test
    void planReplacedInTheTickOfAReflexIsNotPaused() {
        world.order(agent, "chop");
        world.tick();
        world.queue(agent).steps.clear();
        world.order(agent, "rest");
        world.needs(agent).hunger = 0.3f;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("seek_food");
        assertThat(world.queue(agent).pausedBy).isEmpty();
    }

    @Test
    void stepRemovedByTheGameIsStoppedAndNotCountedAsDone() {
        world.order(agent, "chop");
        world.tick();
        chop.calls();
        chop.then = Progress.DONE;
        world.queue(agent).steps.clear();
        world.tick();
        assertThat(chop.calls()).containsExactly("stop");
        assertThat(world.behavior(agent).idle()).isTrue();
        assertThat(world.behavior(agent).completed).isFalse();
        assertThat(world.decisionStats().steps().done()).isZero();
        assertThat(world.decisionStats().steps().failed()).isZero();
    }

    @Test
    void planReplacedByTheGameStartsInTheNextTick() {
        world.order(agent, "chop");
        world.tick();
        world.queue(agent).steps.clear();
        world.order(agent, "rest");
        world.tick();
        assertThat(chop.running()).isZero();
        assertThat(rest.calls()).containsExactly("start", "tick");
        assertThat(world.behavior(agent).name).isEqualTo("rest");
    }

    @Test
    void failingReflexIsReportedOnceButRetried() {
        eat.then = Progress.failed("no food");
        world.order(agent, "rest");
        world.tick();
        world.needs(agent).hunger = 0.3f;
        world.ticks(100);
        assertThat(eat.calls()).as("at once, after 1 s and 2 s more").hasSize(9);
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.CURRENT);
        assertThat(world.mind(agent).troubles()).containsExactly("seek_food: no food");
    }

    @Test
    void stepReplacedAfterSixHundredTicksIsRecordedAsTrouble() {
        runAndReplace(602);
        assertThat(world.mind(agent).troubles())
                .containsExactly("chop: it was not finished after 30 s");
    }

    @Test
    void stepReplacedEarlierIsNotRecordedAsTrouble() {
        runAndReplace(601);
        assertThat(world.mind(agent).troubles()).isEmpty();
    }

    @Test
    void longStepInterruptedByAReflexIsNotRecordedAsTrouble() {
        world.order(agent, "chop");
        world.ticks(700);
        world.needs(agent).hunger = 0.3f;
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("seek_food");
        assertThat(world.mind(agent).troubles()).isEmpty();
    }

    /** Has a step replaced, as an answer of the executor does, that many ticks after its start. */
    private void runAndReplace(int ticks) {
        world.order(agent, "chop");
        world.ticks(ticks - 1);
        world.queue(agent).steps.clear();
        world.behavior(agent).end(false, world.clock.tick());
        world.order(agent, "rest");
        world.tick();
        assertThat(world.behavior(agent).name).isEqualTo("rest");
    }
}
