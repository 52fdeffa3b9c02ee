/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.LayerConfig;
import dev.triune.MindConfig;
import dev.triune.PlanSource;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.OwnModel;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.apply.AgentRecord;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.MindCounters;
import dev.triune.internal.apply.MindLookup;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.apply.PlanDecoder;
import dev.triune.internal.apply.PlanPart;
import dev.triune.internal.budget.BudgetMeter;
import dev.triune.internal.inject.GameFaults;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Broker;
import dev.triune.llm.Decoder;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.OfflineMind;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.PromptBuilder.PromptPart;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Submits requests, and renders their prompts when they are granted. Game thread only.
 *
 * <p>Between the two, seconds or minutes may pass in the broker's queue. The request therefore contains
 * no prompt, only a way to render one, which runs in the tick in which a provider is free: with the
 * agent looked up by serial, the policy asked again, and the world as it is then. What is no longer
 * needed is returned unused; it cost nothing, and its layer is ready again at once.
 *
 * <p>A request is named after its agent and the agent's serial, and keeps that name, so that a
 * provider's cache finds the last prompt of the same agent and the broker its earlier request.
 */
public final class RequestSubmitter {
    private static final Logger LOG = Logger.getLogger(RequestSubmitter.class.getName());

    /** The time within which the call for a player's line must start. */
    private static final Duration PLAYER_PATIENCE = Duration.ofSeconds(15);

    /** The longest time that a request waits for its agent's memories. */
    private static final Duration MOST_RECALL = Duration.ofMillis(250);

    private final GameClock clock;
    private final Broker broker;
    private final BudgetMeter budget;
    private final DecisionContext context;
    private final KindSchedule kind;
    private final MindConfig config;
    private final String tenant;
    private final SnapshotTaker snapshots;
    private final Map<Layer, PlanDecoder> decoders = new EnumMap<>(Layer.class);
    private final MindCounters counters;

    private final List<PlanSource> plans;
    private final MindLookup minds;
    private final long answerTicks;
    private final Set<String> loggedProblems = new HashSet<>();
    private final GameFaults faults = new GameFaults(RequestSubmitter.class);

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init") // as the one above
    private ComponentMapper<Senses> mSenses;

    public RequestSubmitter(
            GameClock clock,
            Broker broker,
            DecisionContext context,
            KindSchedule kind,
            String tenant,
            List<PlanSource> plans,
            MindLookup minds) {
        this.clock = clock;
        this.broker = broker;
        this.budget = BudgetMeter.of(broker);
        this.context = context;
        this.kind = kind;
        this.config = kind.kind.config();
        this.tenant = tenant;
        this.snapshots = new SnapshotTaker(config, clock, context.promptParts());
        for (Layer layer : Layer.values()) {
            decoders.put(layer, new PlanDecoder(config.catalog(), config.answerForm(layer)));
        }
        this.counters = context.counters();
        this.plans = plans;
        this.minds = minds;
        this.answerTicks = clock.ticks(config.answerTimeToLive());
    }

    /** Begins to serve a world. */
    void join(World world) {
        world.inject(this);
        faults.join(world);
    }

    /** Returns what tells which calls can be afforded. */
    public BudgetMeter budget() {
        return budget;
    }

    public SnapshotTaker snapshots() {
        return snapshots;
    }

    /** Returns the ticks that the request of an agent waits for its memories, before it is made. */
    long recallTicks(int agent) {
        Duration asked = snapshots.prepare(agent, faults);
        return clock.ticks(asked.compareTo(MOST_RECALL) < 0 ? asked : MOST_RECALL);
    }

    /**
     * Submits a request in place of the pending one, or beside it if that is set aside; does nothing if
     * the game's code throws, or has disposed of the world.
     */
    void submitFor(Candidate turn, @Nullable PendingDecision aside, long previousInvocation) {
        try {
            submitOrThrow(turn, aside, previousInvocation);
        } catch (Throwable e) {
            faults.report("a request by rule", turn.rule, turn.agent, e);
        }
    }

    private void submitOrThrow(
            Candidate turn, @Nullable PendingDecision aside, long previousInvocation) {
        int agent = turn.agent;
        Mind mind = turn.mind;
        Layer layer = turn.layer;
        LayerConfig layerConfig = kind.cooldowns.get(layer);
        PromptBuilder builder = layerConfig.prompt();
        if (builder == null || turn.purpose == Purpose.NOTHING) {
            return; // the rules decide
        }
        if (mind.serial == 0) {
            renewSerial(agent, mind);
        }
        PendingDecision request =
                new PendingDecision(agent, mind, turn.rule, turn.urgency, previousInvocation);
        String name = requesterName(agent, mind, aside);
        SelectionRule rule = turn.rule;
        String reason = faults.get("reason of a selection rule", rule, agent, rule::reason, "");
        Ticket ticket =
                submit(agent, mind, call(request, name, layerConfig, builder, mind.ownModel));
        if (ticket == null) {
            return;
        }
        if (aside != null) {
            context.setAside(aside);
        }
        request.submitted(
                ticket, name, reason, asks(mind.ownModel, layer), kind.lane(turn), clock.tick());
        mind.askedAs = mind.askedAs.isEmpty() ? name : mind.askedAs;
        mind.ticket = ticket.number();
        if (request.secondTry) {
            mind.secondTry = null;
            mind.secondTryAhead = false;
        }
        context.begin(request);
    }

    private AnswerSchema schema(int agent, PromptBuilder builder, boolean forPlayer, Layer layer) {
        AnswerSchema whole = config.catalog()
                .schema(config.answerForm(layer), layer == Layer.EXECUTOR && snapshots.owes(agent));
        AnswerSchema schema = faults.get(
                "schema of prompts",
                builder,
                agent,
                () -> Objects.requireNonNullElse(builder.schema(forPlayer), whole),
                whole);
        for (PromptPart part : context.promptParts()) {
            schema = part.schema(agent, layer, schema);
        }
        return schema;
    }

    /** Begins the call of a request, which an inspected agent's record listens to. */
    private Request.Builder<PlanPart> call(
            PendingDecision request,
            String name,
            LayerConfig layerConfig,
            PromptBuilder builder,
            @Nullable OwnModel own) {
        Layer layer = request.layer();
        Decoder<PlanPart> decoder = Objects.requireNonNull(decoders.get(layer));
        AgentRecord agentRecord = context.recorder().of(request.agent);
        if (agentRecord != null) {
            decoder = agentRecord.begin(layer, decoder);
        }
        Purpose purpose = request.rule.purpose();
        boolean forPlayer = purpose == Purpose.PLAYER;
        String model = Objects.requireNonNullElse(asks(own, layer), layerConfig.model());
        Request.Builder<PlanPart> call = Request.plan(model, decoder)
                .agent(name)
                .tenant(tenant)
                .layer(layer.label())
                .priority(Priority.of(request.urgency))
                .interrupting(config.supersedesRunningCalls()
                        || forPlayer
                        || (patience(own) > 0 && purpose == Purpose.TALK))
                .speechPieces(layer == Layer.TALKER && config.streamSpeech())
                .actionsFirst(layer == Layer.TALKER
                        && !config.catalog().names(config.answerForm(layer)).isEmpty())
                .schema(schema(request.agent, builder, forPlayer, layer))
                .maxTokens(
                        layerConfig.maxTokens() > 0 ? layerConfig.maxTokens() : config.maxTokens())
                .temperature(layerConfig.temperature())
                .options(layerConfig.options())
                .promptSource(() -> render(request, builder));
        return forPlayer ? call.usefulFor(PLAYER_PATIENCE) : call;
    }

    /** Returns the broker's name of the model that a layer asks; null for an agent's own address. */
    @Nullable
    String asks(@Nullable OwnModel own, Layer layer) {
        if (own == null) {
            return kind.cooldowns.get(layer).model();
        }
        return own.url.isEmpty() ? own.model : null;
    }

    /**
     * Gives a serial to a mind that the game replaced within a tick, and cancels the old mind's
     * request.
     */
    private void renewSerial(int agent, Mind mind) {
        mind.serial = context.serialFor(0);
        context.requestsOf(agent).forEach(old -> broker.cancel(old.ticket));
    }

    /**
     * Returns a name that is unique on the broker and independent of the persona: that of the request
     * which it replaces, and another than that of a plan which goes on beside it.
     */
    private String requesterName(int agent, Mind mind, @Nullable PendingDecision aside) {
        PendingDecision pending = mind.ticket == 0 ? null : context.pendingOf(agent);
        if (pending != null && pending != aside) {
            return pending.name();
        }
        if (mind.askedAs.isEmpty()) {
            return snapshots.nameOf(agent) + " #" + context.worldPrefix(broker) + mind.serial;
        }
        PendingDecision plan = aside == null ? context.besideOf(agent) : aside;
        boolean taken = plan != null && plan.name().equals(mind.askedAs);
        return taken ? mind.askedAs + " talk" : mind.askedAs;
    }

    /** Cancels a request. */
    void withdraw(PendingDecision request) {
        broker.cancel(request.ticket);
    }

    /** Submits a call; returns null if the broker rejects it. */
    private @Nullable Ticket submit(int agent, Mind mind, Request.Builder<PlanPart> call) {
        OwnModel own = mind.ownModel;
        if (own != null && !own.url.isEmpty()) {
            try {
                call.endpoint(endpoint(own));
            } catch (IllegalArgumentException e) {
                mind.usesModel = false;
                logOnce("an agent's own model cannot be asked, it lives by reflexes now", e);
                return null;
            } catch (RuntimeException e) { // the key may be available next time
                faults.report("keys", config.keys(), agent, e);
                return null;
            }
        }
        if (context.isClosing()) {
            return null; // the game's code has disposed of the world
        }
        try {
            return broker.submit(call.build(), context::receive);
        } catch (IllegalArgumentException | IllegalStateException e) { // too many endpoints, closed
            logOnce(
                    own == null
                            ? "the broker takes no request"
                            : "an agent's own model cannot be asked",
                    e);
            return null;
        }
    }

    /** Returns how long an answer of an agent's own model may take, in seconds; usually 0. */
    static int patience(@Nullable OwnModel own) {
        return own == null ? 0 : own.patience;
    }

    private long patienceTicks(Mind mind) {
        return clock.ticks(Duration.ofSeconds(Math.max(0, patience(mind.ownModel))));
    }

    /** Logs each kind of trouble once, because it may recur in each tick. */
    private void logOnce(String what, RuntimeException e) {
        if (loggedProblems.add(what)) {
            LOG.log(Level.WARNING, what + ": " + e.getMessage() + " (said once)", e);
        }
    }

    /** Returns the endpoint of an agent's own model; rejects an invalid URL and an unknown key. */
    public Endpoint endpoint(OwnModel own) {
        Optional<String> key =
                own.keyName.isEmpty() ? Optional.empty() : config.keys().apply(own.keyName);
        if (key.isEmpty() && !own.keyName.isEmpty()) {
            throw new IllegalArgumentException("key \"" + own.keyName
                    + "\" of an agent's own model is not known (let MindConfig.keys find it)");
        }
        Endpoint endpoint = Endpoint.of(own.url, own.model).withHeaders(own.headers);
        return key.map(endpoint::withKey).orElse(endpoint);
    }

    /**
     * Renders the prompt when the request is granted, or declines the grant. If the game's code
     * throws, the broker ends the request.
     */
    private Optional<Prompt> render(PendingDecision request, PromptBuilder builder) {
        try {
            return renderOrThrow(request, builder);
        } catch (SnapshotTaker.ChangedAgentException e) { // its request is about to be cancelled
            faults.reportFault("a prompt was not written:", e.fault, request.agent, null);
            counters.unusedGrants++;
            return Optional.empty();
        } catch (Throwable e) {
            String role = "prompt of the " + request.layer().label() + " with perception "
                    + config.perception().getClass().getName() + " and prompt builder";
            faults.report(role, builder, request.agent, e);
            throw e instanceof RuntimeException exception
                    ? exception
                    : new IllegalStateException("no prompt: the game's code failed", e);
        }
    }

    private Optional<Prompt> renderOrThrow(PendingDecision request, PromptBuilder builder) {
        Mind mind = minds.find(request.agent, request.serial);
        if (mind == null || !context.isPending(request)) {
            counters.unusedGrants++;
            return Optional.empty();
        }
        Layer layer = request.layer();
        Senses senses = layer == Layer.TALKER ? mSenses.get(request.agent) : null;
        if (senses != null) { // after a failed call, unanswered speech counts as unheard again
            senses.unattended += request.prompt.takeAttended();
        }
        if (!isStillNeeded(request, mind)
                || !kind.isComplete(request.agent)) { // a rule has removed a component
            counters.unusedGrants++;
            request.restoreInvocation(mind);
            return Optional.empty();
        }
        mind.waitingSince(layer, Mind.NEVER);
        Prompt prompt = write(request, builder);
        if (layer == Layer.EXECUTOR) {
            plans.forEach(source -> source.prompted(request.agent, request.rule, request.ticket));
        }
        snapshots.recordPrompted(request.agent, layer, faults);
        int attended = senses == null ? 0 : senses.unattended;
        if (senses != null) {
            senses.markAttended(clock.tick());
        }
        request.prompt.write(
                clock.tick(),
                clock.tick() + Math.max(answerTicks, patienceTicks(mind)),
                attended,
                List.copyOf(mind.troubles(layer)));
        return Optional.of(prompt);
    }

    /** Asks the rules as before the request, because a rule may end with its own call. */
    private boolean isStillNeeded(PendingDecision request, Mind mind) {
        long invoked = mind.lastInvoked(request.layer());
        request.restoreInvocation(mind);
        try {
            return kind.isStillNeeded(request.agent, mind, request.layer(), request.secondTry);
        } finally { // a rule that throws must not end the cooldown
            mind.lastInvoked(request.layer(), invoked);
        }
    }

    private Prompt write(PendingDecision request, PromptBuilder builder) {
        int agent = request.agent;
        AgentSnapshot snapshot =
                snapshots.take(agent, request.layer(), request.ahead, request.reason());
        Prompt prompt = builder.build(snapshot)
                .withOrigin(new OfflineMind.Question(snapshot, request.layer()));
        for (PromptPart part : context.promptParts()) {
            prompt = part.revise(agent, request.layer(), prompt);
        }
        BehaviorQueue queue = mQueue.get(agent);
        QueuedStep next = request.ahead ? queue.next() : null;
        if (next != null && next.current()) {
            request.prompt.shows(next.step);
        }
        if (request.layer() == Layer.EXECUTOR) {
            request.prompt.showsToDo(queue.steps.stream()
                    .filter(step -> !step.finished() && !(request.ahead && step.current()))
                    .toList());
        }
        if (request.layer() == Layer.TALKER) {
            request.prompt.addressees = snapshots.collectAddressees(agent, snapshot);
            request.prompt.keep(prompt);
        }
        AgentRecord agentRecord = context.recorder().of(agent);
        if (agentRecord != null) {
            agentRecord.prompted(request.layer(), prompt, snapshot.memories());
        }
        return prompt;
    }
}
