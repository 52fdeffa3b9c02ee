/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.badlogic.gdx.ai.btree.BehaviorTree;
import com.badlogic.gdx.ai.btree.LeafTask;
import com.badlogic.gdx.ai.btree.Task;
import com.badlogic.gdx.ai.btree.TaskCloneException;
import com.badlogic.gdx.ai.btree.TaskCloner;
import com.badlogic.gdx.ai.btree.branch.Parallel;
import com.badlogic.gdx.ai.btree.branch.Sequence;
import com.badlogic.gdx.ai.btree.utils.BehaviorTreeParser;
import com.sun.management.ThreadMXBean;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.testkit.MindTest;
import dev.triune.village.gdxai.TimedTask.DreamTask;
import dev.triune.village.gdxai.TimedTask.FellTreeTask;
import dev.triune.village.gdxai.TimedTask.WalkThereTask;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each start runs its own copy of the tree; no copy is shared or left behind. */
class TaskCopiesTest {
    private static final Step MIRA = Step.of("fell").with("who", "Mira");
    private static final Step NOA = Step.of("fell").with("who", "Noa");

    private final List<String> events = new ArrayList<>();
    private final TaskRunner<WorkBlackboard> fell = runner(TimedTask.walkAndFell());

    @AfterEach
    void removeTaskCloner() {
        Task.TASK_CLONER = null;
    }

    @Test
    void twoAgentsShareNoState() {
        fell.start(1, MIRA);
        fell.tick(1, MIRA);
        fell.tick(1, MIRA);
        fell.start(2, NOA);
        assertThat(fell.tick(2, NOA)).isEqualTo(Progress.RUNNING);
        assertThat(events).endsWith("Noa starts to walk");
        assertThat(fell.progress(1, MIRA)).isEqualTo(3);
        assertThat(fell.progress(2, NOA)).isEqualTo(1);
        fell.stop(1, MIRA);
        assertThat(events).endsWith("Mira ends to fell, CANCELLED");
        assertThat(fell.tick(2, NOA)).isEqualTo(Progress.RUNNING);
        assertThat(fell.running()).isEqualTo(1);
    }

    @Test
    void deletedAgentsLeaveNoRunningTrees() {
        int[] made = {0};
        TaskRunner<WorkBlackboard> dream = new TaskRunner<>(new DreamTask(), (agent, step) -> {
            made[0]++;
            return new WorkBlackboard("" + agent, events, () -> true);
        });
        MindTest dreamers = MindTest.world(
                        ActionCatalog.builder().action("dream", "dream").build())
                .plugin(minds -> minds.runner("dream", dream));
        for (int round = 1; round <= 50; round++) {
            int agent = dreamers.agent();
            dreamers.get(agent, BehaviorQueue.class).steps.add(new QueuedStep(Step.of("dream")));
            dreamers.ticks(2);
            assertThat(dream.running()).isEqualTo(1);
            dreamers.world().delete(agent);
            dreamers.ticks(1);
            assertThat(dream.running()).isZero();
        }
        assertThat(made[0]).isEqualTo(50);
        assertThat(events).filteredOn(line -> line.endsWith("CANCELLED")).hasSize(50);
    }

    @Test
    void secondStartCancelsTheFirstTree() {
        fell.start(1, MIRA);
        fell.tick(1, MIRA);
        fell.start(1, MIRA);
        assertThat(events).endsWith("Mira ends to walk, CANCELLED");
        assertThat(fell.running()).isEqualTo(1);
    }

    @Test
    void ticksOfARunningTreeDoNotAllocate() {
        TaskRunner<WorkBlackboard> dream =
                runner(new BehaviorTree<>(TimedTask.with(new Sequence<>(), new DreamTask())));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        dream.start(1, MIRA);
        long allocated = 0;
        for (int round = 0; round < 3; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100_000; i++) {
                dream.tick(1, MIRA);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        // An object in each tick would be 1.6 million bytes.
        assertThat(allocated).isLessThan(10_000);
        assertThat(dream.progress(1, MIRA)).isEqualTo(300_000);
    }

    @Test
    void joinedParallelRunsAgainInTheNextStep() {
        Parallel<WorkBlackboard> joined = new Parallel<>(Parallel.Policy.Sequence);
        joined.orchestrator = Parallel.Orchestrator.Join;
        joined.addChild(TimedTask.with(new Sequence<>(), new WalkThereTask()));
        TaskRunner<WorkBlackboard> runner = runner(joined);
        assertThat(run(runner)).isEqualTo(Progress.DONE);
        events.clear();
        assertThat(run(runner)).isEqualTo(Progress.DONE);
        assertThat(events).containsExactly("Mira starts to walk", "Mira ends to walk, SUCCEEDED");
    }

    @Test
    void clonerGetsAllCopiesBack() {
        CountingCloner cloner = new CountingCloner();
        Task.TASK_CLONER = cloner;
        TaskRunner<WorkBlackboard> dream = runner(new DreamTask());
        dream.start(1, MIRA);
        dream.start(2, NOA);
        dream.tick(2, NOA);
        assertThat(cloner.lent).hasSize(2);
        Task.TASK_CLONER = null;
        dream.stop(1, MIRA);
        dream.stop(2, NOA);
        assertThat(cloner.lent).isEmpty();
        assertThat(cloner.made).as("copies for two starts and the trial").isEqualTo(3);
        assertThat(events).containsExactly("Noa starts to dream", "Noa ends to dream, CANCELLED");
    }

    @Test
    void parsedTreeServesAsPrototype() {
        String text = """
                import walk:"%s"
                import fell:"%s"
                root
                  sequence
                    walk
                    fell
                """.formatted(WalkThereTask.class.getName(), FellTreeTask.class.getName());
        BehaviorTree<WorkBlackboard> prototype =
                new BehaviorTreeParser<WorkBlackboard>().parse(text, null);
        assertThat(run(runner(prototype))).isEqualTo(Progress.DONE);
        assertThat(prototype.getStatus()).isEqualTo(Task.Status.FRESH);
    }

    @Test
    void rejectsTasksThatCannotBeCopied() {
        assertThatThrownBy(() -> runner(TimedTask.with(new Sequence<>(), new Unmakeable(1))))
                .isInstanceOf(TaskCloneException.class)
                .hasMessageContaining("Unmakeable");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> runner(TimedTask.with(new Sequence<>(), new Itself())))
                .withMessageContaining("Itself is the task itself");
    }

    private TaskRunner<WorkBlackboard> runner(Task<WorkBlackboard> prototype) {
        return new TaskRunner<>(
                prototype,
                (agent, step) -> new WorkBlackboard(step.text("who"), events, () -> true));
    }

    /** A whole step, at most ten ticks long, as the behaviour system carries it out. */
    private static Progress run(TaskRunner<?> runner) {
        Progress progress = runner.start(1, MIRA);
        for (int i = 0; i < 10 && progress.kind() == Progress.Kind.RUNNING; i++) {
            progress = runner.tick(1, MIRA);
        }
        runner.stop(1, MIRA);
        return progress;
    }

    /** Tracks the copies that were not freed yet; copies dream tasks only. */
    private static final class CountingCloner implements TaskCloner {
        final Set<Task<?>> lent = new HashSet<>();
        int made;

        @Override
        @SuppressWarnings("unchecked") // no test copies anything else
        public <T> Task<T> cloneTask(Task<T> task) {
            Task<T> copy = (Task<T>) new DreamTask();
            lent.add(copy);
            made++;
            return copy;
        }

        @Override
        public <T> void freeTask(Task<T> task) {
            assertThat(lent.remove(task)).as("copy was handed out before").isTrue();
        }
    }

    /** Lacks the constructor that copying needs. */
    private static final class Unmakeable extends LeafTask<WorkBlackboard> {
        @SuppressWarnings("unused")
        Unmakeable(int ticks) {}

        @Override
        public Status execute() {
            return Status.SUCCEEDED;
        }

        @Override
        protected Task<WorkBlackboard> copyTo(Task<WorkBlackboard> task) {
            return task;
        }
    }

    /** Returns itself as its copy. */
    public static final class Itself extends LeafTask<WorkBlackboard> {
        @Override
        public Status execute() {
            return Status.SUCCEEDED;
        }

        @Override
        protected Task<WorkBlackboard> copyTo(Task<WorkBlackboard> task) {
            return this;
        }
    }
}
