/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import dev.triune.MindListener;
import dev.triune.component.Layer;
import dev.triune.internal.action.PlanPart;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Hands everything on to a broker, and notes each prompt that is rendered, or cannot be, and each
 * answer that cannot be read. Game thread only.
 */
final class RecordingBroker implements Broker, MindListener {
    /** A pending request, with its agent as soon as that is known. */
    private static final class SubmittedRequest {
        int agent = -1;
    }

    private final Broker broker;
    private final AgentRecorder agentRecorder;
    private SubmittedRequest last = new SubmittedRequest();

    /** Notes there by the agent's entity id. */
    RecordingBroker(Broker broker, AgentRecorder agentRecorder) {
        this.broker = broker;
        this.agentRecorder = agentRecorder;
    }

    /** What was submitted last is that agent's request. */
    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        last.agent = agent;
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        SubmittedRequest submittedRequest = new SubmittedRequest();
        last = submittedRequest;
        return broker.submit(
                request.with(request.decoder(), () -> render(submittedRequest, request)),
                update -> {
                    note(submittedRequest, update);
                    updates.accept(update);
                });
    }

    private void note(SubmittedRequest submittedRequest, Update<?> update) {
        if (update instanceof Update.Part<?> part
                && part.value() instanceof PlanPart.UnreadableRest unreadableRest) {
            agentRecorder.unreadable(submittedRequest.agent, unreadableRest.reason());
        }
    }

    /** The broker takes a source that throws for a call that failed; a test is to hear of it. */
    private Optional<Prompt> render(SubmittedRequest submittedRequest, Request<?> request) {
        try {
            Optional<Prompt> prompt = request.prompt().render();
            prompt.ifPresent(
                    rendered -> agentRecorder.prompt(submittedRequest.agent, text(rendered)));
            return prompt;
        } catch (RuntimeException e) {
            agentRecorder.promptFailed(submittedRequest.agent, e);
            throw e;
        }
    }

    private static String text(Prompt prompt) {
        return prompt.text();
    }

    @Override
    public boolean cancel(Ticket ticket) {
        return broker.cancel(ticket);
    }

    @Override
    public void defer(String session, String agent, Duration time) {
        broker.defer(session, agent, time);
    }

    @Override
    public int heartbeat(String session) {
        return broker.heartbeat(session);
    }

    @Override
    public void enableQuota(QuotaSnapshot quota) {
        broker.enableQuota(quota);
    }

    @Override
    public void disableQuota(String session) {
        broker.disableQuota(session);
    }

    @Override
    public Optional<QuotaSnapshot> quota(String session) {
        return broker.quota(session);
    }

    @Override
    public int doWork() {
        return broker.doWork();
    }

    @Override
    public BrokerStats stats() {
        return broker.stats();
    }

    @Override
    public void close() {
        broker.close();
    }
}
