/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import com.badlogic.gdx.ai.btree.BehaviorTree;
import com.badlogic.gdx.ai.btree.Task;
import com.badlogic.gdx.ai.btree.Task.Status;
import com.badlogic.gdx.ai.btree.TaskCloner;
import dev.triune.action.Progress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An agent's own copy of a tree, from the start of a step to its end, never longer: a tree of
 * gdx-ai 1.8.2 cannot always be run twice, since a joining {@code Parallel} clears the children of
 * its branches when it ends.
 */
final class ClonedTree<B> {
    /** The cloner that made the copy and gets it back; null if tasks copy themselves. */
    private final @Nullable TaskCloner cloner = Task.TASK_CLONER;

    private final Task<B> copy;
    private final BehaviorTree<B> tree;

    ClonedTree(Task<B> prototype, B blackboard) {
        copy = prototype.cloneTask();
        tree = copy instanceof BehaviorTree<B> whole ? whole : new BehaviorTree<>(copy);
        tree.setObject(blackboard);
    }

    /** Runs one tick. */
    Progress step() {
        tree.step();
        return switch (tree.getStatus()) {
            case RUNNING -> Progress.RUNNING;
            case SUCCEEDED -> Progress.DONE;
            case FAILED, CANCELLED -> Progress.failed(reason());
            // A branch without children never gets a status.
            case FRESH -> Progress.failed(nameOf(tree.getChild(0)) + " does nothing");
        };
    }

    /** The progress that the blackboard reports. */
    double progress() {
        return tree.getObject() instanceof TaskReport taskReport
                ? taskReport.progress()
                : Double.NaN;
    }

    /** Ends what still runs, each task with its {@code end()}, and gives the copy back. */
    void cancel() {
        if (tree.getStatus() == Status.RUNNING) {
            tree.cancel();
        }
        if (cloner != null) {
            cloner.freeTask(copy);
        }
    }

    private String reason() {
        String reported =
                tree.getObject() instanceof TaskReport taskReport ? taskReport.reason() : "";
        return reported.isEmpty() ? nameOf(deepestFailedTask()) + " failed" : reported;
    }

    /**
     * The failed task farthest down: of a sequence the child that failed, of a selector the last.
     */
    private Task<B> deepestFailedTask() {
        Task<B> culprit = tree;
        for (Task<B> next = failedChild(tree); next != null; next = failedChild(next)) {
            culprit = next;
        }
        return culprit;
    }

    private @Nullable Task<B> failedChild(Task<B> parent) {
        for (int i = parent.getChildCount() - 1; i >= 0; i--) {
            if (parent.getChild(i).getStatus() == Status.FAILED) {
                return parent.getChild(i);
            }
        }
        return null;
    }

    /** The class of a task in words: {@code FellTreeTask} is "fell tree". */
    private static String nameOf(Task<?> task) {
        String name = task.getClass().getSimpleName();
        String words = name.replaceAll("(?<=.)Task$", "")
                .replaceAll("(?<=[\\p{Ll}\\d])(?=\\p{Lu})", " ")
                .toLowerCase(Locale.ROOT);
        return words.isEmpty() ? "a task" : words;
    }
}
