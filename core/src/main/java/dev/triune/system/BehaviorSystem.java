/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.BitVector;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Step;
import dev.triune.action.Wording.Text;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.DirtyAgents;
import dev.triune.internal.behavior.ActingAgent;
import dev.triune.internal.behavior.PlanExecutor;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.behavior.ReflexExecutor;
import dev.triune.internal.behavior.RunnerState;
import dev.triune.internal.behavior.StepLedger;
import dev.triune.internal.behavior.StepLimits;
import dev.triune.internal.check.WorldThread;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.Ticker;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable.Trigger;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Carries out the active reflex of an agent, otherwise the next step of its queue. A reflex pauses
 * the queue, whose step starts again afterwards. Optional: a game can carry out behaviours itself
 * by reading {@link Behavior}. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis and initialize set the fields
public class BehaviorSystem extends BaseEntitySystem {
    /** The game time before a failed reflex is tried again. */
    public static final Duration REFLEX_RETRY = Duration.ofSeconds(1);

    /** The duration after which a replaced step is reported as unfinished. */
    static final Duration LONG_STEP = Duration.ofSeconds(30);

    /** The real time after which a tick of runners is said to block the game. */
    private static final long BLOCKING_NANOS = Duration.ofMillis(250).toNanos();

    private static final Logger LOG = Logger.getLogger(BehaviorSystem.class.getName());

    private final GameClock clock;
    private final List<MindKind> kinds;
    private final StepLimits limits;
    private final MindListener[] gameListeners;
    private final ActingAgent acting = new ActingAgent();

    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private DecisionContext context;
    private MindListener listeners;
    private StepLedger ledger;
    private PerKind<PlanExecutor> executors;
    private ReflexExecutor reflexes;
    private DirtyAgents awake;
    private DirtyAgents reacting;
    private WorldThread thread;
    private boolean parkingEnabled;
    private Ticker ticker = Ticker.system();

    /** Whether the last tick took long, so that this one finds out whose runner it was. */
    private boolean timesAgents;

    private boolean blockingSaid;

    /** Creates the system for every agent, with the default watchdog. */
    public BehaviorSystem(
            GameClock clock, Map<String, ActionRunner<Step>> runners, ActionCatalog catalog) {
        this(clock, List.of(kind(runners, catalog)), Watchdog.DEFAULT, Aspect.all());
    }

    /**
     * Creates the system for several kinds, the default one first.
     *
     * @param watchdog the limits after which a step fails although its runner continues
     * @param extra further components that an agent must or must not have
     */
    public BehaviorSystem(
            GameClock clock,
            List<MindKind> kinds,
            Watchdog watchdog,
            Aspect.Builder extra,
            MindListener... listeners) {
        super(extra.copy().all(Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.kinds = List.copyOf(kinds);
        this.limits = new StepLimits(watchdog, clock);
        this.gameListeners = listeners.clone();
    }

    private static MindKind kind(Map<String, ActionRunner<Step>> runners, ActionCatalog catalog) {
        MindKind kind = new MindKind(new MindConfig(catalog));
        runners.forEach(kind::runner);
        return kind;
    }

    /** Fills in the mappers and systems that runners have fields for. */
    @Override
    protected void initialize() {
        world.inject(acting);
        context = DecisionApplySystem.contextOf(world);
        awake = context.acting();
        reacting = context.reacting();
        thread = context.thread();
        parkingEnabled = GameObjects.system(world, DecisionApplySystem.class)
                != null; // then it shares changes
        listeners = context.fanOut(gameListeners);
        ledger = context.counters().steps();
        reflexes = new ReflexExecutor(acting, clock, listeners, clock.ticks(REFLEX_RETRY));
        executors = new PerKind<>(kinds, this::executor);
        executors.initialize(world);
    }

    private PlanExecutor executor(MindKind kind) {
        PlanExecutor executor = new PlanExecutor(acting, clock, kind, limits, listeners, ledger);
        executor.inject(world);
        String kindPrefix = kinds.size() == 1 ? "" : "kind \"" + kind.name() + "\": ";
        executor.runners()
                .configurationWarnings(kind.catalog(), reflexBehaviors(kind.name()))
                .forEach(gap -> LOG.log(Level.WARNING, kindPrefix + gap));
        return executor;
    }

    /** Returns what repairs the steps of an agent. */
    PlanRepair repairOf(int agent) {
        return executors.of(agent).repair();
    }

    /** Returns the behaviours of the reflexes of a kind, the most important first. */
    private Set<String> reflexBehaviors(String kind) {
        Set<String> behaviors = new LinkedHashSet<>();
        AutonomicSystem autonomic = GameObjects.system(world, AutonomicSystem.class);
        if (autonomic != null) {
            for (Trigger each : autonomic.reflexTable().triggers()) {
                boolean ofOthers = each instanceof ReflexRule rule
                        && !rule.kinds().isEmpty()
                        && !rule.kinds().contains(kind);
                if (!ofOthers) {
                    behaviors.add(each.behavior());
                }
            }
        }
        return behaviors;
    }

    @Override
    protected void inserted(int agent) {
        awake.wake(agent);
    }

    /** Stops the runner of an agent that left. */
    @Override
    protected void removed(int agent) {
        awake.forget(agent);
        RunnerState running = acting.runningOf(agent);
        QueuedStep queued = running.queued;
        running.stop(agent);
        if (queued != null && queued.state == QueuedStep.State.CURRENT) {
            queued.state = QueuedStep.State.PENDING;
        }
        Behavior behavior = mBehavior.get(agent);
        if (behavior != null && behavior.origin == Behavior.Origin.STEP) {
            behavior.end(false, clock.tick()); // its step restarts if the agent returns
            reacting.mark(agent);
        }
    }

    /** Stops all runners. */
    @Override
    protected void dispose() {
        IntBag agents = subscription.getEntities();
        for (int i = 0; i < agents.size(); i++) {
            acting.runningOf(agents.get(i)).stop(agents.get(i));
        }
    }

    @Override
    protected boolean checkProcessing() {
        return clock.ticking();
    }

    @Override
    protected void processSystem() {
        long began = blockingSaid ? 0 : ticker.nanos();
        float frame = world.getDelta();
        world.setDelta(clock.deltaOfTick(frame)); // runners move by it, once in each tick
        try {
            advanceAgents();
        } finally {
            world.setDelta(frame);
        }
        if (!blockingSaid) {
            timesAgents = ticker.nanos() - began > BLOCKING_NANOS;
        }
    }

    /** Sets the clock that finds runners which block; for tests. */
    void timedBy(Ticker clockOfRunners) {
        ticker = clockOfRunners;
    }

    private void advanceAgents() {
        BitVector agents = subscription.getActiveEntityIds();
        awake.begin(clock.tick(), agents);
        for (int agent = awake.nextMarked(0);
                agent >= 0 && clock.ticking(); // else the game has disposed of the world
                agent = awake.nextMarked(agent + 1)) {
            if (agents.get(agent)) {
                if (timesAgents && !blockingSaid) {
                    processTimed(agent);
                } else {
                    process(agent);
                }
            } else {
                awake.unmark(agent); // an entity that does not act
            }
        }
    }

    @Override
    protected void end() {
        context.faults().rethrow();
    }

    /**
     * Calls a waiting agent's runner in the next tick, because what it waits for has happened. Also
     * needed after a game writes into {@link Behavior} or {@link BehaviorQueue} of a waiting agent.
     * Cheap; ignores entities that are not agents.
     */
    public void signal(int agent) {
        if (subscription != null && subscription.getActiveEntityIds().get(agent)) {
            thread.check("BehaviorSystem");
            awake.wake(agent);
        }
    }

    /** Processes an agent, and says once whose runner blocks the game again and again. */
    private void processTimed(int agent) {
        Behavior behavior = mBehavior.get(agent);
        String name = behavior == null ? "" : behavior.name;
        long began = ticker.nanos();
        process(agent);
        long took = ticker.nanos() - began;
        if (took > BLOCKING_NANOS) {
            blockingSaid = true;
            LOG.warning("the runner of " + name + " took "
                    + Duration.ofNanos(took).toMillis() + " ms in a tick, and as long before: the"
                    + " game stands still meanwhile (return Progress.RUNNING, and go on in the"
                    + " next tick; do what blocks on another thread). Said once.");
        }
    }

    private void process(int agent) {
        Behavior behavior = mBehavior.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        if (behavior == null || queue == null) {
            awake.unmark(agent);
            return; // a listener has removed it in this tick
        }
        RunnerState running = acting.runningOf(agent);
        if (hasNothingToDo(agent, behavior, queue, running)) {
            return; // but stays marked, because the game may write into its queue
        }
        if (running.runner == null) {
            running = acting.createRunning(agent); // or the one that it has
        }
        awake.unmark(agent);
        int generation = behavior.generation;
        if (running.runner != null && running.generation != behavior.generation) {
            acting.bindTo(agent, behavior, queue, running);
            interrupt(behavior, running);
        }
        boolean reflex = behavior.origin == Behavior.Origin.REFLEX;
        boolean urgent = reflex && behavior.priority > Behavior.STEP_PRIORITY;
        boolean planAdvanced =
                !urgent && executors.of(agent).advance(agent, behavior, queue, running);
        if (reflex && !planAdvanced) {
            reflexes.advance(
                    agent, behavior, queue, running, executors.of(agent).runners());
        }
        if (behavior.generation != generation || behavior.failed) {
            reacting.mark(agent);
        }
        if (isWaiting(behavior, running)) {
            awake.markAt(agent, running.resumesAt(limits));
        } else {
            awake.wake(agent);
        }
    }

    /** Whether an agent has no plan, and does nothing or what the game executes. */
    private boolean hasNothingToDo(
            int agent, Behavior behavior, BehaviorQueue queue, RunnerState running) {
        return running.runner == null
                && behavior.origin != Behavior.Origin.STEP
                && !behavior.failed
                && queue.steps.isEmpty()
                && !queue.hasNextPlan()
                && !queue.paused()
                && (behavior.idle() || executors.of(agent).runners().find(behavior.name) == null);
    }

    /** Whether a runner waits, and no plan may replace the agent's pastime. */
    private boolean isWaiting(Behavior behavior, RunnerState running) {
        boolean busy = running.queued != null || behavior.priority > Behavior.STEP_PRIORITY;
        return running.wakeAt > clock.tick()
                && parkingEnabled
                && busy
                && running.runner != null
                && running.generation == behavior.generation;
    }

    /** Stops the runner because another behaviour began; its step becomes pending again. */
    private void interrupt(Behavior behavior, RunnerState running) {
        QueuedStep queued = running.queued;
        running.stop(acting.id);
        if (queued == null || queued.state != QueuedStep.State.CURRENT) {
            return;
        }
        queued.state = QueuedStep.State.PENDING;
        if (acting.queue.steps.contains(queued)) {
            acting.queue.pausedBy = behavior.origin == Behavior.Origin.REFLEX ? behavior.name : "";
        } else {
            reportUnfinished(queued, clock.tick() - running.startedAt);
        }
    }

    /** Notes a long-running step whose plan was replaced, for the next prompt. */
    private void reportUnfinished(QueuedStep queued, long ticks) {
        if (ticks > clock.ticks(LONG_STEP)) {
            long seconds = clock.duration(ticks).toSeconds();
            acting.addTrouble(repairOf(acting.id).say(Text.NOT_FINISHED, queued.step, seconds));
        }
    }
}
