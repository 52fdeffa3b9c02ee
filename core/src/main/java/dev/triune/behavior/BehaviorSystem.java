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
import dev.triune.plan.ActionType;
import dev.triune.plan.Step;
import java.util.List;

/**
 * Carries out what the other layers decided: the reflex that has taken over, else the next step of
 * the queue. A queue that a reflex holds up is paused, not lost; its step starts again afterwards.
 * Optional: a game that carries out behaviours itself reads {@link Behavior}. Game thread only.
 */
public class BehaviorSystem extends IteratingSystem {
    /** Ticks before a reflex that could not be carried out is tried again. */
    public static final int REFLEX_RETRY = 20;

    /**
     * The ticks after which a step that another plan replaces counts as one that got nowhere: the
     * watchdog, which would have failed it in the end, leaves steps more time than replanning does.
     */
    static final int LONG_STEP = 600;

    private static final System.Logger LOG = System.getLogger(BehaviorSystem.class.getName());

    private final GameClock clock;
    private final BehaviorRegistry registry;
    private final PlanRepair repair;
    private final Audience listeners;
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
        this.repair = repair;
        this.listeners = new Audience(List.of(listeners));
        this.plans = new PlanWalk(clock, registry, repair, watchdog, this.listeners);
    }

    /** Fills in the mappers and systems that runners have fields for. */
    @Override
    protected void initialize() {
        registry.targets().forEach(runner -> world.inject(runner, false));
        repair.join(world);
        warnOfMissingRunners();
    }

    /** A step that nobody runs fails in the game; this says so before the first one does. */
    private void warnOfMissingRunners() {
        List<String> missing = repair.catalog().types().stream()
                .map(ActionType::name)
                .filter(name -> !registry.runs(name) && !repair.catalog().isAboutItself(name))
                .toList();
        if (!missing.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "actions without a runner, whose steps will fail: " + missing);
        }
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
        if (reflex && behavior.priority >= Behavior.STEP_PRIORITY) {
            runReflex(behavior, running);
        } else if (!plans.goOn(actor) && reflex) {
            runReflex(behavior, running);
        }
    }

    /** Something else began meanwhile: lets go, and gives the step its turn again. */
    private void interrupt(Behavior behavior, Running running) {
        QueuedStep queued = running.queued;
        running.stop(actor.id);
        if (queued == null || queued.state != QueuedStep.State.CURRENT) {
            return;
        }
        queued.state = QueuedStep.State.PENDING;
        if (actor.queue.steps.contains(queued)) {
            actor.queue.pausedBy = behavior.origin == Behavior.Origin.REFLEX ? behavior.name : "";
        } else {
            noteUnfinished(queued, clock.tick() - running.startedAt);
        }
    }

    /** A step whose plan was replaced: the agent is told if it had long been at it. */
    private void noteUnfinished(QueuedStep queued, long ticks) {
        if (ticks > LONG_STEP) {
            actor.complain(queued.step + ": it was not finished after " + ticks + " ticks");
        }
    }

    private void runReflex(Behavior behavior, Running running) {
        if (running.runner == null) {
            Contained runner = registry.runner(behavior.name);
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
                String over = behavior.name;
                behavior.end(behavior.priority >= Behavior.STEP_PRIORITY, clock.tick());
                listeners.reflexDone(actor.id, over);
            }
            case FAILED -> {
                running.stop(actor.id);
                running.retryAt = clock.tick() + REFLEX_RETRY;
                running.failedGeneration = behavior.generation;
                if (behavior.priority >= Behavior.STEP_PRIORITY) { // it holds the plan up
                    actor.complain(behavior.name + ": " + progress.reason());
                }
            }
        }
    }
}
