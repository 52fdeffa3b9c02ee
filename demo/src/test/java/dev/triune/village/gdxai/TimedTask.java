/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import com.badlogic.gdx.ai.btree.BranchTask;
import com.badlogic.gdx.ai.btree.LeafTask;
import com.badlogic.gdx.ai.btree.Task;
import com.badlogic.gdx.ai.btree.branch.Sequence;

/** A leaf that takes its ticks and counts them itself, as tasks of gdx-ai do. */
public abstract class TimedTask extends LeafTask<WorkBlackboard> {
    private final String name;
    private final int ticks;
    private int left;

    TimedTask(String name, int ticks) {
        this.name = name;
        this.ticks = ticks;
    }

    /** Walks for two ticks and fells for three, the first of them in the last of the walk. */
    static Task<WorkBlackboard> walkAndFell() {
        return with(new Sequence<>(), new WalkThereTask(), new FellTreeTask());
    }

    /** Adds children to a branch and returns it. */
    @SafeVarargs
    static Task<WorkBlackboard> with(
            BranchTask<WorkBlackboard> branch, Task<WorkBlackboard>... children) {
        for (Task<WorkBlackboard> child : children) {
            branch.addChild(child);
        }
        return branch;
    }

    @Override
    public void start() {
        left = ticks;
        getObject().tell("starts to " + name);
    }

    @Override
    public Status execute() {
        getObject().pace++;
        left--;
        return left > 0 ? Status.RUNNING : Status.SUCCEEDED;
    }

    @Override
    public void end() {
        getObject().tell("ends to " + name + ", " + getStatus());
    }

    @Override
    protected Task<WorkBlackboard> copyTo(Task<WorkBlackboard> task) {
        return task;
    }

    /** Takes two ticks. */
    public static final class WalkThereTask extends TimedTask {
        public WalkThereTask() {
            super("walk", 2);
        }
    }

    /** Takes three ticks; fails without a tree. */
    public static final class FellTreeTask extends TimedTask {
        public FellTreeTask() {
            super("fell", 3);
        }

        @Override
        public Status execute() {
            return getObject().treeStands() ? super.execute() : Status.FAILED;
        }
    }

    /** Takes more ticks than any test runs. */
    public static final class DreamTask extends TimedTask {
        public DreamTask() {
            super("dream", Integer.MAX_VALUE);
        }
    }

    /**
     * Fails at once with any blackboard.
     *
     * @param <E> the blackboard
     */
    public static final class Refusal<E> extends LeafTask<E> {
        @Override
        public Status execute() {
            return Status.FAILED;
        }

        @Override
        protected Task<E> copyTo(Task<E> task) {
            return task;
        }
    }
}
