/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.badlogic.gdx.ai.btree.BehaviorTree;
import com.badlogic.gdx.ai.btree.LeafTask;
import com.badlogic.gdx.ai.btree.Task;
import com.badlogic.gdx.ai.btree.branch.DynamicGuardSelector;

/**
 * A behaviour tree of gdx-ai for each agent, copied from a prototype: a selector with a guarded
 * leaf for each row of the table, and a last leaf without a guard.
 */
public final class TreeHerd implements Herd {
    private final BehaviorTree<TreeAgent>[] trees;
    private long tick;

    @SuppressWarnings("unchecked")
    public TreeHerd(int size, boolean shuffled) {
        BehaviorTree<TreeAgent> prototype = prototype();
        trees = ShuffledObjects.agents(
                size, shuffled, n -> (BehaviorTree<TreeAgent>[]) new BehaviorTree<?>[n], () -> {
                    BehaviorTree<TreeAgent> tree = (BehaviorTree<TreeAgent>) prototype.cloneTask();
                    tree.setObject(new TreeAgent());
                    return tree;
                });
    }

    private static BehaviorTree<TreeAgent> prototype() {
        DynamicGuardSelector<TreeAgent> selector = new DynamicGuardSelector<>();
        for (int place = 0; place < 13; place++) {
            Task<TreeAgent> leaf = new Follow(place);
            leaf.setGuard(new Allowed(place));
            selector.addChild(leaf);
        }
        selector.addChild(new EndReflex());
        return new BehaviorTree<>(selector);
    }

    @Override
    public void pass() {
        long now = ++tick;
        for (BehaviorTree<TreeAgent> tree : trees) {
            tree.getObject().sense(now);
            tree.step();
        }
    }

    @Override
    public void start(int agent, Activity activity, boolean interruptible, long since) {
        trees[agent].getObject().start(activity, interruptible, since);
    }

    @Override
    public void setNeeds(int agent, NeedValues values) {
        trees[agent].getObject().setNeeds(values);
    }

    @Override
    public void resume(int agent, boolean interruptible, long now) {
        trees[agent].getObject().begin(Activity.GATHER, 20, interruptible, now);
    }

    @Override
    public String state(int agent) {
        return trees[agent].getObject().state();
    }

    /** Guards a leaf: succeeds if the blackboard allows its row. */
    public static final class Allowed extends LeafTask<TreeAgent> {
        private int place;

        /** Creates it for copying. */
        public Allowed() {}

        Allowed(int place) {
            this.place = place;
        }

        @Override
        public Status execute() {
            return getObject().allows(place) ? Status.SUCCEEDED : Status.FAILED;
        }

        @Override
        protected Task<TreeAgent> copyTo(Task<TreeAgent> task) {
            ((Allowed) task).place = place;
            return task;
        }
    }

    /** Begins the activity of a row. */
    public static final class Follow extends LeafTask<TreeAgent> {
        private int place;

        /** Creates it for copying. */
        public Follow() {}

        Follow(int place) {
            this.place = place;
        }

        @Override
        public Status execute() {
            getObject().follow(place);
            return Status.RUNNING;
        }

        @Override
        protected Task<TreeAgent> copyTo(Task<TreeAgent> task) {
            ((Follow) task).place = place;
            return task;
        }
    }

    /** Continues with the step, or with nothing. */
    public static final class EndReflex extends LeafTask<TreeAgent> {
        @Override
        public Status execute() {
            getObject().endReflex();
            return Status.RUNNING;
        }

        @Override
        protected Task<TreeAgent> copyTo(Task<TreeAgent> task) {
            return task;
        }
    }
}
