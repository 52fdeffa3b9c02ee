/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.annotations.SkipWire;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.MindListener.AnswerStatus;
import dev.triune.MindStats;
import dev.triune.PlanSource;
import dev.triune.SpeechFilter;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.internal.apply.AnswerEnding;
import dev.triune.internal.apply.DeathHandler;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.MindCounters;
import dev.triune.internal.apply.MindLookup;
import dev.triune.internal.apply.PartApplier;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.apply.QueueWriter;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder.GameTime;
import dev.triune.prompt.PromptBuilder.PromptPart;
import dev.triune.rule.SelectionRule;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts answers into behaviour queues, part by part, while the model still writes. An update is
 * applied only if its ticket and the agent's serial still match the {@link Mind}, because entity
 * ids are recycled. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public class DecisionApplySystem extends BaseEntitySystem {
    /** The maximum number of steps that one answer can queue. */
    public static final int STEPS_PER_ANSWER = QueueWriter.STEPS_PER_ANSWER;

    private static final Telemetry NO_CALL =
            new Telemetry("", 0, Duration.ZERO, 0, Duration.ZERO, Usage.NONE, false, "");

    private final GameClock clock;
    private final Broker broker;
    private final DecisionContext context;
    private final MindListener[] listeners;
    private final PerKind<PlanRepair> repairs;
    private final PerKind<Perception> perceptions;
    private final PerKind<GameTime> times;
    private final QueueWriter queues;
    private final PartApplier parts;
    private final AnswerEnding ending;

    /** Ends what agents that die were about. */
    final DeathHandler deaths;

    @SkipWire // there may be none
    private @Nullable BehaviorSystem behaviors;

    private MindLookup minds;

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;

    /** Creates the system for the answers of a broker to every agent, without a routine. */
    public DecisionApplySystem(GameClock clock, Broker broker, ActionCatalog catalog) {
        this(clock, broker, List.of(new MindKind(new MindConfig(catalog))), Aspect.all());
    }

    /**
     * Creates the system for several kinds, the default one first.
     *
     * @param extra further components that an agent must or must not have
     */
    public DecisionApplySystem(
            GameClock clock,
            Broker broker,
            List<MindKind> kinds,
            Aspect.Builder extra,
            MindListener... listeners) {
        super(extra.copy().all(Mind.class, Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.broker = broker;
        this.context = new DecisionContext(listeners);
        this.listeners = listeners.clone();
        this.repairs = new PerKind<>(kinds, PlanRepair::new);
        this.perceptions = new PerKind<>(kinds, kind -> kind.config().perception());
        this.times = new PerKind<>(
                kinds,
                kind -> Objects.requireNonNullElse(kind.config().gameTime(), (tick, now) -> ""));
        this.queues = new QueueWriter(clock, context, repairs);
        this.parts = new PartApplier(context, repairs, queues);
        this.ending = new AnswerEnding(clock, context, queues, repairs);
        this.deaths = new DeathHandler(clock, broker, context, queues);
    }

    /** Returns what the systems of a world share; empty if it applies no answers. */
    static DecisionContext contextOf(World world) {
        DecisionApplySystem decisions = GameObjects.system(world, DecisionApplySystem.class);
        DecisionContext context = decisions == null ? new DecisionContext() : decisions.context;
        context.faults().join(world);
        return context;
    }

    /** Adds a module's share of all prompts; before the world is built. */
    public void prompts(PromptPart part) {
        context.promptParts().add(Objects.requireNonNull(part, "part"));
    }

    /** Sets what decides what is heard of answers; before the world is built. */
    void speech(@Nullable SpeechFilter filter) {
        context.speech(filter);
    }

    /** Returns the counts of requests, answers and steps. */
    public MindStats stats() {
        return context.stats();
    }

    /** Returns the last serial that was given to an agent, 0 if none was. For saves. */
    public long lastSerial() {
        return context.lastSerial();
    }

    /** Continues after a load, before the first tick, with the last serial and the loaded ones. */
    public void resume(long lastSerial, long... serials) {
        context.resume(lastSerial, serials);
    }

    /** Whether agents were loaded that appear in the next tick. For saves. */
    public boolean awaitsLoadedAgents() {
        return context.awaitsLoadedAgents();
    }

    @Override
    protected void initialize() {
        minds = new MindLookup(subscription, mMind);
        world.inject(queues);
        world.inject(parts);
        ending.join(world);
        world.inject(deaths);
        perceptions.initialize(world);
        context.journals()
                .start(
                        world,
                        clock,
                        perceptions,
                        times,
                        agent -> repairs.of(agent).catalog().wording());
        MindCounters counters = context.counters();
        counters.steps().listener(context.journals());
        counters.steps().watch(world, () -> counters.nextPlansWasted++);
        behaviors = GameObjects.system(world, BehaviorSystem.class);
        repairs.initialize(world);
        repairs.all().forEach(repair -> repair.inject(world));
        times.all().forEach(time -> GameObjects.inject(world, time));
        for (MindListener listener : listeners) {
            GameObjects.inject(world, listener);
        }
    }

    @Override
    protected boolean checkProcessing() {
        return clock.ticking();
    }

    @Override
    protected void processSystem() {
        context.thread().ticks();
        if (context.hasInboxCapacity()) {
            broker.doWork();
        }
        releaseHeld();
        apply(DecisionContext.UPDATES_PER_TICK);
        if (behaviors == null && clock.ticking()) {
            queues.startNextPlans(subscription.getEntities());
        }
    }

    @Override
    protected void end() {
        context.faults().rethrow();
    }

    /** Cancels pending requests, so that the broker can serve other worlds. */
    @Override
    protected void dispose() {
        context.beginClose();
        for (PendingDecision request : context.pending()) {
            request.answer.overrule(AnswerStatus.ORPHANED, DeathHandler.GONE);
            broker.cancel(request.ticket);
        }
        applyAll();
        for (PendingDecision request : context.pending()) {
            take( // nothing waits for another tick
                    request,
                    new Update.Ended<>(
                            request.ticket, new Outcome.Cancelled(!request.granted()), NO_CALL));
        }
        context.close();
    }

    /** Applies all updates received, for the final {@link #stats()} of a closed broker. */
    public void applyAll() {
        releaseHeld();
        apply(Integer.MAX_VALUE);
    }

    /** Applies what waited for a deed to begin in the last tick, which is judged now. */
    private void releaseHeld() {
        List<PendingDecision> due = context.takeHeld();
        for (int i = 0; i < due.size(); i++) { // an iterator of no requests would be garbage
            PendingDecision request = due.get(i);
            List<Update<PlanPart>> held = List.copyOf(request.held);
            request.held.clear();
            held.forEach(update -> receive(request, update));
        }
    }

    private void apply(int limit) {
        for (int i = 0; i < limit; i++) {
            Update<PlanPart> update = context.next();
            if (update == null) {
                break;
            }
            PendingDecision request = context.byTicket(update.ticket());
            if (request != null) {
                receive(request, update);
            }
        }
    }

    /**
     * Gives an agent an order, for example of a player: the steps replace its plan at once, and
     * take precedence over earlier requests. A waiting request for a plan is cancelled. An answer
     * in flight is {@linkplain AnswerStatus#SUPERSEDED superseded}: its speech is still heard, its
     * steps and goals are refused. The prompt of a later request shows the order, and its plan may
     * replace the order, unless {@link BehaviorQueue#undisturbed} is set. If one of the steps fails,
     * the next one begins.
     *
     * @return the number of steps that were queued; 0 if the agent is dead
     * @throws IllegalArgumentException if the entity is no agent, if its kind of mind has no action
     *     or runner for one of the steps, or if a step does not fit its action, for example because
     *     an argument is missing; the plan then stays as it is. A target out of sight is allowed
     */
    public int order(int agent, List<Step> steps) {
        requireKnown(agent, steps);
        Mind mind = mMind.get(agent);
        for (PendingDecision request : context.requestsOf(agent)) {
            if (request.prompt.written()) {
                request.answer.overrule(
                        AnswerStatus.SUPERSEDED, "the game gave an order meanwhile");
            } else if (request.layer() != Layer.TALKER) {
                request.restoreInvocation(mind);
                broker.cancel(request.ticket);
            }
        }
        mind.lastDecision = clock.tick();
        mind.secondTry = null;
        queues.cancel(agent, mQueue.get(agent));
        return enqueue(agent, steps);
    }

    /**
     * Orders a plan of a {@link PlanSource} for an agent, as if a model had made it for a rule: it
     * replaces the plan, or follows it if that is the rule's purpose. Steps that the catalog does
     * not allow are repaired or refused.
     *
     * @param origin where the plan comes from, in words, for listeners
     * @param steps the steps; none to keep the current plan
     * @return the steps that were queued
     */
    public List<QueuedStep> plan(int agent, SelectionRule rule, String origin, List<Step> steps) {
        requireAgent(agent);
        Mind mind = mMind.get(agent);
        PendingDecision plan = PendingDecision.ofSource(agent, mind, rule);
        for (Step step : steps) {
            if (mQueue.has(agent) && mBehavior.has(agent)) { // else a listener has removed it
                parts.apply(plan, mind, new PlanPart.QueueableStep(step));
            }
        }
        mind.lastDecision = clock.tick();
        mind.lastPeriodic = plan.periodic() ? clock.tick() : mind.lastPeriodic;
        context.listener().planOrdered(agent, origin, steps);
        return plan.answer.queuedSteps();
    }

    /**
     * Notes that an agent took part in the deed of another, whose runner calls this: such as the partner
     * of a trade, which may have planned the same from its side. The first unfinished step of its queue,
     * or of its next plan, that says the same, or smaller numbers of it, is done with that: it does not
     * begin, or its runner is stopped, and it keeps its promise. Answers that are being written leave it
     * out. The deed is in the agent's journal, and keeps what it owes the other, in any case.
     *
     * @param step the deed as a step of the agent, with the other as its partner
     * @return whether the agent had such a step
     * @throws IllegalArgumentException if the entity is no agent, or if its kind of mind has no
     *     action or runner for the step
     */
    public boolean tookPart(int agent, Step step) {
        requireKnown(agent, List.of(step));
        return !deaths.isDead(agent) && queues.complete(agent, mMind.get(agent), step);
    }

    /** Has an idle agent follow its routine; returns whether that has steps for it. */
    boolean followRoutine(int agent) {
        return ending.followRoutine(agent);
    }

    /**
     * Appends steps to an agent's queue. The next plan of a model replaces them; see {@link #order}.
     *
     * @return the number of steps that were queued; 0 if the agent is dead
     * @throws IllegalArgumentException if the entity is no agent, or if its kind of mind has no
     *     action or runner for one of the steps
     */
    public int enqueue(int agent, List<Step> steps) {
        requireKnown(agent, steps);
        if (deaths.isDead(agent)) {
            return 0;
        }
        int queued = queues.append(agent, mQueue.get(agent), steps);
        context.dirtyAgents().wake(agent);
        return queued;
    }

    /**
     * Drops an agent's plan and next plan. An answer in flight is {@linkplain
     * AnswerStatus#SUPERSEDED superseded}, as by an {@link #order}: it starts no plan. Listeners
     * hear of a running step ({@link MindListener#stepRemoved}), not of the plan.
     */
    public void cancelPlan(int agent) {
        requireAgent(agent);
        for (PendingDecision request : context.requestsOf(agent)) {
            if (request.prompt.written()) {
                request.answer.overrule(AnswerStatus.SUPERSEDED, "the plan was given up");
            }
        }
        queues.cancel(agent, mQueue.get(agent));
        context.dirtyAgents().wake(agent);
    }

    /** Cancels the plan of an agent without a mind; one that the aspect excludes keeps its plan. */
    @Override
    protected void removed(int agent) {
        if (!mMind.has(agent) && mQueue.has(agent)) {
            queues.cancel(agent, mQueue.get(agent));
        }
    }

    private void requireAgent(int entity) {
        context.thread().check("DecisionApplySystem");
        if (GameObjects.find(mQueue, entity) == null || GameObjects.find(mMind, entity) == null) {
            throw new IllegalArgumentException(
                    "entity " + entity + " is no agent (expected one with"
                            + " Mind and Needs, from the next tick on)");
        }
    }

    private void requireKnown(int agent, List<Step> steps) {
        requireAgent(agent);
        PlanRepair repair = behaviors == null
                ? repairs.of(agent)
                : behaviors.repairOf(agent); // which may have runners of its own
        repair.requireFitting(steps);
    }

    private void receive(PendingDecision request, Update<PlanPart> received) {
        Update<PlanPart> update = context.withHeldPiece(request, received);
        boolean waits = request.mustWait(update, clock.tick());
        if (!waits) {
            request.judging = !take(request, update);
        }
        if (waits || request.judging) {
            context.hold(request, update);
        }
    }

    /** Applies an update; false if what it says has to wait. */
    private boolean take(PendingDecision request, Update<PlanPart> update) {
        Mind mind = minds.find(request.agent, request.serial);
        if (mind != null && deaths.isDead(request.agent)) {
            deaths.orphan(request);
        }
        if (update instanceof Update.Ended<PlanPart> ended) {
            ending.end(request, mind, ended.outcome());
        } else if (update instanceof Update.Part<PlanPart> part
                && mind != null
                && request.isOf(mind)) {
            request.answer.late |= request.prompt.expired(clock.tick());
            boolean complete = mQueue.has(request.agent) && mBehavior.has(request.agent);
            if (complete
                    && !request.answer.late
                    && request.answer.overruled() != AnswerStatus.ORPHANED) {
                parts.judgeDeeds(request, mind);
                return parts.apply(request, mind, part.value());
            }
        }
        return true;
    }
}
