/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import static org.assertj.core.api.Assertions.assertThat;

import com.badlogic.gdx.ai.btree.LeafTask;
import com.badlogic.gdx.ai.btree.Task;
import com.badlogic.gdx.ai.btree.branch.Sequence;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Range;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.system.MindPlugin;
import dev.triune.testkit.MindTest;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The adapter for gdx-ai's trees to which docs/minds.md links. */
@SuppressWarnings("ClassCanBeStatic") // as a game writes it
public class BehaviourTreeSampleTest {
    record Fell(@Range(min = 1, max = 20) int amount) {}

    final class Woodcutter implements TaskReport { // the blackboard; TaskReport is optional
        final int agent;
        final int amount;
        String why = "";

        Woodcutter(int agent, int amount) {
            this.agent = agent;
            this.amount = amount;
        }

        @Override
        public String reason() {
            return why; // "" names the task that failed: "fell tree failed"
        }
    }

    /** Succeeds at once. */
    public static final class WalkThereTask extends LeafTask<Woodcutter> {
        @Override
        public Status execute() {
            return Status.SUCCEEDED;
        }

        @Override
        protected Task<Woodcutter> copyTo(Task<Woodcutter> task) {
            return task;
        }
    }

    /** Fails if more than five trees are to be felled. */
    public static final class FellTreeTask extends LeafTask<Woodcutter> {
        @Override
        public Status execute() {
            if (getObject().amount > 5) {
                getObject().why = "there are no " + getObject().amount + " trees";
                return Status.FAILED;
            }
            return Status.SUCCEEDED;
        }

        @Override
        protected Task<Woodcutter> copyTo(Task<Woodcutter> task) {
            return task;
        }
    }

    @Test
    void treeRunsAStepByActionName() {
        assertFellsTrees((plugin, fell) -> {
            plugin.runner(
                    "fell",
                    new TaskRunner<>(
                            fell, (agent, step) -> new Woodcutter(agent, step.whole("amount", 1))));
        });
    }

    @Test
    void treeRunsAnActionRecord() {
        assertFellsTrees((plugin, fell) -> {
            plugin.runner(
                    Fell.class,
                    new ActionTaskRunner<>(
                            fell, (agent, action) -> new Woodcutter(agent, action.amount())));
        });
    }

    private static void assertFellsTrees(BiConsumer<MindPlugin, Sequence<Woodcutter>> setUp) {
        Sequence<Woodcutter> fell = new Sequence<>(); // or what a BehaviorTreeParser reads
        fell.addChild(new WalkThereTask());
        fell.addChild(new FellTreeTask());
        MindTest sim = MindTest.world(
                        ActionCatalog.builder().actions(Fell.class).build())
                .plugin(plugin -> setUp.accept(plugin, fell));
        int mira = sim.agent("Mira");
        BehaviorQueue queue = sim.get(mira, BehaviorQueue.class);
        queue.steps.add(new QueuedStep(Step.of("fell").with("amount", 3)));
        queue.steps.add(new QueuedStep(Step.of("fell").with("amount", 7)));
        sim.ticks(5);
        assertThat(sim.steps(mira).get(0).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(sim.steps(mira).get(1).state).isEqualTo(QueuedStep.State.FAILED);
        assertThat(sim.steps(mira).get(1).reason).isEqualTo("there are no 7 trees");
    }
}
