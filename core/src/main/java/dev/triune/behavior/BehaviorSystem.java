/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.plan.Step;
import java.util.List;

/**
 * Carries out what the other layers decided: the reflex that has taken over, else the next step of
 * the queue. A queue that a reflex holds up is paused, not lost; its step starts again afterwards.
 * Optional: a game that carries out behaviours itself reads {@link Behavior}. Game thread only.
 */
public class BehaviorSystem extends IteratingSystem {
    /** The priority of a step: reflexes above it interrupt, pastimes do not. */
    public static final int STEP_PRIORITY = Behavior.STEP_PRIORITY;

    /** Ticks before a reflex that could not be carried out is tried again. */
    public static final int REFLEX_RETRY = 20;

    private final GameClock clock;
    private final BehaviorRegistry registry;
    private final PlanWalk plans;
    private final Actor actor = new Actor();

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Running> mRunning;

    /** Carries out behaviours with the runners of that registry. */
    public BehaviorSystem(
            GameClock clock,
            BehaviorRegistry registry,
            PlanRepair repair,
            BehaviorListener... listeners) {
        this(clock, registry, repair, Watchdog.DEFAULT, Aspect.all(), listeners);
    }

    /**
     * The same for fewer agents.
     *
     * @param watchdog when a step fails although its runner goes on
     * @param extra what else an agent must have or must not have
     * @param listeners told in order; the ledger of the decisions is one of them
     */
    public BehaviorSystem(
            GameClock clock,
            BehaviorRegistry registry,
            PlanRepair repair,
            Watchdog watchdog,
            Aspect.Builder extra,
            BehaviorListener... listeners) {
        super(extra.copy().all(Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.registry = registry;
        this.plans = new PlanWalk(clock, registry, repair, watchdog, List.of(listeners));
    }

    /** Fills in the mappers and systems that runners have fields for. */
    @Override
    protected void initialize() {
        registry.targets().forEach(runner -> world.inject(runner, false));
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
        running.stop(agent);
        if (queued != null && queued.state == QueuedStep.State.CURRENT) {
            queued.state = QueuedStep.State.PENDING;
        }
    }

    @Override
    protected void process(int agent) {
        actor.id = agent;
        actor.behavior = mBehavior.get(agent);
        actor.queue = mQueue.get(agent);
        actor.running = mRunning.get(agent);
        actor.mind = mMind.get(agent);
        act(actor.behavior, actor.running);
    }

    private void act(Behavior behavior, Running running) {
        if (running.runner != null && running.generation != behavior.generation) {
            interrupt(behavior, running);
        }
        boolean reflex = behavior.origin == Behavior.Origin.REFLEX;
        if (reflex && behavior.priority >= STEP_PRIORITY) {
            runReflex(behavior, running);
        } else if (!plans.goOn(actor) && reflex) {
            runReflex(behavior, running);
        }
    }

    /** Something else began meanwhile: lets go, and gives the step its turn again. */
    private void interrupt(Behavior behavior, Running running) {
        QueuedStep queued = running.queued;
        running.stop(actor.id);
        if (queued != null && queued.state == QueuedStep.State.CURRENT) {
            queued.state = QueuedStep.State.PENDING;
            actor.queue.pausedBy = behavior.origin == Behavior.Origin.REFLEX ? behavior.name : "";
        }
    }

    private void runReflex(Behavior behavior, Running running) {
        if (running.runner == null) {
            BehaviorRunner runner = registry.runner(behavior.name);
            boolean failedBefore = running.failedGeneration == behavior.generation;
            if (runner == null || (failedBefore && clock.tick() < running.retryAt)) {
                return; // the game carries it out itself, or it is not time to try again
            }
            Step step = registry.reflexStep(behavior.name);
            running.start(actor, runner, step, null, clock.tick());
        }
        Progress progress = running.tick(actor.id);
        switch (progress.kind()) {
            case RUNNING -> {}
            case DONE -> {
                running.stop(actor.id);
                behavior.end(behavior.priority >= STEP_PRIORITY, clock.tick());
            }
            case FAILED -> {
                running.stop(actor.id);
                running.retryAt = clock.tick() + REFLEX_RETRY;
                running.failedGeneration = behavior.generation;
            }
        }
    }
}
