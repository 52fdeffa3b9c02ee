/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import com.badlogic.gdx.ai.btree.Task;
import com.badlogic.gdx.ai.btree.TaskCloner;
import com.badlogic.gdx.utils.IntMap;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries out an action, declared as a record, by a behaviour tree of gdx-ai. Each start makes a
 * copy of the prototype with a blackboard of its own, each tick is one step of it; the end of the
 * step, or an interruption, cancels what still runs and drops the copy. A tick allocates nothing
 * besides what the tasks do. Steps without a record, and reflexes: {@link TaskRunner}.
 *
 * <p>What a tree holds is not saved: a step that was under way begins again after a load. Game
 * thread only.
 *
 * @param <A> the record
 * @param <B> the blackboard; one that implements {@link TaskReport} tells why its tree failed
 */
public class ActionTaskRunner<A, B> implements ActionRunner<A> {
    /**
     * Makes a blackboard for each start.
     *
     * @param <A> the record, or the step
     * @param <B> the blackboard
     */
    @FunctionalInterface
    public interface Blackboards<A, B> {
        /** Creates the blackboard of an agent (an entity id) that starts the action. */
        B create(int agent, A action);
    }

    private final Task<B> prototype;
    private final Blackboards<? super A, ? extends B> blackboards;

    /** The running trees by entity id, at most one per agent. */
    private final IntMap<ClonedTree<B>> trees = new IntMap<>();

    /**
     * Copies that prototype, a tree or the root of one, which itself never runs. Copied once at
     * once, so that a task which cannot be is found here; {@link Task#TASK_CLONER} is set before.
     *
     * @throws com.badlogic.gdx.ai.btree.TaskCloneException if a task cannot be copied, for one
     *     because its class or its constructor without parameters is not public
     * @throws IllegalArgumentException if a copy shares a task with the prototype
     */
    public ActionTaskRunner(Task<B> prototype, Blackboards<? super A, ? extends B> blackboards) {
        this.prototype = Objects.requireNonNull(prototype);
        this.blackboards = Objects.requireNonNull(blackboards);
        TaskCloner cloner = Task.TASK_CLONER;
        Task<B> trial = prototype.cloneTask();
        Task<?> shared = sharedTask(prototype, trial);
        if (shared != null) {
            throw new IllegalArgumentException("a copy of " + shared.getClass().getName()
                    + " is the task itself (expected a new one, as agents must not share it)");
        }
        if (cloner != null) {
            cloner.freeTask(trial);
        }
    }

    @Override
    public Progress start(int agent, A action) {
        begin(agent, action);
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, A action) {
        ClonedTree<B> tree = trees.get(agent);
        // A step that was loaded half-done gets no start: the tree begins anew.
        return (tree == null ? begin(agent, action) : tree).step();
    }

    @Override
    public double progress(int agent, A action) {
        ClonedTree<B> tree = trees.get(agent);
        return tree == null ? Double.NaN : tree.progress();
    }

    @Override
    public void stop(int agent, A action) {
        ClonedTree<B> tree = trees.remove(agent);
        if (tree != null) {
            tree.cancel();
        }
    }

    /** How many agents have a tree that was started and not stopped yet. */
    public int running() {
        return trees.size;
    }

    private ClonedTree<B> begin(int agent, A action) {
        stop(agent, action);
        ClonedTree<B> tree = new ClonedTree<>(prototype, blackboards.create(agent, action));
        trees.put(agent, tree);
        return tree;
    }

    private static @Nullable Task<?> sharedTask(Task<?> one, Task<?> other) {
        if (one == other) {
            return one;
        }
        int children = Math.min(one.getChildCount(), other.getChildCount());
        for (int i = 0; i < children; i++) {
            Task<?> shared = sharedTask(one.getChild(i), other.getChild(i));
            if (shared != null) {
                return shared;
            }
        }
        return null;
    }
}
