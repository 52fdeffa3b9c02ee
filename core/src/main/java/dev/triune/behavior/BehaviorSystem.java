/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.behavior;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.plan.ActionType;
import dev.triune.plan.Step;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Carries out what the other layers decided: the reflex that has taken over, else the next step of
 * the queue. A queue that a reflex holds up is paused, not lost; its step starts again afterwards.
 * Optional: a game that carries out behaviours itself reads {@link Behavior}. Game thread only.
 */
public class BehaviorSystem extends BaseEntitySystem {
    /** Ticks before a reflex that could not be carried out is tried again. */
    public static final int REFLEX_RETRY = 20;

    /**
     * The ticks after which a step that another plan replaces counts as one that got nowhere: the
     * watchdog, which would have failed it in the end, leaves steps more time than replanning does.
     */
    static final int LONG_STEP = 600;

    private static final Logger LOG = Logger.getLogger(BehaviorSystem.class.getName());

    private final GameClock clock;
    private final BehaviorRegistry registry;
    private final PlanRepair repair;
    private final Audience listeners;
    private final PlanWalk walk;
    private final Actor actor = new Actor();

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

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
        this.walk = new PlanWalk(clock, registry, repair, watchdog, this.listeners);
    }

    /** Fills in the mappers and systems that runners have fields for. */
    @Override
    protected void initialize() {
        world.inject(actor);
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
                    Level.WARNING,
                    "actions without a runner, whose steps will fail: " + missing
                            + " (MindPlugin.run gives them one)");
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
    protected void processSystem() {
        IntBag agents = subscription.getEntities();
        int[] ids = agents.getData();
        for (int i = 0, n = agents.size(); i < n; i++) {
            process(ids[i]);
        }
    }

    private void process(int agent) {
        Behavior behavior = mBehavior.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        Running running = mRunning.get(agent);
        if (running.runner != null && running.generation != behavior.generation) {
            actor.turnTo(agent, behavior, queue, running);
            interrupt(behavior, running);
        }
        boolean reflex = behavior.origin == Behavior.Origin.REFLEX;
        boolean urgent = reflex && behavior.priority >= Behavior.STEP_PRIORITY;
        boolean plans = !urgent && walk.goOn(actor, agent, behavior, queue, running);
        if (reflex && !plans) {
            runReflex(agent, behavior, queue, running);
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

    private void runReflex(int agent, Behavior behavior, BehaviorQueue queue, Running running) {
        if (running.runner == null) {
            Contained runner = registry.runner(behavior.name);
            boolean failedBefore = running.failedGeneration == behavior.generation;
            if (runner == null || (failedBefore && clock.tick() < running.retryAt)) {
                return; // the game carries it out itself, or it is not time to try again
            }
            actor.turnTo(agent, behavior, queue, running);
            Step step = registry.reflexStep(behavior.name);
            running.start(actor, runner, step, null, clock.tick());
        }
        Progress progress = running.tick(agent);
        if (progress.kind() != Progress.Kind.RUNNING) {
            actor.turnTo(agent, behavior, queue, running);
            endReflex(progress);
        }
    }

    private void endReflex(Progress progress) {
        Behavior behavior = actor.behavior;
        Running running = actor.running;
        boolean holdsPlanUp = behavior.priority >= Behavior.STEP_PRIORITY;
        running.stop(actor.id);
        if (progress.kind() == Progress.Kind.DONE) {
            String over = behavior.name;
            behavior.end(holdsPlanUp, clock.tick());
            listeners.reflexDone(actor.id, over);
        } else {
            running.retryAt = clock.tick() + REFLEX_RETRY;
            running.failedGeneration = behavior.generation;
            if (holdsPlanUp) { // it cannot go on, and the agent is to know why
                actor.complain(behavior.name + ": " + progress.reason());
            }
            listeners.reflexFailed(actor.id, behavior.name, progress.reason());
        }
    }
}
