/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.OneOf;
import dev.triune.action.Progress;
import dev.triune.action.Range;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.inject.ActionRunnerAdapter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps of a game that was saved under another catalog: checked before they begin. */
class LoadedStepTest {
    /** What can be ordered. */
    sealed interface Deed permits Gather {}

    @Help("collect something")
    record Gather(
            @OneOf("wood") String target,
            @Range(min = 1, max = 20) int amount) implements Deed {}

    private final List<String> calls = new ArrayList<>();
    private final ActionCatalog catalog = ActionCatalog.of(Deed.class);
    private final ActionRunner<Step> gathering =
            new ActionRunnerAdapter<>(catalog, Gather.class, new ActionRunner<>() {
                @Override
                public Progress start(int agent, Gather action) {
                    calls.add("start " + action);
                    return Progress.RUNNING;
                }

                @Override
                public Progress tick(int agent, Gather action) {
                    calls.add("tick " + action);
                    return Progress.RUNNING;
                }

                @Override
                public double progress(int agent, Gather action) {
                    calls.add("progress " + action);
                    return Double.NaN;
                }

                @Override
                public void stop(int agent, Gather action) {
                    calls.add("stop " + action);
                }
            });
    private final TestWorld world = TestWorld.builder()
            .actions(catalog)
            .withoutScheduling()
            .run("gather", gathering)
            .run("dance", (agent, step) -> Progress.RUNNING)
            .build();
    private final int agent = world.agent();

    @Test
    void invalidStepFailsWithAReasonAndTheQueueContinues() {
        queue(Step.of("gather").with("what", "wood").with("amount", 3));
        queue(Step.of("dance"));
        world.tick();
        assertThat(step(0).state).isEqualTo(State.FAILED);
        assertThat(step(0).reason).isEqualTo("target is missing");
        assertThat(calls).isEmpty();
        assertThat(world.behavior(agent).name).isEqualTo("dance");
    }

    @Test
    void correctableStepIsCorrected() {
        queue(Step.of("gather").with("target", "wood").with("amount", 99));
        world.tick();
        assertThat(step(0).state).isEqualTo(State.CURRENT);
        assertThat(step(0).step).hasToString("gather wood 20");
        assertThat(calls).startsWith("start Gather[target=wood, amount=20]");
    }

    @Test
    void stepOutsideTheCatalogIsUnchanged() {
        Step dance = Step.of("dance").with("turns", 1_000);
        queue(dance);
        world.tick();
        assertThat(step(0).state).isEqualTo(State.CURRENT);
        assertThat(step(0).step).isSameAs(dance);
    }

    @Test
    void invalidStepOfAPlanMadeAheadFailsAlone() {
        world.queue(agent).nextPlan().add(new QueuedStep(Step.of("gather")));
        world.queue(agent).nextPlan().add(new QueuedStep(Step.of("dance")));
        world.tick();
        assertThat(step(0).reason).isEqualTo("target is missing");
        assertThat(world.behavior(agent).name).isEqualTo("dance");
    }

    @Test
    void typedRunnerNeverReceivesAnInvalidAction() {
        Step step = Step.of("gather");
        assertThat(gathering.tick(7, step).kind()).isEqualTo(Progress.Kind.FAILED);
        assertThat(gathering.progress(7, step)).isNaN();
        gathering.stop(7, step);
        assertThat(calls).isEmpty();
    }

    @Test
    void queuedStepToStringShowsItsState() {
        QueuedStep queued =
                new QueuedStep(Step.of("gather").with("target", "wood").with("amount", 3));
        assertThat(queued).hasToString("gather wood 3 PENDING");
        queued.state = State.FAILED;
        queued.reason = "no wood";
        assertThat(queued).hasToString("gather wood 3 FAILED (no wood)");
    }

    @Test
    void currentStepGoesOnWhereItWasSaved() {
        world.ticks(700);
        queue(Step.of("dance"));
        QueuedStep saved = world.queue(agent).steps.get(0);
        saved.state = State.CURRENT;
        saved.starts = ActionRunner.Watchdog.DEFAULT.maxStarts(); // as often as it may
        world.behavior(agent).begin("dance", Behavior.Origin.STEP, 20, true, 50);
        world.tick();
        assertThat(saved.toString()).isEqualTo("dance CURRENT");
        assertThat(saved.starts).isEqualTo(ActionRunner.Watchdog.DEFAULT.maxStarts());
        assertThat(world.behavior(agent).since).isEqualTo(50);
        world.queue(agent).steps.clear();
        world.behavior(agent).end(false, world.clock.tick());
        world.tick();
        assertThat(world.mind(agent).troubles()).contains("dance: it was not finished after 32 s");
    }

    private void queue(Step step) {
        world.queue(agent).steps.add(new QueuedStep(step));
    }

    private QueuedStep step(int place) {
        return world.queue(agent).wholePlan().get(place);
    }
}
