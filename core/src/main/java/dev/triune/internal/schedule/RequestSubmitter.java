/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import com.artemis.annotations.SkipWire;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.OwnModel;
import dev.triune.component.Senses;
import dev.triune.internal.action.PlanDecoder;
import dev.triune.internal.action.PlanPart;
import dev.triune.internal.apply.AgentRecord;
import dev.triune.internal.apply.DecisionContext;
import dev.triune.internal.apply.MindCounters;
import dev.triune.internal.apply.PendingDecision;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.internal.inject.GameFaults;
import dev.triune.llm.Broker;
import dev.triune.llm.Decoder;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;
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
 * Asks models on behalf of agents: submits requests, and renders their prompts when they are granted.
 * Artemis fills the mappers in. Game thread only.
 */
public final class RequestSubmitter {
    private static final Logger LOG = Logger.getLogger(RequestSubmitter.class.getName());

    /** Finds out whether an agent is still there. */
    public interface AgentLookup {
        /** The mind of the agent with that id and number, or null, whoever has the id now. */
        @Nullable
        Mind of(int agent, long serial);
    }

    /** What one request asks, and of whom. */
    private static final class PromptContext {
        final int agent;
        final long serial;
        final SelectionRule rule;

        /** Set once the broker has taken it. */
        @Nullable
        PendingDecision pending;

        PromptContext(int agent, long serial, SelectionRule rule) {
            this.agent = agent;
            this.serial = serial;
            this.rule = rule;
        }
    }

    private final GameClock clock;
    private final Broker broker;
    private final DecisionContext decisionContext;
    private final MindConfig mindConfig;
    private final SnapshotTaker snapshots;
    private final Map<Layer, PlanDecoder> decoders = new EnumMap<>(Layer.class);
    private final MindCounters counters;
    private final LayerSelector layerSelector;

    @SkipWire // there may be none
    private final @Nullable HabitSystem habits;

    private final AgentLookup agentLookup;
    private final long answerTicks;
    private final Set<String> complaints = new HashSet<>();
    private final GameFaults faults = new GameFaults(RequestSubmitter.class);

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    public RequestSubmitter(
            GameClock clock,
            Broker broker,
            DecisionContext decisionContext,
            MindConfig mindConfig,
            LayerSelector layerSelector,
            @Nullable HabitSystem habits,
            AgentLookup agentLookup) {
        this.clock = clock;
        this.broker = broker;
        this.decisionContext = decisionContext;
        this.mindConfig = mindConfig;
        this.snapshots = new SnapshotTaker(mindConfig, clock);
        for (Layer layer : Layer.values()) {
            decoders.put(
                    layer, new PlanDecoder(mindConfig.catalog(), mindConfig.answerForm(layer)));
        }
        this.counters = decisionContext.counters();
        this.layerSelector = layerSelector;
        this.habits = habits;
        this.agentLookup = agentLookup;
        this.answerTicks = clock.ticks(mindConfig.answerTimeToLive());
    }

    public SnapshotTaker snapshots() {
        return snapshots;
    }

    /**
     * Submits a request; what the agent had waiting is superseded by it. If the game's code throws
     * before it is submitted, nothing is submitted.
     */
    void submitFor(int agent, Mind mind, SelectionRule rule, int urgency, long stampBefore) {
        try {
            submitOrThrow(agent, mind, rule, urgency, stampBefore);
        } catch (RuntimeException e) {
            faults.report("a request by rule", rule, agent, e);
        }
    }

    private void submitOrThrow(
            int agent, Mind mind, SelectionRule rule, int urgency, long stampBefore) {
        Layer layer = rule.layer();
        PromptBuilder builder = mindConfig.prompt(layer);
        if (builder == null || !layerSelector.asksModel(rule)) {
            return; // the rules decide
        }
        String reason = rule.reason();
        String name = requesterName(agent, mind);
        PromptContext promptContext = new PromptContext(agent, mind.serial, rule);
        Decoder<PlanPart> decoder = Objects.requireNonNull(decoders.get(layer));
        AgentRecord kept = decisionContext.recorder().of(agent);
        if (kept != null) {
            decoder = kept.begin(layer, decoder);
        }
        Request.Builder<PlanPart> request = Request.plan(mindConfig.model(layer), decoder)
                .agent(name)
                .layer(layer.label())
                .priority(Priority.of(urgency))
                .interrupting(
                        mindConfig.supersedesRunningCalls() || rule == StandardSelectionRule.PLAYER)
                .speechPieces(layer == Layer.TALKER && mindConfig.streamSpeech())
                .schema(mindConfig.catalog().schema(mindConfig.answerForm(layer)))
                .maxTokens(mindConfig.maxTokens(layer))
                .temperature(mindConfig.temperature(layer))
                .options(mindConfig.options(layer))
                .promptSource(() -> render(promptContext, builder));
        Ticket ticket = submit(agent, mind, request);
        if (ticket == null) {
            return;
        }
        boolean again = mind.secondTry == layer;
        boolean ahead = rule == StandardSelectionRule.AHEAD || (again && mind.secondTryAhead);
        PendingDecision pendingDecision =
                new PendingDecision(ticket, agent, mind, rule, urgency, stampBefore, ahead);
        promptContext.pending = pendingDecision;
        mind.askedAs = name;
        mind.ticket = ticket.number();
        if (again) {
            mind.secondTry = null;
            mind.secondTryAhead = false;
        }
        decisionContext.begin(pendingDecision);
        decisionContext.listener().requestSubmitted(agent, layer, ticket, urgency, reason);
    }

    /**
     * A name that no two agents of this broker share, whatever their worlds, and that stays if the
     * persona is renamed meanwhile.
     */
    private String requesterName(int agent, Mind mind) {
        return mind.askedAs.isEmpty()
                ? snapshots.nameOf(agent) + " #" + decisionContext.worldPrefix(broker) + mind.serial
                : mind.askedAs;
    }

    /** Hands a request over; null if the broker cannot take it now, or never will. */
    private @Nullable Ticket submit(int agent, Mind mind, Request.Builder<PlanPart> request) {
        OwnModel own = mind.ownModel;
        if (own != null) {
            try {
                request.endpoint(endpoint(own));
            } catch (IllegalArgumentException e) {
                mind.usesModel = false;
                logOnce("an agent's own model cannot be asked, it lives by reflexes now", e);
                return null;
            } catch (RuntimeException e) { // the keys may be found next time
                faults.report("keys", mindConfig.keys(), agent, e);
                return null;
            }
        }
        try {
            return broker.submit(request.build(), decisionContext::receive);
        } catch (IllegalArgumentException | IllegalStateException e) { // too many endpoints, closed
            logOnce("the broker takes no request", e);
            return null;
        }
    }

    /** Says once for each kind of trouble what it is: it may come back with each tick. */
    private void logOnce(String what, RuntimeException e) {
        if (complaints.add(what)) {
            LOG.log(Level.WARNING, what + " (said once)", e);
        }
    }

    /**
     * The endpoint of an agent's own model.
     *
     * @throws IllegalArgumentException if its URL is none or its key is not known
     */
    public Endpoint endpoint(OwnModel own) {
        Optional<String> key =
                own.keyName.isEmpty() ? Optional.empty() : mindConfig.key(own.keyName);
        if (key.isEmpty() && !own.keyName.isEmpty()) {
            throw new IllegalArgumentException(
                    "key \"" + own.keyName
                            + "\" of an agent's own model is not known (expected MindConfig.keys to find it)");
        }
        Endpoint endpoint = Endpoint.of(own.url, own.model).withHeaders(own.headers);
        return key.map(endpoint::withKey).orElse(endpoint);
    }

    /** Writes the prompt at the moment of the grant, or gives the grant back. */
    private Optional<Prompt> render(PromptContext promptContext, PromptBuilder builder) {
        PendingDecision pendingDecision = promptContext.pending;
        Mind mind = agentLookup.of(promptContext.agent, promptContext.serial);
        if (mind == null
                || pendingDecision == null
                || !decisionContext.isPending(pendingDecision)) {
            counters.grantUnused();
            return Optional.empty();
        }
        Layer layer = promptContext.rule.layer();
        Senses senses = layer == Layer.TALKER ? mSenses.get(promptContext.agent) : null;
        if (senses != null) { // after a failed call what it was to answer is news again
            senses.unattended += pendingDecision.takeAttended();
        }
        if (!layerSelector.stillHolds(
                promptContext.agent, mind, layer, pendingDecision.secondTry)) {
            counters.grantUnused();
            pendingDecision.restoreInvocation(mind);
            return Optional.empty();
        }
        mind.waitingSince[layer.ordinal()] = Mind.NEVER;
        Prompt prompt = write(promptContext.agent, pendingDecision, builder);
        if (habits != null && layer == Layer.EXECUTOR) {
            habits.prompted(pendingDecision, mind, promptContext.rule);
        }
        snapshots.notePrompted(promptContext.agent, layer);
        int attended = senses == null ? 0 : senses.unattended;
        if (senses != null) {
            senses.markAttended(clock.tick());
        }
        pendingDecision.grant(
                clock.tick() + answerTicks, attended, List.copyOf(mind.troubles(layer)));
        return Optional.of(prompt);
    }

    /** The broker ends a request whose prompt cannot be written; why, only this log tells. */
    private Prompt write(int agent, PendingDecision pendingDecision, PromptBuilder builder) {
        try {
            AgentSnapshot snapshot = snapshots.take(
                    agent,
                    pendingDecision.layer(),
                    pendingDecision.ahead,
                    pendingDecision.reason());
            Prompt prompt = builder.build(snapshot);
            if (pendingDecision.layer() == Layer.TALKER) {
                pendingDecision.names = snapshots.namesNear(agent, snapshot);
            }
            AgentRecord kept = decisionContext.recorder().of(agent);
            if (kept != null) {
                kept.prompted(pendingDecision.layer(), prompt, snapshot.memories());
            }
            return prompt;
        } catch (RuntimeException e) {
            String role = "prompt of the " + pendingDecision.layer().label() + " with perception "
                    + mindConfig.perception().getClass().getName() + " and prompt builder";
            faults.report(role, builder, agent, e);
            throw e;
        }
    }
}
