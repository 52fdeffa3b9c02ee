/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Request;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import dev.triune.llm.Timers;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.StrictShare;
import dev.triune.llm.internal.policy.TenantLeases;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The plain algorithm, for comparison: a queue and a semaphore for each provider, and a cooldown of
 * each game that counts all games that are connected. It knows no budgets: it calls until a
 * provider refuses, stops that queue for as long as it was told (else 1 s), hands the request to a
 * fallback that is not stopped, and if there is none tries again after 1 s, three times in all.
 */
final class PlainBroker implements Desk {
    static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int RETRIES = 3;

    final Ticker ticker;
    private final Timers timers;
    private final TenantLeases games =
            new TenantLeases(TenantLeases.DEFAULT_TIMEOUT, TenantLeases.MAX_TENANTS);
    private final StrictShare cooldowns = new StrictShare();

    /** The queues by the model that they serve, in the order in which they are tried. */
    private final Map<String, PlainQueue> queues = new LinkedHashMap<>();

    private final List<Runnable> news = new ArrayList<>();
    private long tickets;

    PlainBroker(Ticker ticker, Timers timers) {
        this.ticker = ticker;
        this.timers = timers;
    }

    PlainBroker provider(String name, String model, Provider provider, int perMinute, int permits) {
        queues.put(model, new PlainQueue(this, name, model, provider, perMinute, permits));
        return this;
    }

    @Override
    public void heartbeat(String game) {
        games.renew(game, ticker.nanos());
    }

    @Override
    public void submit(Request<String> request, Consumer<Update<String>> updates) {
        long now = ticker.nanos();
        PlainQueue queue = queueOf(request.model());
        String game = request.tenant();
        games.renew(game, now);
        Asked asked = new Asked(new Ticket(++tickets), request, updates, queue, now);
        Duration left =
                cooldowns.remaining(game, queue.name, queue.perMinute, games.active(now), now);
        if (left.isZero()) {
            cooldowns.recordCall(game, queue.name, now);
            queue.enqueue(asked);
        } else {
            end(asked, new Outcome.Rejected(RejectReason.GAME_COOLDOWN, left), Usage.NONE);
        }
    }

    private PlainQueue queueOf(String model) {
        PlainQueue queue = queues.get(model);
        if (queue == null) {
            throw new IllegalArgumentException(
                    "model " + model + " (expected " + queues.keySet() + ")");
        }
        return queue;
    }

    @Override
    public void work() {
        queues.values().forEach(PlainQueue::serve);
        List<Runnable> told = List.copyOf(news);
        news.clear();
        told.forEach(Runnable::run);
    }

    /** A provider refused it: someone else may serve it, or else it tries again later. */
    void refused(Asked asked) {
        for (PlainQueue queue : queues.values()) {
            if (queue != asked.first && !queue.isStopped() && !asked.fellBack) {
                asked.fellBack = true;
                queue.enqueue(asked);
                return;
            }
        }
        asked.fellBack = false;
        if (asked.retries++ < RETRIES) {
            timers.after(PAUSE, () -> asked.first.enqueue(asked));
        } else {
            end(asked, new Outcome.Rejected(RejectReason.PROVIDERS_EXHAUSTED, PAUSE), Usage.NONE);
        }
    }

    void started(Asked asked, String provider, String model) {
        asked.startedAt = ticker.nanos();
        asked.updates.accept(new Update.Started<>(asked.ticket, provider, model));
    }

    /** Tells it with the next turn of work, so that no caller is called while it calls. */
    void end(Asked asked, Outcome outcome, Usage usage) {
        long now = ticker.nanos();
        Telemetry telemetry = new Telemetry(
                asked.request.model(),
                0,
                Duration.ofNanos(asked.startedAt - asked.at),
                asked.request.maxTokens(),
                Duration.ofNanos(now - asked.startedAt),
                usage,
                false,
                outcome.canonicalCode());
        news.add(() -> asked.updates.accept(new Update.Ended<>(asked.ticket, outcome, telemetry)));
    }

    /** A request on its way. */
    static final class Asked {
        final Ticket ticket;
        final Request<String> request;
        final Consumer<Update<String>> updates;
        final PlainQueue first;
        final long at;
        int level;
        long enqueuedAt;
        long startedAt;
        int retries;
        boolean fellBack;

        Asked(
                Ticket ticket,
                Request<String> request,
                Consumer<Update<String>> updates,
                PlainQueue first,
                long at) {
            this.ticket = ticket;
            this.request = request;
            this.updates = updates;
            this.first = first;
            this.at = at;
            this.startedAt = at;
            this.level = request.priority().level();
        }
    }
}
