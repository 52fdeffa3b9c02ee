/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import com.artemis.ComponentMapper;
import dev.triune.apply.Decisions;
import dev.triune.apply.UnderWay;
import dev.triune.clock.GameClock;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.OwnModel;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.plan.PlanDecoder;
import dev.triune.plan.PlanPart;
import dev.triune.prompt.PromptBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Asks models on behalf of agents: submits requests, and renders their prompts when they are granted.
 * Artemis fills the mappers in. Game thread only.
 */
final class Asking {
    private static final Logger LOG = Logger.getLogger(Asking.class.getName());

    /** Finds out whether an agent is still there. */
    interface Presence {
        /** The mind of the agent with that id and number, or null, whoever has the id now. */
        @Nullable
        Mind of(int agent, long serial);
    }

    /** What one request asks, and of whom. */
    private static final class Question {
        final int agent;
        final long serial;
        final SelectionRule rule;

        /** Set once the broker has taken it. */
        @Nullable
        UnderWay underWay;

        Question(int agent, long serial, SelectionRule rule) {
            this.agent = agent;
            this.serial = serial;
            this.rule = rule;
        }
    }

    private final GameClock clock;
    private final Broker broker;
    private final Decisions decisions;
    private final Thinking thinking;
    private final SnapshotTaker snapshots;
    private final PlanDecoder decoder;
    private final SchedulerStats stats;
    private final Selection selection;
    private final Presence presence;
    private final long answerTicks;
    private final Set<String> complaints = new HashSet<>();

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    Asking(
            GameClock clock,
            Broker broker,
            Decisions decisions,
            Thinking thinking,
            SchedulerStats stats,
            Selection selection,
            Presence presence) {
        this.clock = clock;
        this.broker = broker;
        this.decisions = decisions;
        this.thinking = thinking;
        this.snapshots = new SnapshotTaker(thinking);
        this.decoder = new PlanDecoder(thinking.catalog());
        this.stats = stats;
        this.selection = selection;
        this.presence = presence;
        this.answerTicks = clock.ticks(thinking.answerLife());
    }

    SnapshotTaker snapshots() {
        return snapshots;
    }

    /** Submits a request; what the agent had waiting is superseded by it. */
    void ask(int agent, Mind mind, SelectionRule rule, int urgency, long stampBefore) {
        Layer layer = rule.layer();
        Optional<PromptBuilder> builder = thinking.prompt(layer);
        if (builder.isEmpty()) {
            return; // the rules decide
        }
        Question question = new Question(agent, mind.serial, rule);
        Request.Builder<PlanPart> request = Request.plan(thinking.model(layer), decoder)
                .agent(nameFor(agent, mind))
                .layer(layer.label())
                .priority(Priority.of(urgency))
                .interrupting(thinking.interrupting())
                .schema(thinking.catalog().schema())
                .maxTokens(thinking.maxTokens())
                .source(() -> render(question, builder.get()));
        Ticket ticket = submit(mind, request);
        if (ticket == null) {
            return;
        }
        boolean again = mind.secondTry == layer;
        boolean ahead = rule == StandardRule.AHEAD || (again && mind.secondTryAhead);
        UnderWay underWay =
                new UnderWay(ticket.number(), agent, mind, layer, urgency, stampBefore, ahead);
        question.underWay = underWay;
        mind.ticket = ticket.number();
        if (again) {
            mind.secondTry = null;
            mind.secondTryAhead = false;
        }
        decisions.begin(underWay);
        decisions.listener().asked(agent, layer, ticket, urgency, rule.reason());
    }

    /** A name that no two agents share, and that stays if the persona is renamed meanwhile. */
    private String nameFor(int agent, Mind mind) {
        if (mind.askedAs.isEmpty()) {
            mind.askedAs = snapshots.nameOf(agent) + " #" + mind.serial;
        }
        return mind.askedAs;
    }

    /** Hands a request over; null if the broker cannot take it now, or never will. */
    private @Nullable Ticket submit(Mind mind, Request.Builder<PlanPart> request) {
        OwnModel own = mind.ownModel;
        if (own != null) {
            try {
                request.endpoint(endpoint(own));
            } catch (IllegalArgumentException e) {
                mind.usesModel = false;
                complain("an agent's own model cannot be asked, it lives by reflexes now", e);
                return null;
            }
        }
        try {
            return broker.submit(request.build(), decisions::receive);
        } catch (IllegalArgumentException | IllegalStateException e) { // too many endpoints, closed
            complain("the broker takes no request", e);
            return null;
        }
    }

    /** Says once for each kind of trouble what it is: it may come back with each tick. */
    private void complain(String what, RuntimeException e) {
        if (complaints.add(what)) {
            LOG.log(Level.WARNING, what + " (said once)", e);
        }
    }

    /**
     * The endpoint of an agent's own model.
     *
     * @throws IllegalArgumentException if its URL is none or its key is not known
     */
    Endpoint endpoint(OwnModel own) {
        Optional<String> key = own.keyName.isEmpty() ? Optional.empty() : thinking.key(own.keyName);
        if (key.isEmpty() && !own.keyName.isEmpty()) {
            throw new IllegalArgumentException(
                    "key \"" + own.keyName
                            + "\" of an agent's own model is not known (expected Thinking.keys to find it)");
        }
        Endpoint endpoint = Endpoint.of(own.url, own.model).withHeaders(own.headers);
        return key.map(endpoint::withKey).orElse(endpoint);
    }

    /** Writes the prompt at the moment of the grant, or gives the grant back. */
    private Optional<Prompt> render(Question question, PromptBuilder builder) {
        UnderWay underWay = question.underWay;
        Mind mind = presence.of(question.agent, question.serial);
        if (mind == null || underWay == null) {
            stats.stale();
            return Optional.empty();
        }
        Layer layer = question.rule.layer();
        Senses senses = layer == Layer.TALKER ? mSenses.get(question.agent) : null;
        if (senses != null) { // after a failed call what it was to answer is news again
            senses.unattended += underWay.takeAttended();
        }
        if (!selection.stillHolds(question.agent, mind, layer, underWay.secondTry())) {
            stats.stale();
            mind.lastInvoked[layer.ordinal()] = underWay.stampBefore();
            return Optional.empty();
        }
        selection.granted(mind, question.rule);
        Prompt prompt = write(question.agent, underWay, builder);
        int attended = senses == null ? 0 : senses.unattended;
        if (senses != null) {
            senses.attend(clock.tick());
        }
        underWay.grant(clock.tick() + answerTicks, attended, List.copyOf(mind.troubles));
        return Optional.of(prompt);
    }

    /** The broker ends a request whose prompt cannot be written; why, only this log tells. */
    private Prompt write(int agent, UnderWay underWay, PromptBuilder builder) {
        try {
            return builder.build(snapshots.take(agent, underWay.ahead()));
        } catch (RuntimeException e) {
            complain("a prompt of the " + underWay.layer().label() + " cannot be written", e);
            throw e;
        }
    }
}
