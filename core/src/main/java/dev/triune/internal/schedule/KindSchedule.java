/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.PlanSource;
import dev.triune.PlanSource.CallBudget;
import dev.triune.TurnSource;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.DirtyAgents;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.apply.WaitingRequests;
import dev.triune.internal.budget.BudgetMeter;
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.llm.Priority;
import dev.triune.prompt.PromptBuilder;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.SelectionRule.Readiness;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the agents of one kind of mind would think about, how urgently, and whether they may. Game
 * thread only; allocates nothing.
 *
 * <p>Three questions, asked in this order: {@link #choose} evaluates the policy, {@link #age} asks the
 * game's hint and adds what waiting does, {@link #readiness} compares with cooldowns, plan and pending
 * request. None of them changes the agent. What does stands below: {@link #invoke}, and the sources of
 * plans and talk that may act in place of a call.
 *
 * <p>Policy, rules, hints and sources are the game's code. Any of them may throw, may remove components
 * of the agent, or may ask this schedule about another agent while it is asked about this one. Hence
 * the checks of {@link #isComplete} after calls of them, and {@link #viewOf}, which reads an agent again
 * if the view has been used for another in between.
 */
@SuppressWarnings("NullAway.Init") // set by initialize, and mappers by Artemis
public final class KindSchedule {
    /** The urgency of talk in progress: of what has waited too long, and what pendingLimit spares. */
    static final int TALK_URGENCY = 8;

    private static final int URGENT = 9;
    private static final int SECOND_TRY_URGENCY = 7;
    private static final int OVERRIDE_URGENCY = 5;
    private static final int NOBODY = -1;

    /** The wait after which a request shows that no further one would be answered soon. */
    private static final Duration LATE = Duration.ofMillis(500);

    private static final Layer[] LAYERS = Layer.values();

    public final MindKind kind;
    public final LayerCooldowns cooldowns;
    public RequestSubmitter submitter;

    private final MindConfig config;
    private final ReusedAgentView view;
    private final GameFaults faults = new GameFaults(KindSchedule.class);
    private final SelectionRule[] overrides = perLayer(OVERRIDE_URGENCY, "override");
    private final SelectionRule[] secondTries = perLayer(SECOND_TRY_URGENCY, "second try");
    private DecisionContext context = new DecisionContext(); // until the world is built
    private List<PlanSource> plans;
    private List<TurnSource> turns;
    private final Budget budget = new Budget();
    private BudgetMeter meter = BudgetMeter.UNLIMITED;
    private final int pendingLimit;
    private final long lateTicks;
    private int examined = NOBODY;

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Conversation> mConversation;

    /** Creates the schedule of a kind in a world. */
    public KindSchedule(GameClock clock, MindKind kind, WorldPace world) {
        this.kind = kind;
        this.config = kind.config();
        this.pendingLimit = world.pendingLimit();
        this.lateTicks = Math.max(2, clock.ticks(LATE));
        this.cooldowns = new LayerCooldowns(clock, config, world.requestInterval());
        this.view = new ReusedAgentView(
                cooldowns, config.nearbyAgentsDelayPlanning(), config.thinkAhead());
    }

    private static SelectionRule[] perLayer(int urgency, String reason) {
        return Arrays.stream(LAYERS)
                .map(layer -> SelectionRule.fixed(layer, urgency, reason))
                .toArray(SelectionRule[]::new);
    }

    /**
     * Sets the submitter of requests, and lets Artemis fill in all mappers.
     *
     * @param planSources what makes plans without a model, in order
     * @param turnSources what settles talk without a model, in order
     */
    public void initialize(
            World world,
            DecisionContext worldContext,
            RequestSubmitter requestSubmitter,
            List<PlanSource> planSources,
            List<TurnSource> turnSources) {
        submitter = requestSubmitter;
        meter = requestSubmitter.budget();
        context = worldContext;
        plans = planSources;
        turns = turnSources;
        view.turns(turnSources);
        inject(world);
        requestSubmitter.join(world);
        requestSubmitter.snapshots().inject(world);
    }

    /** Lets Artemis fill in the mappers of this, the game's rules and prompt builders. */
    void inject(World world) {
        faults.join(world);
        mNeeds = world.getMapper(Needs.class);
        mBehavior = world.getMapper(Behavior.class);
        mQueue = world.getMapper(BehaviorQueue.class);
        mConversation = world.getMapper(Conversation.class);
        world.inject(view);
        for (Layer layer : LAYERS) {
            injectPrompt(world, layer);
        }
        DecisionPolicy policy = config.policy();
        GameObjects.inject(world, policy);
        GameObjects.inject(world, config.urgencyHint());
        if (policy instanceof SelectionTable table) {
            for (SelectionRule rule : table.rules()) {
                GameObjects.inject(world, rule);
                requireFit(rule);
            }
        }
    }

    /** Lets Artemis fill in the mappers of a layer's prompt builder. */
    public void injectPrompt(World world, Layer layer) {
        PromptBuilder builder = cooldowns.get(layer).prompt();
        if (builder != null) {
            GameObjects.inject(world, builder);
        }
    }

    // ---- the agent

    /** Whether an entity has all components of an agent. */
    public boolean isComplete(int agent) {
        return view.isComplete(agent);
    }

    /**
     * Begins to read an agent's components, which are then not looked up again. Returns its mind;
     * null if the entity lacks a component of an agent.
     */
    @Nullable
    Mind beginExamination(int agent) {
        if (!view.isComplete(agent)) {
            return null;
        }
        examined = agent;
        view.readState(agent);
        return view.mind();
    }

    /** Returns {@link #stateOf} of the examined agent; if it is ready, reads the rest. */
    Readiness stateOfExamined(Mind mind) {
        Readiness state = state(mind, view.needs(), view.behavior());
        if (state == Readiness.READY) {
            view.readRest();
        }
        return state;
    }

    /** Ends an examination; components may change from now on. */
    void endExamination() {
        examined = NOBODY;
    }

    /** Whether an agent, which is complete, may think at all: DEAD, ASLEEP, HELD, DEFERRED, READY. */
    Readiness stateOf(int agent, Mind mind) {
        return state(mind, mNeeds.get(agent), mBehavior.get(agent));
    }

    private Readiness state(Mind mind, Needs needs, Behavior behavior) {
        if (!needs.alive()) {
            return Readiness.DEAD;
        }
        if (behavior.unconscious()) {
            return Readiness.ASLEEP;
        }
        if (mind.held) {
            return Readiness.HELD;
        }
        return cooldowns.tick() < mind.deferredUntil ? Readiness.DEFERRED : Readiness.READY;
    }

    boolean mayThink(int agent, Mind mind) {
        return isComplete(agent) && stateOf(agent, mind) == Readiness.READY;
    }

    private ReusedAgentView viewOf(int agent) {
        if (agent != examined
                || agent != view.agent()) { // a game's rule may have asked about another agent
            view.read(agent);
        }
        return view;
    }

    // ---- what it would think about

    /** Returns what an agent would think about, and why; binding needs come before a second try. */
    public SelectionRule choose(int agent, Mind mind) {
        return choose(agent, mind, null);
    }

    /**
     * Returns what an agent would think about.
     *
     * @param granted the layer whose failures and cooldown do not count; null if those of all do
     */
    private SelectionRule choose(int agent, Mind mind, @Nullable Layer granted) {
        if (mind.layerOverride != null) {
            return forPlayer(agent, overrides[mind.layerOverride.ordinal()]);
        }
        SelectionRule rule = byPolicy(viewOf(agent).as(granted, failing(mind, granted)), false);
        return orSecondTry(mind, forPlayer(agent, rule));
    }

    /** Returns the rule that would apply if the agent had nothing to say; null if there is none. */
    @Nullable
    SelectionRule planBeside(SelectionRule talk, int agent, Mind mind, @Nullable Layer granted) {
        if (talk.layer() != Layer.TALKER || mind.layerOverride != null) {
            return null;
        }
        int hidden = failing(mind, granted) | 1 << Layer.TALKER.ordinal();
        SelectionRule rule = orSecondTry(mind, byPolicy(viewOf(agent).as(granted, hidden), true));
        return rule.layer() == Layer.TALKER || !asksModel(rule) ? null : rule;
    }

    /**
     * Selects by the game's policy; by the standard table if that throws, or returns null or a rule
     * whose purpose does not fit its layer.
     */
    private SelectionRule byPolicy(AgentView agent, boolean besideTalk) {
        DecisionPolicy policy = config.policy();
        try {
            SelectionRule rule = select(policy, agent, besideTalk);
            return policy instanceof SelectionTable ? rule : requireFit(rule); // see inject
        } catch (Throwable e) {
            faults.report("decision policy", policy, agent.agent(), e);
            return select(SelectionTable.standard(), agent, besideTalk);
        }
    }

    private static SelectionRule requireFit(SelectionRule rule) {
        Layer layer = Objects.requireNonNull(rule.layer(), "layer");
        Purpose purpose = Objects.requireNonNull(rule.purpose(), "purpose");
        if (!purpose.fits(layer)) {
            List<Purpose> fitting = Arrays.stream(Purpose.values())
                    .filter(each -> each.fits(layer))
                    .toList();
            throw new IllegalArgumentException("rule \"" + rule.reason() + "\" of the "
                    + layer.label() + " has purpose " + purpose + " (expected one of " + fitting
                    + ")");
        }
        return rule;
    }

    /** Reports what a rule of the game has thrown outside of the policy. */
    void reportRule(int agent, Throwable e) {
        faults.report("a selection rule of policy", config.policy(), agent, e);
    }

    private static SelectionRule select(
            DecisionPolicy policy, AgentView agent, boolean besideTalk) {
        return besideTalk ? policy.selectBesideTalk(agent) : policy.select(agent);
    }

    /** Returns the rule about players in place of any other of the talker, while a player waits. */
    private SelectionRule forPlayer(int agent, SelectionRule rule) {
        Conversation conversation =
                rule.layer() == Layer.TALKER ? viewOf(agent).conversation() : null;
        boolean waits = conversation != null && conversation.playerWaits;
        return waits ? StandardSelectionRule.PLAYER : rule;
    }

    private SelectionRule orSecondTry(Mind mind, SelectionRule rule) {
        SelectionRule again = secondTry(mind);
        return again != null && rule.urgency() <= again.urgency() ? again : rule;
    }

    private @Nullable SelectionRule secondTry(Mind mind) {
        Layer layer = mind.secondTry;
        return layer == null || !cooldowns.get(layer).enabled()
                ? null
                : secondTries[layer.ordinal()];
    }

    /** Returns the layers, one bit each, that back off; their rules are not binding meanwhile. */
    private int failing(Mind mind, @Nullable Layer granted) {
        if (mind.hasNoFailures()) {
            return 0; // nothing backs off, as nearly always
        }
        int layers = 0;
        for (Layer layer : LAYERS) {
            boolean off = layer != granted && cooldowns.isBackingOff(mind, layer);
            layers |= off ? 1 << layer.ordinal() : 0;
        }
        return layers;
    }

    /** Returns the urgency, 1 to 10, with the game's override or hint. */
    int urgencyOf(Candidate turn) {
        if (turn.mind.priorityOverride > 0) {
            return turn.mind.priorityOverride;
        }
        int sum = turn.rule.urgency() + urgencyBonus(turn.agent, turn.rule);
        return Math.max(Priority.MIN, Math.min(Priority.MAX, sum));
    }

    private int urgencyBonus(int agent, SelectionRule rule) {
        if (config.urgencyHint() == SelectionRule.UrgencyHint.NONE) {
            return 0;
        }
        try {
            return config.urgencyHint().urgencyBonus(agent, rule);
        } catch (Throwable e) {
            faults.report("urgency hint", config.urgencyHint(), agent, e);
            return 0;
        }
    }

    /** Sets how urgent a request is; what is overdue is as urgent as a conversation. */
    Candidate age(Candidate turn) {
        turn.urgency = urgencyOf(turn);
        turn.overdue = cooldowns.isOverdue(turn.mind, turn.layer);
        if (turn.overdue && turn.urgency < TALK_URGENCY && turn.purpose != Purpose.COMPANY) {
            turn.urgency = TALK_URGENCY;
        }
        return turn;
    }

    /** Returns the rank of a request, by urgency, then layer; the greater goes first. */
    long rank(Candidate turn) {
        return ((long) turn.urgency << Integer.SIZE) + cooldowns.get(turn.layer).priority();
    }

    /** Returns the lane in which an agent waits for its request. */
    int lane(Candidate turn) {
        if (turn.purpose == Purpose.COMPANY) {
            return RequestLanes.COMPANY;
        }
        boolean talk = turn.layer == Layer.TALKER;
        if (turn.urgency >= URGENT || (talk && cooldowns.isAttended(turn.mind))) {
            return RequestLanes.URGENT;
        }
        return talk ? RequestLanes.TALK : RequestLanes.PLAN;
    }

    // ---- whether it may

    /**
     * Whether an agent that may think may invoke its layer now, in place of its pending request if
     * there is one. A full world is not considered.
     */
    Readiness readiness(Candidate turn) {
        Readiness alone = readinessOfLayer(turn);
        if (turn.mind.ticket == 0 || !alone.mayDecide()) {
            return alone;
        }
        PendingDecision other = replaceableRequest(turn);
        if (other == null || alone != Readiness.READY) {
            return Readiness.CALLING;
        }
        // a longer wait does not make it a different request
        int urgency = other.layer() == turn.layer ? urgencyOf(turn) : turn.urgency;
        return urgency > other.urgency ? Readiness.READY : Readiness.CALLING;
    }

    /** Whether a rule may invoke its layer, whatever request the agent has. */
    private Readiness readinessOfLayer(Candidate turn) {
        if (!cooldowns.get(turn.layer).enabled()) {
            return Readiness.OFF;
        }
        if (turn.mind.secondTry != turn.layer) { // which need not wait
            if (!cooldowns.ready(turn.mind, turn.layer)) {
                return Readiness.COOLING;
            }
            if (isBeingHandled(turn)) {
                return Readiness.HANDLED;
            }
        }
        if (turn.layer == Layer.EXECUTOR && context.besideOf(turn.agent) != null) {
            return Readiness.CALLING;
        }
        if (!cooldowns.hasPrompt(turn.layer)) {
            return Readiness.BY_RULES;
        }
        if (turn.purpose == Purpose.NOTHING) {
            return Readiness.NOTHING;
        }
        if (!cooldowns.mayAskModel(turn.mind)) {
            return Readiness.NO_MODEL;
        }
        return meter.affords(turn.layer, turn.purpose) ? Readiness.READY : Readiness.TOO_DEAR;
    }

    /** Whether a current plan, or what is done about a critical need, deals with it already. */
    private boolean isBeingHandled(Candidate turn) {
        boolean reviews = turn.purpose.reviewsPlan();
        if (!reviews && turn.purpose != Purpose.NEED) {
            return false;
        }
        int agent = turn.agent;
        return !isComplete(agent) // because a game's rule has removed a component
                || (reviews
                        ? cooldowns.replansTooSoon(turn.mind, mQueue.get(agent))
                        : cooldowns.isBeingHandled(
                                turn.mind, mBehavior.get(agent), mQueue.get(agent)));
    }

    /** Whether a rule needs a model call; none is made if there is nothing to decide. */
    boolean asksModel(SelectionRule rule) {
        return cooldowns.hasPrompt(rule.layer()) && rule.purpose() != Purpose.NOTHING;
    }

    /** Whether an agent may call a model for its talker now, or calls one already. */
    public boolean canAnswer(int agent, Mind mind) {
        if (!mayThink(agent, mind)) {
            return false;
        }
        Candidate turn = new Candidate().set(agent, mind, choose(agent, mind));
        return turn.layer == Layer.TALKER && readinessOfLayer(turn) == Readiness.READY;
    }

    /** Returns why an agent, which is complete, makes or does not make its request. */
    Readiness explain(Candidate turn) {
        if (!isComplete(turn.agent)) {
            return Readiness.NOTHING; // a game's rule has removed a component
        }
        Readiness state = stateOf(turn.agent, turn.mind);
        if (state != Readiness.READY) {
            return state;
        }
        if (turn.purpose == Purpose.NOTHING) {
            return Readiness.NOTHING;
        }
        Readiness readiness = readiness(age(turn));
        if (readiness == Readiness.READY) {
            return exceedsLimit(turn) ? Readiness.FULL : readiness;
        }
        // for which its layer cools down
        return turn.mind.ticket == 0 ? readiness : Readiness.CALLING;
    }

    /** Returns the tick in which time ends a readiness that {@link #explain} gave, or NEVER. */
    long endOf(Readiness readiness, Candidate turn) {
        return switch (readiness) {
            case COOLING -> cooldowns.tick() + cooldowns.ticksLeft(turn.mind, turn.layer);
            case HANDLED -> cooldowns.handledUntil(turn.mind, turn.purpose);
            case DEFERRED -> cooldowns.deferralEnd(turn.mind);
            case READY,
                    FULL,
                    OFF,
                    NOTHING,
                    BY_RULES,
                    NO_MODEL,
                    TOO_DEAR,
                    CALLING,
                    DEAD,
                    ASLEEP,
                    HELD -> DirtyAgents.NEVER;
        };
    }

    /** Whether the layer of a request that is granted now would still be selected. */
    boolean isStillNeeded(int agent, Mind mind, Layer layer, boolean again) {
        if (!mayThink(agent, mind)
                || !cooldowns.mayAskModel(mind)
                || !cooldowns.get(layer).enabled()) {
            return false;
        }
        SelectionRule rule = choose(agent, mind, layer);
        boolean critical = rule.urgency() == Priority.MAX;
        if (rule.layer() == layer || (again && !critical)) {
            return true;
        }
        SelectionRule plan = planBeside(rule, agent, mind, layer);
        return plan != null && plan.layer() == layer && cooldowns.mayPlanDespite(rule, mind, layer);
    }

    /** Returns the request of an agent that a more urgent one may replace, or null. */
    @Nullable
    PendingDecision replaceableRequest(Candidate turn) {
        PendingDecision request = context.pendingOf(turn.agent);
        return request != null
                        && (!request.granted()
                                || config.supersedesRunningCalls()
                                || turn.purpose == Purpose.PLAYER
                                || (turn.purpose == Purpose.TALK
                                        && RequestSubmitter.patience(turn.mind.ownModel) > 0)
                                || playerWaits(turn.agent))
                ? request
                : null;
    }

    /**
     * Returns the plan of an agent that is being answered, and goes on beside its talk, though the talk
     * may replace calls; null if there is none.
     */
    private @Nullable PendingDecision goesOnBeside(Candidate turn) {
        if (turn.mind.ticket == 0
                || turn.layer != Layer.TALKER
                || config.supersedesRunningCalls()) {
            return null;
        }
        PendingDecision plan = replaceableRequest(turn);
        return plan != null && plan.granted() && plan.layer() == Layer.EXECUTOR ? plan : null;
    }

    /**
     * Withdraws a plan that goes on beside talk, if that has not begun within half a second: a provider
     * has room for one of them. Returns the tick in which to look again, or NEVER.
     */
    long makeRoom(int agent) {
        PendingDecision plan = context.besideOf(agent);
        PendingDecision talk = plan == null ? null : context.pendingOf(agent);
        if (plan == null || talk == null || talk.granted()) {
            return DirtyAgents.NEVER;
        }
        long until = talk.askedAt() + lateTicks;
        if (cooldowns.tick() < until) {
            return until;
        }
        submitter.withdraw(plan);
        return DirtyAgents.NEVER;
    }

    /** Whether a player is waiting for an agent's answer, which no less urgent call may delay. */
    private boolean playerWaits(int agent) {
        Conversation conversation = mConversation.get(agent);
        return conversation != null && conversation.playerWaits;
    }

    /** Whether an agent has a request that this one cannot replace. */
    boolean isCalling(Candidate turn) {
        return turn.mind.ticket != 0 && replaceableRequest(turn) == null;
    }

    /** Whether the request of an agent has to wait in the lane that it would enter. */
    private boolean exceedsLimit(Candidate turn) {
        return exceedsLimit(turn, lane(turn));
    }

    /**
     * Whether a request has to wait in its lane, where it costs nothing, lets habits act, and ends
     * when it is no longer needed. What a player waits for, and what is as urgent, never has to.
     */
    boolean exceedsLimit(Candidate turn, int lane) {
        return turn.mind.ticket == 0
                && lane != RequestLanes.URGENT
                && ((turn.rule.urgency() < TALK_URGENCY && context.pendingCount() >= pendingLimit)
                        || isHeldBack(turn.mind, turn.layer, lane));
    }

    /**
     * Whether a further request to a model would not be answered soon: one has waited there for half a
     * second. Each lane may still have one waiting, so that none starves behind another; company, which
     * is more urgent to the broker than some plans, may not.
     */
    private boolean isHeldBack(Mind mind, Layer layer, int lane) {
        String model = submitter.asks(mind.ownModel, layer);
        WaitingRequests waiting = context.waiting();
        return waiting.anyBefore(model, cooldowns.tick() - lateTicks)
                && (lane == RequestLanes.COMPANY || waiting.anyOf(model, lane));
    }

    // ---- requests

    /**
     * Submits a request, possibly in place of a pending one, or lets rules decide if the layer has
     * no prompt.
     */
    void invoke(Candidate turn) {
        Mind mind = turn.mind;
        PendingDecision other = mind.ticket == 0 ? null : replaceableRequest(turn);
        PendingDecision aside = goesOnBeside(turn);
        if (other != null && aside == null) {
            context.counters().superseded++;
            if (!other.granted()) {
                other.restoreInvocation(mind);
            }
        }
        long stampBefore = mind.lastInvoked(turn.layer);
        cooldowns.recordInvocation(mind, turn.layer);
        context.counters().selected(turn.rule, turn.urgency);
        submitter.submitFor(turn, aside, stampBefore);
        context.dirtyAgents().markAt(turn.agent, cooldowns.nextChange(mind, DirtyAgents.NEVER));
        if (mind.ticket != 0) { // its layer now cools down, so another may be more urgent
            context.dirtyAgents().mark(turn.agent);
        }
    }

    // ---- what needs no model

    /** Settles talk with a neighbour instead of a call, if rules can. */
    boolean settlesTalk(Candidate turn) {
        if (turns.isEmpty()
                || turn.purpose != Purpose.COMPANY
                || !cooldowns.ready(turn.mind, turn.layer)) {
            return false;
        }
        for (int i = 0; i < turns.size() && isComplete(turn.agent); i++) {
            if (turns.get(i).settle(turn.agent)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Keeps an agent's plan or orders one without a call. While the executor's calls fail, company
     * does not stand in the way, because no model will plan once the talk is over.
     *
     * @param beside what would apply if the agent had nothing to say, or null
     */
    boolean plansWithoutCall(Candidate turn, @Nullable Candidate beside) {
        boolean failing = turn.mind.failures(Layer.EXECUTOR) > 0;
        Candidate plan =
                beside != null && failing && cooldowns.isOptionalTalk(turn.purpose) ? beside : turn;
        return keepsPlan(plan) || ordersPlan(plan);
    }

    /** Whether an agent keeps its plan although a rule asks for a new look at it. */
    boolean keepsPlan(Candidate turn) {
        if (plans.isEmpty() || !turn.purpose.reviewsPlan()) {
            return false;
        }
        budget.read(turn);
        for (int i = 0; i < plans.size() && isComplete(turn.agent); i++) {
            if (plans.get(i).keepsPlan(turn.agent, turn.rule, budget)) {
                if (turn.purpose == Purpose.PERIODIC) {
                    turn.mind.lastPeriodic = cooldowns.tick();
                }
                return true;
            }
        }
        return false;
    }

    /** Orders a plan instead of a call, if a source has one. */
    boolean ordersPlan(Candidate turn) {
        int agent = turn.agent;
        if (plans.isEmpty()
                || turn.layer != Layer.EXECUTOR
                || turn.purpose == Purpose.NOTHING
                || !cooldowns.hasPrompt(Layer.EXECUTOR)
                || turn.mind.secondTry == Layer.EXECUTOR
                || !isComplete(agent) // because the game's code has removed a component
                || !cooldowns.mayOrder(turn.mind, mQueue.get(agent), turn.purpose)) {
            return false;
        }
        budget.read(turn);
        if (owes(turn)) {
            return false;
        }
        for (int i = 0; i < plans.size() && isComplete(agent); i++) {
            if (plans.get(i).ordersPlan(agent, turn.rule, budget)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a plan should keep a promise, of which no source knows: a model makes it if it can. */
    private boolean owes(Candidate turn) {
        boolean due = turn.purpose == Purpose.DUE;
        return (due && mQueue.get(turn.agent).next() != null)
                || ((due || turn.mind.owesSince != Mind.NEVER) && budget.allowed());
    }

    /** The calls of one agent after the other. */
    private final class Budget implements CallBudget {
        private int agent;
        private Mind mind = new Mind();

        void read(Candidate turn) {
            agent = turn.agent;
            mind = turn.mind;
        }

        @Override
        public boolean allowed() {
            return context.pendingCount() < pendingLimit
                    && !isHeldBack(mind, Layer.EXECUTOR, RequestLanes.PLAN)
                    && cooldowns.mayAskModel(mind)
                    && meter.affords(Layer.EXECUTOR, Purpose.PLAN)
                    && !cooldowns.isBackingOff(mind, Layer.EXECUTOR);
        }

        @Override
        public boolean ready() {
            return allowed() && cooldowns.ready(mind, Layer.EXECUTOR);
        }

        @Override
        public boolean asked() {
            return plan() != null;
        }

        @Override
        public boolean running() {
            PendingDecision plan = plan();
            return plan != null && plan.granted();
        }

        private @Nullable PendingDecision plan() {
            PendingDecision request = mind.ticket == 0 ? null : context.pendingOf(agent);
            return request != null && request.layer() == Layer.EXECUTOR
                    ? request
                    : context.besideOf(agent);
        }

        @Override
        public long cooldown() {
            return cooldowns.cooldown(Layer.EXECUTOR);
        }
    }
}
