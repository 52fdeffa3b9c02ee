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
import dev.triune.internal.inject.GameFaults;
import dev.triune.internal.inject.GameObjects;
import dev.triune.llm.Priority;
import dev.triune.prompt.PromptBuilder;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.Readiness;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the agents of one kind of mind would think about, how urgently, and whether they may. Game
 * thread only; allocates nothing.
 */
@SuppressWarnings("NullAway.Init") // set by initialize, and mappers by Artemis
public final class KindSchedule {
    /** The urgency of talk in progress: of what has waited too long, and what no limit stops. */
    static final int TALK_URGENCY = 8;

    private static final int URGENT = 9;
    private static final int SECOND_TRY_URGENCY = 7;
    private static final int OVERRIDE_URGENCY = 5;
    private static final int NOBODY = -1;
    private static final Layer[] LAYERS = Layer.values();

    public final MindKind kind;
    public final LayerCooldowns cooldowns;
    public RequestSubmitter submitter;

    private final MindConfig config;
    private final ReusedAgentView view;
    private final GameFaults faults = new GameFaults(KindSchedule.class);
    private final SelectionRule[] overrides = perLayer(OVERRIDE_URGENCY, "override");
    private final SelectionRule[] secondTries = perLayer(SECOND_TRY_URGENCY, "second try");
    private DecisionContext context;
    private List<PlanSource> plans;
    private List<TurnSource> turns;
    private final Budget budget = new Budget();
    private final int pendingLimit;
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
        context = worldContext;
        plans = planSources;
        turns = turnSources;
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
        try {
            return requireFit(select(config.policy(), agent, besideTalk));
        } catch (Throwable e) {
            faults.report("decision policy", config.policy(), agent.agent(), e);
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
    int urgencyOf(int agent, Mind mind, SelectionRule rule) {
        if (mind.priorityOverride > 0) {
            return mind.priorityOverride;
        }
        int sum = rule.urgency() + urgencyBonus(agent, rule);
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

    /** Returns how urgent a request is; what is overdue is as urgent as a conversation. */
    int agedUrgency(int agent, Mind mind, SelectionRule rule) {
        int urgency = urgencyOf(agent, mind, rule);
        boolean ages = urgency < TALK_URGENCY
                && rule.purpose() != Purpose.COMPANY
                && cooldowns.isOverdue(mind, rule.layer());
        return ages ? TALK_URGENCY : urgency;
    }

    /** Returns the rank of a request, by urgency, then layer; the greater goes first. */
    long rank(SelectionRule rule, int urgency) {
        return ((long) urgency << Integer.SIZE) + cooldowns.get(rule.layer()).priority();
    }

    /** Returns the lane in which an agent waits for its request. */
    int lane(SelectionRule rule, int urgency, Mind mind) {
        if (rule.purpose() == Purpose.COMPANY) {
            return RequestLanes.COMPANY;
        }
        boolean talk = rule.layer() == Layer.TALKER;
        if (urgency >= URGENT || (talk && cooldowns.isAttended(mind))) {
            return RequestLanes.URGENT;
        }
        return talk ? RequestLanes.TALK : RequestLanes.PLAN;
    }

    // ---- whether it may

    /**
     * Whether the rule of an agent that may think may invoke its layer now, in place of its pending
     * request if there is one. A full world is not considered.
     *
     * @param urgency of the request, as it has aged
     */
    Readiness readiness(int agent, Mind mind, SelectionRule rule, int urgency) {
        Readiness alone = readinessOfLayer(agent, mind, rule);
        if (mind.ticket == 0 || !alone.mayDecide()) {
            return alone;
        }
        PendingDecision other = replaceableRequest(agent, rule);
        if (other == null || alone != Readiness.READY) {
            return Readiness.CALLING;
        }
        boolean same =
                other.layer() == rule.layer(); // a longer wait does not make it a different request
        return (same ? urgencyOf(agent, mind, rule) : urgency) > other.urgency
                ? Readiness.READY
                : Readiness.CALLING;
    }

    /** Whether a rule may invoke its layer, whatever request the agent has. */
    private Readiness readinessOfLayer(int agent, Mind mind, SelectionRule rule) {
        Layer layer = rule.layer();
        if (!cooldowns.get(layer).enabled()) {
            return Readiness.OFF;
        }
        if (rule != secondTry(mind)) { // which need not wait
            if (!cooldowns.ready(mind, layer)) {
                return Readiness.COOLING;
            }
            if (isBeingHandled(agent, mind, rule)) {
                return Readiness.HANDLED;
            }
        }
        if (!cooldowns.hasPrompt(layer)) {
            return Readiness.BY_RULES;
        }
        if (rule.purpose() == Purpose.NOTHING) {
            return Readiness.NOTHING;
        }
        return cooldowns.mayAskModel(mind) ? Readiness.READY : Readiness.NO_MODEL;
    }

    /** Whether a current plan, or what is done about a critical need, deals with a rule already. */
    private boolean isBeingHandled(int agent, Mind mind, SelectionRule rule) {
        boolean reviews = rule.purpose().reviewsPlan();
        if (!reviews && rule.purpose() != Purpose.NEED) {
            return false;
        }
        return !isComplete(agent) // because a game's rule has removed a component
                || (reviews
                        ? cooldowns.replansTooSoon(mind, mQueue.get(agent))
                        : cooldowns.isBeingHandled(mind, mBehavior.get(agent), mQueue.get(agent)));
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
        SelectionRule rule = choose(agent, mind);
        return rule.layer() == Layer.TALKER
                && readinessOfLayer(agent, mind, rule) == Readiness.READY;
    }

    /** Returns why an agent, which is complete, makes or does not make the request of its rule. */
    Readiness explain(int agent, Mind mind, SelectionRule rule) {
        if (!isComplete(agent)) {
            return Readiness.NOTHING; // a game's rule has removed a component
        }
        Readiness state = stateOf(agent, mind);
        if (state != Readiness.READY) {
            return state;
        }
        if (rule.purpose() == Purpose.NOTHING) {
            return Readiness.NOTHING;
        }
        Readiness readiness = readiness(agent, mind, rule, agedUrgency(agent, mind, rule));
        if (readiness == Readiness.READY) {
            return exceedsLimit(mind, rule) ? Readiness.FULL : readiness;
        }
        return mind.ticket == 0 ? readiness : Readiness.CALLING; // for which its layer cools down
    }

    /** Returns the tick in which time ends a readiness that {@link #explain} gave, or NEVER. */
    long endOf(Readiness readiness, Mind mind, SelectionRule rule) {
        return switch (readiness) {
            case COOLING -> cooldowns.tick() + cooldowns.ticksLeft(mind, rule.layer());
            case HANDLED -> cooldowns.handledUntil(mind, rule.purpose());
            case DEFERRED -> cooldowns.deferralEnd(mind);
            case READY, FULL, OFF, NOTHING, BY_RULES, NO_MODEL, CALLING, DEAD, ASLEEP, HELD ->
                DirtyAgents.NEVER;
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
    PendingDecision replaceableRequest(int agent, SelectionRule rule) {
        PendingDecision request = context.pendingOf(agent);
        return request != null
                        && (!request.granted()
                                || config.supersedesRunningCalls()
                                || rule.purpose() == Purpose.PLAYER
                                || playerWaits(agent))
                ? request
                : null;
    }

    /** Whether a player is waiting for an agent's answer, which no less urgent call may delay. */
    private boolean playerWaits(int agent) {
        Conversation conversation = mConversation.get(agent);
        return conversation != null && conversation.playerWaits;
    }

    /** Whether an agent has a request that the one of a rule cannot replace. */
    boolean isCalling(int agent, Mind mind, SelectionRule rule) {
        return mind.ticket != 0 && replaceableRequest(agent, rule) == null;
    }

    /** Whether a request has to wait because too many are pending; talk in progress does not. */
    boolean exceedsLimit(Mind mind, SelectionRule rule) {
        return isFull() && mind.ticket == 0 && rule.urgency() < TALK_URGENCY;
    }

    private boolean isFull() {
        return context.pendingCount() >= pendingLimit;
    }

    // ---- requests

    /**
     * Submits the request of a rule, possibly in place of a pending one, or lets rules decide if
     * the layer has no prompt.
     */
    void invoke(int agent, Mind mind, SelectionRule rule, int urgency) {
        PendingDecision other = mind.ticket == 0 ? null : replaceableRequest(agent, rule);
        if (other != null) {
            context.counters().superseded++;
            if (!other.granted()) {
                other.restoreInvocation(mind);
            }
        }
        long stampBefore = mind.lastInvoked(rule.layer());
        cooldowns.recordInvocation(mind, rule);
        context.counters().selected(rule, urgency);
        submitter.submitFor(agent, mind, rule, urgency, stampBefore);
        context.dirtyAgents().markAt(agent, cooldowns.nextChange(mind, DirtyAgents.NEVER));
        if (mind.ticket != 0) { // its layer now cools down, so another may be more urgent
            context.dirtyAgents().mark(agent);
        }
    }

    // ---- what needs no model

    /** Settles talk with a neighbour instead of a call, if rules can. */
    boolean settlesTalk(int agent, Mind mind, SelectionRule rule) {
        if (turns.isEmpty()
                || rule.purpose() != Purpose.COMPANY
                || !cooldowns.ready(mind, rule.layer())) {
            return false;
        }
        for (int i = 0; i < turns.size() && isComplete(agent); i++) {
            if (turns.get(i).settle(agent)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Keeps an agent's plan or orders one without a call. While the executor's calls fail, company
     * does not stand in the way, because no model will plan once the talk is over.
     *
     * @param beside the rule that would apply if the agent had nothing to say, or null
     */
    boolean plansWithoutCall(
            int agent, Mind mind, SelectionRule rule, @Nullable SelectionRule beside) {
        boolean failing = mind.failures(Layer.EXECUTOR) > 0;
        SelectionRule plan =
                beside != null && failing && cooldowns.isOptionalTalk(rule) ? beside : rule;
        return keepsPlan(agent, mind, plan) || ordersPlan(agent, mind, plan);
    }

    /** Whether an agent keeps its plan although a rule asks for a new look at it. */
    boolean keepsPlan(int agent, Mind mind, SelectionRule rule) {
        if (plans.isEmpty() || !rule.purpose().reviewsPlan()) {
            return false;
        }
        budget.read(agent, mind);
        for (int i = 0; i < plans.size() && isComplete(agent); i++) {
            if (plans.get(i).keepsPlan(agent, rule, budget)) {
                if (rule.purpose() == Purpose.PERIODIC) {
                    mind.lastPeriodic = cooldowns.tick();
                }
                return true;
            }
        }
        return false;
    }

    /** Orders a plan instead of a call, if a source has one. */
    boolean ordersPlan(int agent, Mind mind, SelectionRule rule) {
        if (plans.isEmpty()
                || !isComplete(agent) // because the game's code has removed a component
                || rule.layer() != Layer.EXECUTOR
                || mind.secondTry == Layer.EXECUTOR
                || !asksModel(rule)
                || !cooldowns.mayOrder(mind, mQueue.get(agent), rule)) {
            return false;
        }
        budget.read(agent, mind);
        for (int i = 0; i < plans.size() && isComplete(agent); i++) {
            if (plans.get(i).ordersPlan(agent, rule, budget)) {
                return true;
            }
        }
        return false;
    }

    /** The calls of one agent after the other. */
    private final class Budget implements CallBudget {
        private int agent;
        private Mind mind = new Mind();

        void read(int id, Mind ofAgent) {
            agent = id;
            mind = ofAgent;
        }

        @Override
        public boolean allowed() {
            return !isFull()
                    && cooldowns.mayAskModel(mind)
                    && !cooldowns.isBackingOff(mind, Layer.EXECUTOR);
        }

        @Override
        public boolean ready() {
            return allowed() && cooldowns.ready(mind, Layer.EXECUTOR);
        }

        @Override
        public boolean asked() {
            PendingDecision request = mind.ticket == 0 ? null : context.pendingOf(agent);
            return request != null && request.layer() == Layer.EXECUTOR;
        }

        @Override
        public boolean running() {
            PendingDecision request = asked() ? context.pendingOf(agent) : null;
            return request != null && request.granted();
        }

        @Override
        public long cooldown() {
            return cooldowns.cooldown(Layer.EXECUTOR);
        }
    }
}
