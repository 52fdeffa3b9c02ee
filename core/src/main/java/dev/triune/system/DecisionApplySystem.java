/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.AnswerStatus;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.action.PlanPart;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.MindCounters;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.apply.QueueWriter;
import dev.triune.internal.behavior.PlanRepair;
import dev.triune.internal.inject.GameObjects;
import dev.triune.internal.kind.PerKind;
import dev.triune.llm.Broker;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Telemetry;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Puts answers into behaviour queues, part by part, while the model still writes. An update is
 * applied only where its ticket and the agent's serial still match the {@link Mind}: entity ids and
 * pooled components are recycled and prove nothing. Game thread only.
 */
public class DecisionApplySystem extends BaseEntitySystem {
    /** The most updates that one tick applies; the rest waits for the next. */
    public static final int UPDATES_PER_TICK = 512;

    /** The most steps that one answer can queue. */
    public static final int STEPS_PER_ANSWER = QueueWriter.STEPS_PER_ANSWER;

    private static final String GONE = "the agent is gone";

    private static final Telemetry NO_CALL =
            new Telemetry("", 0, Duration.ZERO, 0, Duration.ZERO, Usage.NONE, false, "");

    private static final Logger LOG = Logger.getLogger(DecisionApplySystem.class.getName());

    private final Set<FailureCode> failures = EnumSet.noneOf(FailureCode.class);
    private final GameClock clock;
    private final Broker broker;
    private final DecisionContext decisionContext;
    private final PerKind<PlanRepair> repairs;
    private final QueueWriter queues;
    private final MindCounters counters;
    private final MindListener listener;
    private boolean carriesOut;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Goals> mGoals;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Senses> mSenses;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Needs> mNeeds;

    /** Applies the answers of that broker to every agent, without a routine. */
    public DecisionApplySystem(GameClock clock, Broker broker, ActionCatalog catalog) {
        this(clock, broker, catalog, Routine.NONE, Aspect.all());
    }

    /**
     * Applies the answers of that broker to the agents that an aspect selects.
     *
     * @param routine what the game's rules do where no answer is usable
     * @param extra what else an agent must have or must not have
     * @param listeners notified in order of requests and answers
     */
    public DecisionApplySystem(
            GameClock clock,
            Broker broker,
            ActionCatalog catalog,
            Routine routine,
            Aspect.Builder extra,
            MindListener... listeners) {
        this(
                clock,
                broker,
                List.of(new MindKind(new MindConfig(catalog)).routine(routine)),
                extra,
                listeners);
    }

    /**
     * Applies the answers of that broker to the agents that an aspect selects, of several kinds.
     *
     * @param kinds the default kind first
     * @param extra what else an agent must have or must not have
     * @param listeners notified in order of requests and answers
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
        this.decisionContext = new DecisionContext(listeners);
        this.repairs = new PerKind<>(kinds, PlanRepair::new);
        this.queues = new QueueWriter(clock, decisionContext, repairs);
        this.counters = decisionContext.counters();
        this.listener = decisionContext.listener();
    }

    /** Returns what the systems of a world share; an empty context if the world applies no answers. */
    static DecisionContext contextOf(World world) {
        for (BaseSystem system : world.getSystems()) {
            if (system instanceof DecisionApplySystem decisions) {
                return decisions.decisionContext;
            }
        }
        return new DecisionContext();
    }

    /** Returns the counts of requests, answers and steps. */
    public MindStats stats() {
        return counters;
    }

    /** Returns the last serial that was given to an agent, 0 if none was. For saves. */
    public long lastSerial() {
        return decisionContext.lastSerial();
    }

    /**
     * Goes on after a load, before the first tick.
     *
     * @param lastSerial the last serial that was given when the save was made
     * @param serials those of the loaded agents; 0 is none
     */
    public void resume(long lastSerial, long... serials) {
        decisionContext.resume(lastSerial, serials);
    }

    @Override
    protected void initialize() {
        world.inject(queues);
        counters.steps().watch(world, counters::nextPlanWasted);
        carriesOut = isActing();
        repairs.initialize(world);
        repairs.all().forEach(repair -> repair.inject(world));
    }

    @Override
    protected boolean checkProcessing() {
        return clock.ticking();
    }

    @Override
    protected void processSystem() {
        if (decisionContext.mayReceive()) {
            broker.doWork();
        }
        apply(UPDATES_PER_TICK);
        if (!carriesOut) {
            startNextPlans();
        }
    }

    private boolean isActing() {
        boolean found = false;
        for (BaseSystem system : world.getSystems()) {
            found |= system instanceof BehaviorSystem;
        }
        return found;
    }

    /** Where the game carries out steps itself, nobody else notices that a plan is done. */
    private void startNextPlans() {
        IntBag agents = subscription.getEntities();
        for (int i = 0, n = agents.size(); i < n; i++) {
            BehaviorQueue queue = mQueue.get(agents.get(i));
            if (!queue.ahead.isEmpty() && queue.next() == null) {
                queues.startNextPlan(agents.get(i), queue);
                decisionContext.dirtyAgents().mark(agents.get(i));
            }
        }
    }

    /**
     * Cancels what is pending and forgets it, so that the broker can serve other worlds: nothing more
     * is rendered from this world, and answers that are not applied yet count as orphaned.
     */
    @Override
    protected void dispose() {
        for (PendingDecision request : decisionContext.pending()) {
            request.overrule(AnswerStatus.ORPHANED, GONE);
            broker.cancel(new Ticket(request.ticket()));
        }
        applyAll();
        for (PendingDecision request : decisionContext.pending()) {
            receive(
                    request,
                    new Update.Ended<>(
                            new Ticket(request.ticket()),
                            new Outcome.Cancelled(!request.granted()),
                            NO_CALL));
        }
        decisionContext.close();
    }

    /**
     * Applies all updates received so far, without the bound of a tick. For the end of a game, after
     * the broker was closed, so that {@link #stats()} knows the end of every answer.
     */
    public void applyAll() {
        apply(Integer.MAX_VALUE);
    }

    private void apply(int limit) {
        for (int i = 0; i < limit; i++) {
            Update<PlanPart> update = decisionContext.next();
            if (update == null) {
                break;
            }
            PendingDecision request = decisionContext.byTicket(update.ticket());
            if (request != null) {
                receive(request, update);
            }
        }
    }

    /**
     * Gives an agent an order, of a player for example: these steps replace its plan at once, and take
     * precedence over whatever it was asked to decide before. A request that waits is cancelled; an
     * answer under way is {@linkplain AnswerStatus#SUPERSEDED superseded}: what it says is still
     * heard, and its steps and goals are refused. A request that is written after the order knows of
     * it, and its plan may replace the order, unless {@link BehaviorQueue#undisturbed} is set.
     *
     * @return how many of the steps there was room for; none if the agent is dead
     * @throws IllegalArgumentException if the entity is no agent, or if nobody knows one of the
     *     steps; its plan stays as it is
     */
    public int order(int agent, List<Step> steps) {
        requireKnown(agent, steps);
        PendingDecision request = decisionContext.pendingOf(agent);
        Mind mind = mMind.get(agent);
        if (request != null && request.rendered()) {
            request.overrule(AnswerStatus.SUPERSEDED, "the game gave an order meanwhile");
        } else if (request != null && request.layer() != Layer.TALKER) {
            mind.lastInvoked[request.layer().ordinal()] = request.previousInvocation();
            broker.cancel(new Ticket(request.ticket()));
        }
        mind.lastDecision = clock.tick();
        mind.secondTry = null;
        queues.cancel(agent, mQueue.get(agent));
        return enqueue(agent, steps);
    }

    /**
     * Appends steps of the game's own to an agent's queue. The next plan of a model replaces them; see
     * {@link #order}.
     *
     * @return how many of them there was room for; none if the agent is dead
     * @throws IllegalArgumentException if the entity is no agent, or if nobody knows one of the steps
     */
    public int enqueue(int agent, List<Step> steps) {
        requireKnown(agent, steps);
        if (isDead(agent)) {
            return 0;
        }
        int queued = queues.append(agent, mQueue.get(agent), steps);
        decisionContext.dirtyAgents().mark(agent);
        return queued;
    }

    /** Drops the plan of an agent and its next plan, with what is still to come of either. */
    public void cancelPlan(int agent) {
        requireAgent(agent);
        PendingDecision request = decisionContext.pendingOf(agent);
        if (request != null && request.steps > 0) {
            request.close("the plan was given up");
        }
        queues.cancel(agent, mQueue.get(agent));
        decisionContext.dirtyAgents().mark(agent);
    }

    /** Who lost its mind has no plan. Who is left out by the aspect keeps it until it comes back. */
    @Override
    protected void removed(int agent) {
        if (!mMind.has(agent) && mQueue.has(agent)) {
            queues.cancel(agent, mQueue.get(agent));
        }
    }

    /**
     * The dead neither think nor act nor hear: cancels the request of an agent, drops its plan and
     * clears what it heard. Does nothing where that is done.
     */
    void bury(int agent) {
        PendingDecision request = decisionContext.pendingOf(agent);
        Mind mind = mMind.get(agent);
        if (request != null && mind != null && request.serial() == mind.serial) {
            bury(request);
        }
        BehaviorQueue queue = mQueue.get(agent);
        if (queue != null && (queue.next() != null || !queue.ahead.isEmpty())) {
            queue.steps.removeIf(QueuedStep::finished);
            int unfinished = queue.steps.size() + queue.ahead.size();
            queues.cancel(agent, queue);
            listener.planDropped(agent, unfinished, "the agent is dead");
        }
        Senses senses = mSenses.get(agent);
        if (senses != null && !senses.heard.isEmpty()) {
            senses.heard.clear();
            senses.markAttended(clock.tick());
        }
    }

    private void bury(PendingDecision request) {
        if (request.overruled() != AnswerStatus.ORPHANED) {
            request.overrule(AnswerStatus.ORPHANED, GONE);
            request.takeAttended();
            broker.cancel(new Ticket(request.ticket()));
        }
    }

    private boolean isDead(int agent) {
        Needs needs = mNeeds.get(agent);
        return needs != null && !needs.alive();
    }

    private void requireAgent(int entity) {
        if (GameObjects.find(mQueue, entity) == null || GameObjects.find(mMind, entity) == null) {
            throw new IllegalArgumentException(
                    "entity " + entity + " is no agent (expected one with"
                            + " Mind and Needs, from the next tick on)");
        }
    }

    private void requireKnown(int agent, List<Step> steps) {
        requireAgent(agent);
        for (BaseSystem system : world.getSystems()) {
            if (system instanceof BehaviorSystem behaviors) {
                behaviors.requireKnown(steps);
            }
        }
    }

    private void receive(PendingDecision request, Update<PlanPart> update) {
        Mind mind = findMind(request);
        if (mind != null && isDead(request.agent())) {
            bury(request);
        }
        boolean current = mind != null && mind.ticket == request.ticket();
        if (update instanceof Update.Part<PlanPart> part && mind != null && current) {
            request.late |= clock.tick() > request.expiresAt;
            if (!request.late && request.overruled() != AnswerStatus.ORPHANED) {
                apply(request, mind, part.value());
            }
        } else if (update instanceof Update.Ended<PlanPart> ended) {
            end(request, mind, current, ended.outcome());
        }
    }

    /** The agent that asked, or null if it is gone, whoever has its entity id now. */
    private @Nullable Mind findMind(PendingDecision request) {
        int agent = request.agent();
        boolean there = subscription.getActiveEntityIds().get(agent);
        Mind mind = there ? mMind.get(agent) : null;
        return mind != null && mind.serial == request.serial() ? mind : null;
    }

    // ---- the end of an answer

    private void end(
            PendingDecision request, @Nullable Mind mind, boolean current, Outcome outcome) {
        decisionContext.end(request);
        String shortfall = shortfall(outcome);
        if (!shortfall.isEmpty()) {
            request.repaired = true;
            request.error = shortfall;
        }
        boolean answered = outcome.kind() == Outcome.Kind.ANSWERED || !shortfall.isEmpty();
        AnswerStatus end = statusOf(request, mind != null, current);
        if (notMade(outcome)) {
            queues.takeBack(request, "the rest of it will not come");
        }
        if (answered) {
            counters.answered(end);
            if (request.ahead() && request.steps == 0) {
                counters.nextPlanWasted();
            }
        }
        if (mind == null) {
            return;
        }
        Ticket ticket = new Ticket(request.ticket());
        if (current) {
            mind.ticket = 0;
            noteResult(request, mind, outcome, end);
        }
        if (!answered || end == AnswerStatus.EXPIRED) {
            restoreUnattended(request);
        }
        if (!answered) {
            restoreSecondTry(request, mind, current, outcome);
        } else if (current) {
            concludeAnswer(request, mind, end);
            if (request.applied && !shortfall.isEmpty()) {
                mind.addTrouble(request.layer(), "your last answer was incomplete: " + shortfall);
            }
        }
        if (answered) {
            listener.answerEnded(request.agent(), request.layer(), ticket, end);
        }
        listener.requestEnded(request.agent(), request.layer(), ticket, outcome);
    }

    /** Counts failures in a row, which make the layer wait longer; a periodic call was made. */
    private void noteResult(PendingDecision request, Mind mind, Outcome outcome, AnswerStatus end) {
        if (notMade(outcome) || request.overruled() != null) {
            return;
        }
        boolean used = end == AnswerStatus.APPLIED || end == AnswerStatus.REPAIRED;
        int[] failures = mind.failures;
        int layer = request.layer().ordinal();
        failures[layer] = used ? 0 : Math.min(failures[layer], Mind.SETBACKS) + 1;
        mind.lastPeriodic = request.periodic() ? clock.tick() : mind.lastPeriodic;
    }

    /** Whether a request came to its end without a call that could have been answered. */
    private static boolean notMade(Outcome outcome) {
        return outcome.kind() == Outcome.Kind.SUPERSEDED
                || outcome.kind() == Outcome.Kind.CANCELLED;
    }

    /** What an answer lacked, as its model is told; empty if it was complete or there was none. */
    private static String shortfall(Outcome outcome) {
        if (!(outcome instanceof Outcome.Incomplete incomplete)) {
            return "";
        }
        return switch (incomplete.finishReason()) {
            case LENGTH -> "it reached the length limit; answer more briefly";
            case CONTENT_FILTER -> "a filter withheld it";
            case REFUSAL -> "you declined to answer";
            case STOP, TOOL_CALLS, PAUSED, EMPTY -> "it ended before you said anything of use";
        };
    }

    private static AnswerStatus statusOf(PendingDecision request, boolean there, boolean current) {
        if (!there) {
            return AnswerStatus.ORPHANED;
        }
        if (request.overruled() != null) {
            return request.overruled();
        }
        if (!current) {
            return AnswerStatus.SUPERSEDED;
        }
        if (!request.applied) {
            return request.late ? AnswerStatus.EXPIRED : AnswerStatus.REJECTED;
        }
        return request.repaired ? AnswerStatus.REPAIRED : AnswerStatus.APPLIED;
    }

    /** What an answer that was of no use leads to: a second try, and after that the routine. */
    private void concludeAnswer(PendingDecision request, Mind mind, AnswerStatus end) {
        if (request.overruled() != null) {
            return; // what its prompt told is still to be heeded
        }
        mind.troubles(request.layer()).removeAll(request.reportedTroubles);
        if (end == AnswerStatus.APPLIED || end == AnswerStatus.REPAIRED) {
            mind.lastDecision = clock.tick();
        } else if (end == AnswerStatus.EXPIRED || request.error.isEmpty()) {
            if (end == AnswerStatus.REJECTED && idlePlanner(request)) {
                mind.addTrouble("your last answer named no action");
            }
            fallBackIfRepeated(request, mind);
        } else if (end == AnswerStatus.REJECTED) {
            mind.addTrouble(request.layer(), "your last answer was of no use: " + request.error);
            if (request.secondTry()) {
                queues.fallBack(request);
            } else {
                scheduleSecondTry(request, mind);
                counters.secondTry();
            }
        }
    }

    private boolean idlePlanner(PendingDecision request) {
        return request.layer() == Layer.EXECUTOR && mQueue.get(request.agent()).next() == null;
    }

    /** One call without a plan happens; after the second in a row the routine takes over. */
    private void fallBackIfRepeated(PendingDecision request, Mind mind) {
        if (request.secondTry() || mind.failures[request.layer().ordinal()] > 1) {
            queues.fallBack(request);
        }
    }

    private static void scheduleSecondTry(PendingDecision request, Mind mind) {
        mind.secondTry = request.layer();
        mind.secondTryAhead = request.ahead();
    }

    /** A second try that was never made is still due; a call that failed leaves it to the routine. */
    private void restoreSecondTry(
            PendingDecision request, Mind mind, boolean current, Outcome outcome) {
        warn(outcome);
        if (request.overruled() != null) {
            return;
        }
        boolean notMade = notMade(outcome);
        if (notMade && request.secondTry() && mind.secondTry == null) {
            scheduleSecondTry(request, mind);
        } else if (!notMade && current) {
            fallBackIfRepeated(request, mind);
        }
    }

    /** Logs the first failed call of each kind where the game has no listener. */
    private void warn(Outcome outcome) {
        boolean told = decisionContext.hasListener()
                || !(outcome instanceof Outcome.Failed failed)
                || !failures.add(failed.code());
        if (!told) {
            LOG.log(
                    Level.WARNING,
                    "a model could not be asked: {0} (said once for each kind of failure;"
                            + " MindListener.requestEnded reports each)",
                    ((Outcome.Failed) outcome).message());
        }
    }

    /** What was said and never answered is news again. */
    private void restoreUnattended(PendingDecision request) {
        Senses senses = mSenses.get(request.agent());
        if (senses != null) {
            senses.unattended += request.takeAttended();
        }
    }

    // ---- the parts of an answer

    private void apply(PendingDecision request, Mind mind, PlanPart part) {
        int agent = request.agent();
        Layer layer = request.layer();
        if (part instanceof PlanPart.QueueableStep queueableStep) {
            queues.apply(request, mind, queueableStep);
        } else if (part instanceof PlanPart.RejectedStep rejectedStep) {
            queues.refuse(
                    request,
                    mind,
                    rejectedStep.type(),
                    rejectedStep.reason(),
                    rejectedStep.written());
        } else if (part instanceof PlanPart.SpokenText spokenText) {
            request.applied = true;
            listener.spoke(agent, layer, spokenText.text());
        } else if (part instanceof PlanPart.SpokenPiece piece) {
            request.applied = true;
            listener.speaking(agent, layer, new Ticket(request.ticket()), piece.delta());
        } else if (part instanceof PlanPart.Addressee to) {
            listener.addressed(agent, layer, to.name());
        } else if (part instanceof PlanPart.NewGoal newGoal) {
            addGoal(request, newGoal.type(), newGoal.description());
        } else if (part instanceof PlanPart.Thought thought) {
            request.applied |= mQueue.get(agent).next() != null; // it stays with its plan
            listener.thought(agent, layer, thought.text());
        } else if (part instanceof PlanPart.UnknownKey unknownKey) {
            listener.unknownKey(agent, layer, unknownKey.key());
        } else if (part instanceof PlanPart.UnreadableRest unreadableRest) {
            request.repaired = true;
            request.error = unreadableRest.reason();
            counters.unreadable();
        }
    }

    private void addGoal(PendingDecision request, String type, String description) {
        if (request.overruled() != null) {
            return;
        }
        if (mGoals.has(request.agent())) {
            mGoals.get(request.agent()).addOwn(type, description);
        }
        request.applied = true;
        listener.goalSet(request.agent(), description);
    }
}
