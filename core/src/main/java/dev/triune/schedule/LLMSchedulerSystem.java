/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.apply.Decisions;
import dev.triune.apply.UnderWay;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.component.Tier;
import dev.triune.llm.Broker;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.plan.PlanDecoder;
import dev.triune.plan.PlanPart;
import dev.triune.prompt.PromptBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which layer of which agent thinks, and when. Each tick it looks through the selection
 * table for every agent; the most urgent one whose layer is ready gets to ask, at most one in
 * {@link Thinking#gap}. Then it gives the broker its turn of work, in which prompts are rendered
 * from the world as it is now. Nobody waits for an answer. Game thread only.
 */
public class LLMSchedulerSystem extends BaseEntitySystem {
    private final GameClock clock;
    private final Broker broker;
    private final Decisions decisions;
    private final Thinking thinking;
    private final PlanDecoder decoder;
    private final LayerCooldowns cooldowns;
    private final Precedence precedence;
    private final SnapshotTaker snapshots;
    private final SchedulerStats stats = new SchedulerStats();
    private final long gapTicks;
    private long nextRequestAt;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Senses> mSenses;

    /** Schedules every agent with {@link Mind}, {@link Needs}, {@link Behavior}, a queue. */
    public LLMSchedulerSystem(
            GameClock clock, Broker broker, Decisions decisions, Thinking thinking) {
        this(clock, broker, decisions, thinking, Aspect.all());
    }

    /**
     * The same for fewer agents.
     *
     * @param extra what else an agent must have or must not have
     */
    public LLMSchedulerSystem(
            GameClock clock,
            Broker broker,
            Decisions decisions,
            Thinking thinking,
            Aspect.Builder extra) {
        super(extra.copy().all(Mind.class, Needs.class, Behavior.class, BehaviorQueue.class));
        this.clock = clock;
        this.broker = broker;
        this.decisions = decisions;
        this.thinking = thinking;
        this.decoder = new PlanDecoder(thinking.catalog());
        this.cooldowns = new LayerCooldowns(clock);
        this.precedence = new Precedence(thinking, cooldowns);
        this.snapshots = new SnapshotTaker(thinking.perception());
        this.gapTicks = clock.ticks(thinking.gap());
    }

    // ---- what a game may ask

    /** What the selection table says of an agent at this moment. */
    public SelectionRule select(int agent) {
        return select(
                agent, thinking.companyBinds() || cooldowns.ready(mMind.get(agent), Layer.TALKER));
    }

    /**
     * Asks for a decision of an agent now, if its selected layer is ready and nothing of it is under
     * way. The gap between requests does not count here: it is the game that asks.
     *
     * @return the selection if it took effect: a request was submitted, or the rules decide; empty
     *     if the layer cools down, the agent sleeps, is dead, waits for an answer, or was created
     *     after the last tick
     */
    public Optional<SelectionRule> request(int agent) {
        Mind mind = mMind.get(agent);
        if (mind.serial == 0 || !mayThink(agent, mind)) {
            return Optional.empty(); // it has not appeared in a tick yet, or has no need
        }
        SelectionRule rule = select(agent);
        if (!cooldowns.ready(mind, rule.layer()) || !mayAsk(mind, rule.layer())) {
            stats.blocked();
            return Optional.empty();
        }
        invoke(agent, mind, rule);
        return Optional.of(rule);
    }

    /** Whether the cooldown of an agent's layer is over and the layer is enabled. */
    public boolean isLayerReady(int agent, Layer layer) {
        return cooldowns.ready(mMind.get(agent), layer);
    }

    /** The game time until the cooldown of an agent's layer is over; zero if it is. */
    public Duration timeUntilReady(int agent, Layer layer) {
        return clock.duration(cooldowns.ticksLeft(mMind.get(agent), layer));
    }

    /** Makes one layer of an agent ready now. */
    public void resetCooldowns(int agent, Layer layer) {
        mMind.get(agent).lastInvoked[layer.ordinal()] = Mind.NEVER;
    }

    /** Makes all layers of an agent ready now. */
    public void resetCooldowns(int agent) {
        Arrays.fill(mMind.get(agent).lastInvoked, Mind.NEVER);
    }

    /** Cooldown and standing of a layer. */
    public LayerConfig layerConfig(Layer layer) {
        return cooldowns.get(layer);
    }

    /** Changes cooldown and standing of a layer, from this tick on. */
    public void setLayerConfig(Layer layer, LayerConfig config) {
        cooldowns.set(layer, config);
    }

    /** What was decided so far. */
    public SchedulerStats stats() {
        return stats;
    }

    // ---- the tick

    @Override
    protected void initialize() {
        world.inject(snapshots);
    }

    @Override
    protected void inserted(int agent) {
        Mind mind = mMind.get(agent);
        mind.serial = decisions.nextSerial();
        mind.ticket = 0;
    }

    @Override
    protected void removed(int agent) {
        UnderWay request = decisions.ofAgent(agent);
        if (request != null) {
            broker.cancel(new Ticket(request.ticket()));
        }
    }

    @Override
    protected void processSystem() {
        int chosen = -1;
        SelectionRule best = SelectionRule.OTHERWISE;
        IntBag agents = subscription.getEntities();
        int[] ids = agents.getData();
        for (int i = 0, n = agents.size(); i < n; i++) {
            SelectionRule rule = candidate(ids[i]);
            if (rule != null
                    && (chosen < 0
                            || precedence.goesFirst(
                                    mMind.get(ids[i]), rule, mMind.get(chosen), best))) {
                chosen = ids[i];
                best = rule;
            }
        }
        if (chosen >= 0 && clock.tick() >= nextRequestAt) {
            nextRequestAt = clock.tick() + gapTicks;
            invoke(chosen, mMind.get(chosen), best);
        }
        broker.doWork();
    }

    /** The rule by which an agent would ask a model now, or null. Rules decide at once. */
    private @Nullable SelectionRule candidate(int agent) {
        Mind mind = mMind.get(agent);
        if (!mayThink(agent, mind)) {
            return null;
        }
        SelectionRule rule = select(agent);
        if (!cooldowns.ready(mind, rule.layer())) {
            stats.blocked();
            return null;
        }
        if (!thinking.asksModel(rule.layer())) {
            invoke(agent, mind, rule);
            return null;
        }
        return mayAsk(mind, rule.layer()) ? rule : null;
    }

    /** Whether an agent decides anything: it is alive, awake, and nothing of it is under way. */
    private boolean mayThink(int agent, Mind mind) {
        return mind.ticket == 0 && mNeeds.get(agent).alive() && !mBehavior.get(agent).asleep;
    }

    private boolean mayAsk(Mind mind, Layer layer) {
        return !thinking.asksModel(layer) || (mind.usesModel && mind.tier == Tier.FULL);
    }

    private SelectionRule select(int agent, boolean companyCounts) {
        return LayerSelector.select(
                mNeeds.get(agent),
                mBehavior.get(agent),
                mQueue.get(agent),
                mConversation.get(agent),
                mSenses.get(agent),
                companyCounts);
    }

    // ---- asking

    private void invoke(int agent, Mind mind, SelectionRule rule) {
        Layer layer = rule.layer();
        long stampBefore = mind.lastInvoked[layer.ordinal()];
        cooldowns.stamp(mind, layer);
        stats.selected(rule);
        Optional<PromptBuilder> builder = thinking.prompt(layer);
        if (builder.isPresent()) {
            submit(mind, rule, new Question(agent, mind.serial, layer, builder.get(), stampBefore));
        }
    }

    private void submit(Mind mind, SelectionRule rule, Question question) {
        Request<PlanPart> request = Request.plan(thinking.model(question.layer), decoder)
                .agent(snapshots.nameOf(question.agent) + " #" + question.serial)
                .layer(question.layer.name().toLowerCase(Locale.ROOT))
                .priority(Priority.of(rule.urgency()))
                .maxTokens(thinking.maxTokens())
                .source(() -> render(question))
                .build();
        Ticket ticket = broker.submit(request, decisions::receive);
        mind.ticket = ticket.number();
        decisions.begin(question.underWay(ticket));
    }

    /** Writes the prompt at the moment of the grant, or gives the grant back. */
    private Optional<Prompt> render(Question question) {
        int agent = question.agent;
        boolean there = subscription.getActiveEntityIds().get(agent);
        Mind mind = there ? mMind.get(agent) : null;
        if (mind == null || mind.serial != question.serial) {
            stats.stale();
            return Optional.empty();
        }
        Senses senses = question.layer == Layer.TALKER ? mSenses.get(agent) : null;
        if (senses != null) { // after a failed call what it was to answer is news again
            senses.unattended += question.attended;
            question.attended = 0;
        }
        if (!stillNeeds(agent, mind, question.layer)) {
            stats.stale();
            mind.lastInvoked[question.layer.ordinal()] = question.stampBefore;
            return Optional.empty();
        }
        Prompt prompt = question.builder.build(snapshots.take(agent));
        if (senses != null) {
            question.attended = senses.unattended;
            senses.attend(clock.tick());
        }
        return Optional.of(prompt);
    }

    /** Whether the layer that asked is the one that would ask now, cooldowns left aside. */
    private boolean stillNeeds(int agent, Mind mind, Layer layer) {
        return mNeeds.get(agent).alive()
                && !mBehavior.get(agent).asleep
                && mayAsk(mind, layer)
                && cooldowns.get(layer).enabled()
                && select(agent, layer == Layer.TALKER || thinking.companyBinds())
                                .layer()
                        == layer;
    }
}
