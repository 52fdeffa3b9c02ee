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

        /** Notes that a step of a plan counts as done, because one of a talk did the same. */
        default void struck(int agent, QueuedStep step) {}
    }

    /** The number of steps done in talks that are kept of an agent. */
    private static final int TALK_DEEDS = 4;

    private EndListener listener = (agent, step) -> {};
    private final Bag<List<QueuedStep>> open = new Bag<>();

    /** What was last done in talks, and equals no step of the plan of then. */
    private final Bag<List<TalkDeed>> talkDeeds = new Bag<>();

    private @Nullable EntitySubscription agents;
    private @Nullable ComponentMapper<BehaviorQueue> mQueue;
    private final Counts all = new Counts();
    private final Counts ordered = new Counts();

    private record TalkDeed(Step step, long tick) {}

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
            List<TalkDeed> deeds = talkDeeds.safeGet(agent);
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
        QueuedStep same = find(queue.steps, done.step);
        boolean ahead = same == null;
        same = ahead ? find(queue.ahead(), done.step) : same;
        if (same == null) {
            List<TalkDeed> deeds = talkDeeds.safeGet(agent);
            if (deeds == null) {
                deeds = new ArrayList<>();
                talkDeeds.set(agent, deeds);
            }
            if (deeds.size() == TALK_DEEDS) {
                deeds.remove(0);
            }
            deeds.add(new TalkDeed(done.step, tick));
            return;
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
    }

    /** Whether a talk has done, since a tick, what a step of a plan says, once for each. */
    public boolean takeDoneInTalk(int agent, Step step, long since) {
        List<TalkDeed> deeds = talkDeeds.safeGet(agent);
        for (int i = 0; deeds != null && i < deeds.size(); i++) {
            if (deeds.get(i).tick >= since && deeds.get(i).step.equals(step)) {
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
