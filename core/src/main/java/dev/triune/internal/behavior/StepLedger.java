/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.Bag;
import com.artemis.utils.IntBag;
import dev.triune.MindStats.StepCounts;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.internal.inject.GameObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts each step once when it is queued and once when it ends, even if a game writes into a
 * {@link BehaviorQueue} itself. Game thread only.
 *
 * <p>Queues are public lists, so no call tells when a step enters or leaves one. The ledger keeps the
 * steps that it has seen and compares: one that is new counts as queued, one that has finished or is
 * missing as ended, and as dropped if it never finished. Steps are compared by identity, because two
 * equal steps of one plan are two steps; {@code queued == done + failed + dropped + open} holds after
 * each settling.
 */
public final class StepLedger {
    /** Takes note of how the steps of agents end. */
    @FunctionalInterface
    public interface EndListener {
        /** Notes that a step was done, failed, or was dropped unfinished. */
        void ended(int agent, QueuedStep step);

        /** Notes that a step of a plan counts as done, because the same was done otherwise. */
        default void struck(int agent, QueuedStep step) {}
    }

    /** The number of steps done otherwise that are kept of an agent. */
    private static final int OTHER_DEEDS = 4;

    private EndListener listener = (agent, step) -> {};
    private final Bag<List<QueuedStep>> open = new Bag<>();

    /** What was last done in talks, and equals no step of the plan of then, or by others. */
    private final Bag<List<OtherDeed>> otherDeeds = new Bag<>();

    private @Nullable EntitySubscription agents;
    private @Nullable ComponentMapper<BehaviorQueue> mQueue;
    private final Counts all = new Counts();
    private final Counts ordered = new Counts();

    private record OtherDeed(Step step, long tick, boolean byOther) {}

    /** The counts of steps by outcome. */
    private static final class Counts {
        long queued;
        long done;
        long failed;
        long dropped;

        StepCounts copy() {
            return new StepCounts(queued, done, failed, dropped);
        }
    }

    /**
     * Watches the queues of a world; reports each next plan that is lost with its queue.
     */
    public void watch(World world, Runnable onAheadLost) {
        ComponentMapper<BehaviorQueue> queues = world.getMapper(BehaviorQueue.class);
        mQueue = queues;
        Aspect.Builder aspect = Aspect.all(BehaviorQueue.class);
        agents = GameObjects.subscribe(world, aspect, agent -> {}, agent -> {
            BehaviorQueue queue = queues.get(agent);
            if (queue != null && queue.hasNextPlan()) {
                onAheadLost.run();
            }
            settle(agent, null);
        });
    }

    /** Sets who takes note of the ends of steps. */
    public void listener(EndListener value) {
        listener = value;
    }

    private void add(int agent, QueuedStep step) {
        List<QueuedStep> steps = open.safeGet(agent);
        if (steps == null) {
            steps = new ArrayList<>();
            open.set(agent, steps);
        }
        if (!steps.contains(step)) {
            steps.add(step);
            all.queued++;
            ordered.queued += step.habit ? 1 : 0;
        }
    }

    /** Updates the counts of an agent's steps; the queue is null if it was removed. */
    public void settle(int agent, @Nullable BehaviorQueue queue) {
        List<QueuedStep> steps = open.safeGet(agent);
        for (int i = steps == null ? -1 : steps.size() - 1; steps != null && i >= 0; i--) {
            QueuedStep step = steps.get(i);
            if (step.finished() || queue == null || !isQueued(queue, step)) {
                end(step, all);
                if (step.habit) {
                    end(step, ordered);
                }
                steps.remove(i);
                if (queue != null) { // otherwise the agent is gone
                    listener.ended(agent, step);
                }
            }
        }
        if (queue == null) {
            List<OtherDeed> deeds = otherDeeds.safeGet(agent);
            if (deeds != null) {
                deeds.clear(); // its id may be another's next
            }
        } else {
            addUnfinished(agent, queue.steps);
            addUnfinished(agent, queue.ahead());
        }
    }

    /**
     * Strikes out the first step of a plan that says the same as one that was done in a talk; of a plan
     * that is still being written, once it comes. It counts as dropped, since it is done once.
     */
    public void strike(int agent, BehaviorQueue queue, QueuedStep done, long tick) {
        if (!strike(agent, queue, done.step)) {
            keep(agent, new OtherDeed(done.step, tick, false));
        }
    }

    /** As {@link #strike}, of a step that another did for the agent; answers of talk leave it out, too. */
    public void doneByOther(int agent, BehaviorQueue queue, QueuedStep done, long tick) {
        boolean talk = done.inConversation || done.orderedBy == Layer.TALKER;
        if (talk) { // a step of the plan stands for it once
            strike(agent, queue, done.step);
        }
        keep(agent, new OtherDeed(done.step, tick, true));
    }

    private boolean strike(int agent, BehaviorQueue queue, Step done) {
        QueuedStep same = find(queue.steps, done);
        boolean ahead = same == null;
        same = ahead ? find(queue.ahead(), done) : same;
        if (same == null) {
            return false;
        }
        (ahead ? queue.nextPlan() : queue.steps).remove(same);
        List<QueuedStep> steps = open.safeGet(agent);
        if (steps != null && steps.remove(same)) {
            end(same, all);
            if (same.habit) {
                end(same, ordered);
            }
        }
        listener.struck(agent, same);
        return true;
    }

    private void keep(int agent, OtherDeed deed) {
        List<OtherDeed> deeds = otherDeeds.safeGet(agent);
        if (deeds == null) {
            deeds = new ArrayList<>();
            otherDeeds.set(agent, deeds);
        }
        if (deeds.size() == OTHER_DEEDS) {
            deeds.remove(0);
        }
        deeds.add(deed);
    }

    /**
     * Whether what a step says was done otherwise since a tick, once for each: by another, or, of a plan, in
     * a talk.
     */
    public boolean takeDone(int agent, long since, boolean plan, Predicate<Step> includes) {
        List<OtherDeed> deeds = otherDeeds.safeGet(agent);
        for (int i = 0; deeds != null && i < deeds.size(); i++) {
            OtherDeed deed = deeds.get(i);
            if (deed.tick >= since && (plan || deed.byOther) && includes.test(deed.step)) {
                deeds.remove(i);
                return true;
            }
        }
        return false;
    }

    private static @Nullable QueuedStep find(List<QueuedStep> steps, Step step) {
        for (int i = 0; i < steps.size(); i++) {
            QueuedStep each = steps.get(i);
            boolean planned = !each.inConversation && each.orderedBy != Layer.TALKER;
            if (planned && !each.finished() && each.step.equals(step)) {
                return each;
            }
        }
        return null;
    }

    private static void end(QueuedStep step, Counts counts) {
        switch (step.state) {
            case DONE -> counts.done++;
            case FAILED -> counts.failed++;
            case PENDING, CURRENT -> counts.dropped++;
        }
    }

    private static boolean isQueued(BehaviorQueue queue, QueuedStep step) {
        return queue.steps.contains(step) || queue.ahead().contains(step);
    }

    private void addUnfinished(int agent, List<QueuedStep> steps) {
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).finished()) {
                add(agent, steps.get(i));
            }
        }
    }

    public void settleAll() {
        if (agents == null || mQueue == null) {
            return;
        }
        IntBag all = agents.getEntities();
        for (int i = 0; i < all.size(); i++) {
            settle(all.get(i), mQueue.get(all.get(i)));
        }
        for (int agent = 0; agent < open.size(); agent++) { // agents that left before they appeared
            List<QueuedStep> steps = open.get(agent);
            if (steps != null
                    && !steps.isEmpty()
                    && !agents.getActiveEntityIds().get(agent)) {
                settle(agent, mQueue.get(agent));
            }
        }
    }

    public StepCounts counts() {
        return all.copy();
    }

    public StepCounts orderedCounts() {
        return ordered.copy();
    }
}
