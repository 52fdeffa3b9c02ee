/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.plan.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what the other layers decided: the reflex that has taken over, else the next step of
 * the queue. A queue that a reflex holds up is paused, not lost; its step starts again afterwards.
 * Optional: a game that carries out behaviours itself reads {@link Behavior}. Game thread only.
 */
public class BehaviorSystem extends IteratingSystem {
    /** The priority of a step: reflexes above it interrupt, pastimes do not. */
    public static final int STEP_PRIORITY = 20;

    /** The most ticks that one step may take before it counts as failed. */
    public static final int STEP_LIMIT = 2_400;

    /** Ticks before a reflex that could not be carried out is tried again. */
    public static final int REFLEX_RETRY = 20;

    private final GameClock clock;
    private final BehaviorRegistry registry;
    private final List<BehaviorListener> listeners;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Running> mRunning;

    /** Carries out behaviours with the runners of that registry. */
    public BehaviorSystem(
            GameClock clock, BehaviorRegistry registry, BehaviorListener... listeners) {
        this(clock, registry, Aspect.all(), listeners);
    }

    /**
     * The same for fewer agents.
     *
     * @param extra what else an agent must have or must not have
     * @param listeners told in order; the ledger of the decisions is one of them
     */
    public BehaviorSystem(
            GameClock clock,
            BehaviorRegistry registry,
            Aspect.Builder extra,
            BehaviorListener... listeners) {
        super(extra.copy().all(Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.registry = registry;
        this.listeners = List.of(listeners);
    }

    @Override
    protected void inserted(int agent) {
        mRunning.create(agent);
    }

    /** The agent is gone or left out: its runner lets go. */
    @Override
    protected void removed(int agent) {
        Running running = mRunning.get(agent);
        if (running == null) {
            return;
        }
        QueuedStep queued = running.queued;
        stop(agent, running);
        if (queued != null && queued.state == QueuedStep.State.CURRENT) {
            queued.state = QueuedStep.State.PENDING;
        }
    }

    @Override
    protected void process(int agent) {
        Behavior behavior = mBehavior.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        Running running = mRunning.get(agent);
        if (running.runner != null && running.generation != behavior.generation) {
            interrupt(agent, running, behavior, queue);
        }
        if (behavior.origin == Behavior.Origin.REFLEX && behavior.priority >= STEP_PRIORITY) {
            runReflex(agent, running, behavior);
        } else if (!runStep(agent, running, behavior, queue)
                && behavior.origin == Behavior.Origin.REFLEX) {
            runReflex(agent, running, behavior);
        }
    }

    // ---- reflexes

    private void runReflex(int agent, Running running, Behavior behavior) {
        if (running.runner == null) {
            BehaviorRunner runner = registry.runner(behavior.name);
            boolean failedBefore = running.failedGeneration == behavior.generation;
            if (runner == null || (failedBefore && clock.tick() < running.retryAt)) {
                return; // the game carries it out itself, or it is not time to try again
            }
            start(agent, running, behavior, runner, registry.reflexStep(behavior.name), null);
        }
        Progress progress = tick(agent, running);
        switch (progress.kind()) {
            case RUNNING -> {}
            case DONE -> {
                stop(agent, running);
                behavior.end(behavior.priority >= STEP_PRIORITY, clock.tick());
            }
            case FAILED -> {
                stop(agent, running);
                running.retryAt = clock.tick() + REFLEX_RETRY;
                running.failedGeneration = behavior.generation;
            }
        }
    }

    // ---- steps

    /** Goes on with the queue; false if there is nothing to do in it. */
    private boolean runStep(int agent, Running running, Behavior behavior, BehaviorQueue queue) {
        if (running.queued == null) {
            QueuedStep next = queue.next();
            if (next == null) {
                return false;
            }
            begin(agent, running, behavior, queue, next);
        }
        QueuedStep queued = running.queued;
        if (queued != null) {
            Progress progress = clock.tick() - behavior.since > STEP_LIMIT
                    ? Progress.failed("it took too long")
                    : tick(agent, running);
            finishIfOver(agent, running, behavior, queue, queued, progress);
        }
        return true;
    }

    private void begin(
            int agent, Running running, Behavior behavior, BehaviorQueue queue, QueuedStep next) {
        if (running.runner != null) {
            stop(agent, running); // a pastime
        }
        queue.pausedBy = "";
        Step step = next.step;
        behavior.begin(step.type(), Behavior.Origin.STEP, STEP_PRIORITY, true, clock.tick());
        next.state = QueuedStep.State.CURRENT;
        listeners.forEach(listener -> listener.stepStarted(agent, step));
        BehaviorRunner runner = registry.runner(step.type());
        if (runner == null) {
            finishIfOver(
                    agent, running, behavior, queue, next, Progress.failed("nobody can do it"));
            return;
        }
        start(agent, running, behavior, runner, step, next);
    }

    private void finishIfOver(
            int agent,
            Running running,
            Behavior behavior,
            BehaviorQueue queue,
            QueuedStep queued,
            Progress progress) {
        if (progress.kind() == Progress.Kind.RUNNING) {
            return;
        }
        stop(agent, running);
        if (progress.kind() == Progress.Kind.DONE) {
            queued.state = QueuedStep.State.DONE;
            listeners.forEach(listener -> listener.stepDone(agent, queued.step));
        } else {
            queued.state = QueuedStep.State.FAILED;
            queued.reason = progress.reason();
            listeners.forEach(
                    listener -> listener.stepFailed(agent, queued.step, progress.reason()));
        }
        boolean last = queue.next() == null;
        behavior.end(last, clock.tick());
        if (last) {
            listeners.forEach(listener -> listener.queueDone(agent));
        }
    }

    // ---- runners

    /** Something else began meanwhile: lets go, and gives the step its turn again. */
    private void interrupt(int agent, Running running, Behavior behavior, BehaviorQueue queue) {
        QueuedStep queued = running.queued;
        stop(agent, running);
        if (queued != null && queued.state == QueuedStep.State.CURRENT) {
            queued.state = QueuedStep.State.PENDING;
            queue.pausedBy = behavior.origin == Behavior.Origin.REFLEX ? behavior.name : "";
        }
    }

    private void start(
            int agent,
            Running running,
            Behavior behavior,
            BehaviorRunner runner,
            Step step,
            @Nullable QueuedStep queued) {
        running.runner = runner;
        running.step = step;
        running.queued = queued;
        running.generation = behavior.generation;
        running.first = runner.start(agent, step);
    }

    private Progress tick(int agent, Running running) {
        BehaviorRunner runner = running.runner;
        Step step = running.step;
        if (runner == null || step == null) {
            return Progress.failed("nothing runs");
        }
        Progress first = running.first;
        running.first = Progress.RUNNING;
        return first.kind() == Progress.Kind.RUNNING ? runner.tick(agent, step) : first;
    }

    private void stop(int agent, Running running) {
        BehaviorRunner runner = running.runner;
        Step step = running.step;
        running.runner = null;
        running.step = null;
        running.queued = null;
        if (runner != null && step != null) {
            runner.stop(agent, step);
        }
    }
}
