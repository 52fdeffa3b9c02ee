/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import dev.triune.MindListener;
import dev.triune.component.Layer;
import dev.triune.internal.apply.PlanPart;
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

/** Records prompts, and answers that cannot be parsed, as they pass. Game thread only. */
final class RecordingBroker implements Broker, MindListener {
    /** A pending request, with its agent as soon as that is known. */
    private static final class SubmittedRequest {
        int agent = -1;
    }

    private final Broker broker;
    private final AgentRecorder recorder;
    private SubmittedRequest last = new SubmittedRequest();

    /** Records by the agent's entity id. */
    RecordingBroker(Broker broker, AgentRecorder recorder) {
        this.broker = broker;
        this.recorder = recorder;
    }

    /** Assigns the last submitted request to its agent. */
    @Override
    public void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        last.agent = agent;
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        SubmittedRequest submitted = new SubmittedRequest();
        last = submitted;
        return broker.submit(
                request.with(request.decoder(), () -> render(submitted, request)), update -> {
                    note(submitted, update);
                    updates.accept(update);
                });
    }

    private void note(SubmittedRequest submitted, Update<?> update) {
        if (update instanceof Update.Part<?> part
                && part.value() instanceof PlanPart.UnreadableRest unreadableRest) {
            recorder.unreadable(submitted.agent, unreadableRest.reason());
        }
    }

    /** Renders a prompt, and notes an exception, which the broker would count as a failed call. */
    private Optional<Prompt> render(SubmittedRequest submitted, Request<?> request) {
        try {
            Optional<Prompt> prompt = request.prompt().render();
            prompt.ifPresent(rendered -> recorder.prompt(submitted.agent, rendered.text()));
            return prompt;
        } catch (RuntimeException e) {
            recorder.promptFailed(submitted.agent, e);
            throw e;
        }
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
