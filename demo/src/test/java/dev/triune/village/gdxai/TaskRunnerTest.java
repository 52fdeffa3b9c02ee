/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import static org.assertj.core.api.Assertions.assertThat;

import com.badlogic.gdx.ai.btree.Task;
import com.badlogic.gdx.ai.btree.branch.Selector;
import com.badlogic.gdx.ai.btree.branch.Sequence;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Help;
import dev.triune.action.Progress;
import dev.triune.action.Range;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.testkit.MindTest;
import dev.triune.village.gdxai.TimedTask.FellTreeTask;
import dev.triune.village.gdxai.TimedTask.Refusal;
import dev.triune.village.gdxai.TimedTask.WalkThereTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps that behaviour trees carry out: how they run, end, fail and are interrupted. */
class TaskRunnerTest {
    private static final Step FELL = Step.of("fell").with("who", "Mira");

    private final List<String> events = new ArrayList<>();
    private boolean treeStands = true;
    private final TaskRunner<WorkBlackboard> fell = runner(TimedTask.walkAndFell());
    private final MindTest sim = MindTest.world(ActionCatalog.builder()
                    .action("fell", "fell a tree", Field.text("who"))
                    .build())
            .plugin(minds -> minds.runner("fell", fell));

    // ---- a step from its start to its end

    @Test
    void sequenceRunsItsTasksInOrderAndSucceeds() {
        int mira = sim.agent();
        order(mira, FELL);
        sim.ticks(3);
        assertThat(events)
                .containsExactly(
                        "Mira starts to walk",
                        "Mira ends to walk, SUCCEEDED",
                        "Mira starts to fell");
        assertThat(state(mira)).isEqualTo(QueuedStep.State.CURRENT);
        sim.ticks(1);
        assertThat(state(mira)).isEqualTo(QueuedStep.State.DONE);
        assertThat(events).endsWith("Mira ends to fell, SUCCEEDED").hasSize(4);
        assertThat(fell.running()).isZero();
    }

    @Test
    void failureReasonComesFromTheBlackboard() {
        TaskRunner<WorkBlackboard> lost =
                new TaskRunner<>(TimedTask.walkAndFell(), (agent, step) -> {
                    WorkBlackboard workBlackboard = new WorkBlackboard("Mira", events, () -> false);
                    workBlackboard.why = "the tree is gone";
                    return workBlackboard;
                });
        assertThat(run(lost)).isEqualTo(Progress.failed("the tree is gone"));
    }

    @Test
    void failureWithoutReasonNamesTheFailedTask() {
        int mira = sim.agent();
        treeStands = false;
        order(mira, FELL);
        sim.ticks(5);
        assertThat(state(mira)).isEqualTo(QueuedStep.State.FAILED);
        assertThat(sim.steps(mira).get(0).reason).isEqualTo("fell tree failed");
        assertThat(fell.running()).isZero();
    }

    @Test
    void selectorFailureNamesTheLastFailedTask() {
        treeStands = false;
        Task<WorkBlackboard> either = TimedTask.with(
                new Selector<>(),
                TimedTask.with(new Sequence<>(), new FellTreeTask()),
                new Refusal<>());
        assertThat(run(runner(either))).isEqualTo(Progress.failed("refusal failed"));
    }

    @Test
    void failedGuardNamesTheGuardedTask() {
        Task<WorkBlackboard> guarded = new WalkThereTask();
        guarded.setGuard(new Refusal<>());
        assertThat(run(runner(TimedTask.with(new Sequence<>(), guarded))))
                .isEqualTo(Progress.failed("walk there failed"));
    }

    @Test
    void emptyBranchFailsInsteadOfRunningForever() {
        assertThat(run(runner(new Sequence<>())))
                .isEqualTo(Progress.failed("sequence does nothing"));
    }

    @Test
    void stepProgressComesFromTheBlackboard() {
        assertThat(fell.progress(1, FELL)).as("before the start").isNaN();
        fell.start(1, FELL);
        fell.tick(1, FELL);
        assertThat(fell.progress(1, FELL)).isEqualTo(1);
    }

    @Test
    void plainBlackboardHasNoProgressAndNoReason() {
        TaskRunner<String> silent = new TaskRunner<>(new Refusal<>(), (agent, step) -> "anything");
        silent.start(1, FELL);
        assertThat(silent.progress(1, FELL)).isNaN();
        assertThat(silent.tick(1, FELL)).isEqualTo(Progress.failed("refusal failed"));
    }

    @Test
    void actionRecordReachesTheBlackboard() {
        ActionTaskRunner<Fell, WorkBlackboard> typed = new ActionTaskRunner<>(
                new WalkThereTask(),
                (agent, action) ->
                        new WorkBlackboard("worker " + action.amount(), events, () -> true));
        MindTest world = MindTest.world(
                        ActionCatalog.builder().actions(Fell.class).build())
                .plugin(minds -> minds.runner(Fell.class, typed));
        int mira = world.agent();
        world.get(mira, BehaviorQueue.class)
                .steps
                .add(new QueuedStep(Step.of("fell").with("amount", 7)));
        world.ticks(2);
        assertThat(events)
                .containsExactly("worker 7 starts to walk", "worker 7 ends to walk, SUCCEEDED");
        assertThat(world.done(mira)).hasSize(1);
    }

    // ---- interruptions

    @Test
    void reflexCancelsTheTreeAndResumingRestartsIt() {
        int mira = sim.agent();
        order(mira, FELL);
        sim.ticks(3);
        events.clear();
        sim.needs(mira).hunger = 0.3f;
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("seek_food");
        assertThat(events).containsExactly("Mira ends to fell, CANCELLED");
        assertThat(fell.running()).isZero();
        sim.needs(mira).hunger = 1;
        sim.ticks(1);
        assertThat(events).endsWith("Mira starts to walk").hasSize(2);
        sim.ticks(3);
        assertThat(state(mira)).isEqualTo(QueuedStep.State.DONE);
    }

    @Test
    void tickWithoutStartBeginsTheTree() {
        assertThat(fell.tick(1, FELL)).isEqualTo(Progress.RUNNING);
        assertThat(events).containsExactly("Mira starts to walk");
        assertThat(fell.running()).isEqualTo(1);
    }

    // ---- helpers

    private TaskRunner<WorkBlackboard> runner(Task<WorkBlackboard> prototype) {
        return new TaskRunner<>(
                prototype, (agent, step) -> new WorkBlackboard("Mira", events, () -> treeStands));
    }

    /** A whole step, at most ten ticks long, as the behaviour system carries it out. */
    private static Progress run(TaskRunner<?> runner) {
        Progress progress = runner.start(1, FELL);
        for (int i = 0; i < 10 && progress.kind() == Progress.Kind.RUNNING; i++) {
            progress = runner.tick(1, FELL);
        }
        runner.stop(1, FELL);
        assertThat(runner.running()).isZero();
        return progress;
    }

    private void order(int agent, Step step) {
        sim.get(agent, BehaviorQueue.class).steps.add(new QueuedStep(step));
    }

    private QueuedStep.State state(int agent) {
        return sim.steps(agent).get(0).state;
    }

    /** An action that is declared as a record. */
    @Help("fell a tree")
    private record Fell(@Range(min = 1, max = 20) int amount) {}
}
