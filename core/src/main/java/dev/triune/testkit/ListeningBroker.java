/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Hands everything on to a broker, and tells of each prompt that is rendered. Game thread only. */
final class ListeningBroker implements Broker {
    /** A request that is under way, and whose it is once that is known. */
    private static final class Asked {
        int agent = -1;
    }

    private final Broker broker;
    private final BiConsumer<Integer, String> prompts;
    private Asked last = new Asked();

    /** Tells of prompts by the agent's entity id and their text. */
    ListeningBroker(Broker broker, BiConsumer<Integer, String> prompts) {
        this.broker = broker;
        this.prompts = prompts;
    }

    /** What was submitted last is that agent's request. */
    void belongsTo(int agent) {
        last.agent = agent;
    }

    @Override
    public <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates) {
        Asked asked = new Asked();
        last = asked;
        return broker.submit(
                request.with(request.decoder(), () -> render(asked, request)), updates);
    }

    private Optional<Prompt> render(Asked asked, Request<?> request) {
        Optional<Prompt> prompt = request.prompt().render();
        prompt.ifPresent(rendered -> prompts.accept(asked.agent, text(rendered)));
        return prompt;
    }

    private static String text(Prompt prompt) {
        return prompt.messages().stream().map(Message::text).collect(Collectors.joining("\n\n"));
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
