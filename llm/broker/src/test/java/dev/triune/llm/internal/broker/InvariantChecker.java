/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Writes down everything a broker says and checks what must always hold. A broker keeps exceptions
 * of its listeners to itself, so a breach is noted and found by the next {@link #check}.
 */
final class InvariantChecker implements BrokerListener {
    /** More than any scenario has permits. */
    private static final int MOST_PERMITS = 5;

    /** Keys of all stops of a chain, times the rounds that there are at the most. */
    private static final int MOST_CALLS = 40;

    final List<String> log = new ArrayList<>();
    private final long seed;
    private final Ticker ticker;
    private final List<String> breaches = new ArrayList<>();
    private final Set<Ticket> submitted = new HashSet<>();
    private final Set<Ticket> ended = new HashSet<>();
    private final Set<Ticket> reportedEnds = new HashSet<>();
    private final Set<Ticket> delivered = new HashSet<>();
    final Map<Outcome.RejectReason, Long> rejections = new EnumMap<>(Outcome.RejectReason.class);
    private final Map<Ticket, Integer> characters = new HashMap<>();
    private final Set<Ticket> fromCache = new HashSet<>();
    private final Map<Ticket, String> calling = new HashMap<>();
    private final Map<Ticket, Request<?>> requests = new HashMap<>();
    private final Map<Ticket, Integer> calls = new HashMap<>();
    private final Map<String, Long> deferredUntil = new HashMap<>();
    private final Map<String, QuotaSnapshot> quotas = new HashMap<>();
    private final Map<String, Integer> callingOfAgent = new HashMap<>();
    private final Map<String, Integer> callingOfQuota = new HashMap<>();

    /** Requests that may wait at a provider, besides those that came back from calls. */
    int queueLimit = 8;

    InvariantChecker(long seed, Ticker ticker) {
        this.seed = seed;
        this.ticker = ticker;
    }

    /** How many requests have no end yet. */
    int open() {
        return submitted.size() - reportedEnds.size();
    }

    void hear(Update<String> update) {
        Ticket ticket = update.ticket();
        note("update " + update);
        must(!reportedEnds.contains(ticket), "update after the end", ticket);
        if (update instanceof Update.Started<String> started) {
            if (started.provider().equals(CacheInterceptor.CACHE)) {
                fromCache.add(ticket);
            }
            must(!delivered.contains(ticket), "another start after a part was delivered", ticket);
        } else if (update instanceof Update.Part) {
            delivered.add(ticket);
            characters.merge(ticket, ((Update.Part<String>) update).value().length(), Integer::sum);
            must(
                    calling.containsKey(ticket) || fromCache.contains(ticket),
                    "a part without a call",
                    ticket);
        } else {
            reportedEnds.add(ticket);
            checkLength(ticket, ((Update.Ended<String>) update).telemetry());
            must(!calling.containsKey(ticket), "an end during a call", ticket);
        }
    }

    /** Each token of a simulated answer has five characters: none is lost or duplicated. */
    private void checkLength(Ticket ticket, Telemetry telemetry) {
        Usage usage = telemetry.usage();
        boolean known = telemetry.code().isEmpty() && usage.output() > 0 && !usage.estimated();
        must(
                !known || characters.getOrDefault(ticket, 0) == 5 * usage.output(),
                "delivered text differs from sent text",
                ticket);
    }

    /** The quota that a session begins with. */
    void quotaOf(QuotaSnapshot quota) {
        quotas.put(quota.tenant(), quota);
    }

    /** What a session should have left. */
    Map<String, QuotaSnapshot> quotas() {
        return quotas;
    }

    /** An agent is deferred from now on. */
    void deferred(String session, String agent, Duration time) {
        deferredUntil.put(session + "/" + agent, ticker.nanos() + time.toNanos());
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        note("submitted " + ticket.number());
        must(submitted.add(ticket), "submitted twice", ticket);
        requests.put(ticket, request);
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        note("call of " + ticket.number() + " at " + provider + " after " + waited);
        must(calling.put(ticket, provider) == null, "two calls at once", ticket);
        int made = calls.merge(ticket, 1, Integer::sum);
        must(made <= MOST_CALLS, "calls without end", ticket);
        Request<?> request = requests.get(ticket);
        if (request != null) {
            checkStart(ticket, request, waited);
        }
    }

    private void checkStart(Ticket ticket, Request<?> request, Duration waited) {
        request.usefulFor()
                .ifPresent(time -> must(
                        waited.compareTo(time) < 0, "sent when it was useful no longer", ticket));
        String agent = request.tenant() + "/" + request.agent();
        if (!request.agent().isEmpty()) {
            must(
                    deferredUntil.getOrDefault(agent, Long.MIN_VALUE) <= ticker.nanos(),
                    "sent for a deferred agent",
                    ticket);
            must(
                    callingOfAgent.merge(agent, 1, Integer::sum) == 1,
                    "two calls of one agent",
                    ticket);
        }
        if (quotas.containsKey(request.tenant())) {
            must(
                    callingOfQuota.merge(request.tenant(), 1, Integer::sum) == 1,
                    "two calls of one session under a quota",
                    ticket);
        }
    }

    @Override
    public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        note("call over of " + ticket.number() + " at " + provider + " after " + sinceCall);
        must(provider.equals(calling.remove(ticket)), "a call ended that had not started", ticket);
        Request<?> request = requests.get(ticket);
        if (request != null && !request.agent().isEmpty()) {
            callingOfAgent.merge(request.tenant() + "/" + request.agent(), -1, Integer::sum);
        }
        if (request != null && quotas.containsKey(request.tenant())) {
            callingOfQuota.merge(request.tenant(), -1, Integer::sum);
        }
    }

    @Override
    public void rateLimited(String provider, Duration cooling) {
        note("rate limit of " + provider + " for " + cooling);
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        Request<?> request = requests.get(ticket);
        QuotaSnapshot quota = request == null ? null : quotas.get(request.tenant());
        if (quota != null) {
            BigDecimal cost = quota.prices().cost(telemetry.usage());
            BigDecimal left = quota.remaining().subtract(cost).max(BigDecimal.ZERO);
            quotas.put(
                    quota.tenant(),
                    new QuotaSnapshot(quota.tenant(), left, quota.prices(), quota.window()));
        }
    }

    @Override
    public void fellBack(Ticket ticket, String from, String to) {
        note("fell back " + ticket.number() + " from " + from + " to " + to);
        must(!from.equals(to), "fell back to where it was", ticket);
    }

    @Override
    public void retried(Ticket ticket, int round) {
        note("round " + round + " of " + ticket.number());
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        note("ended " + ticket.number() + " " + outcome.kind());
        if (outcome instanceof Outcome.Rejected rejected) {
            rejections.merge(rejected.reason(), 1L, Long::sum);
        }
        must(ended.add(ticket), "ended twice", ticket);
        must(submitted.contains(ticket), "ended but never submitted", ticket);
    }

    /** Fails if anything that must always hold does not. */
    void check(BrokerStats stats) {
        if (!breaches.isEmpty()) {
            fail("seed %d: %s%nrun it again: %s", seed, breaches, rerun());
        }
        assertThat(ended).as("seed %d: ends seen by both sides", seed).isEqualTo(reportedEnds);
        assertThat(stats.requests().submitted())
                .as("seed %d: submitted", seed)
                .isEqualTo(submitted.size());
        assertThat(stats.requests().ended()).as("seed %d: ended", seed).isEqualTo(ended.size());
        assertThat(stats.requests().ended()
                        + stats.queue().waiting()
                        + stats.calls().inFlight())
                .as("seed %d: requests in one place at the most", seed)
                .isLessThanOrEqualTo(stats.requests().submitted());
        assertThat(stats.calls().inFlight())
                .as("seed %d: in flight", seed)
                .isEqualTo(calling.size());
        int permits = 0;
        for (BrokerStats.ProviderStats provider : stats.providers()) {
            permits += provider.inFlight();
            assertThat(provider.inFlight()).as("seed %d: permits", seed).isBetween(0, MOST_PERMITS);
            assertThat(provider.waiting())
                    .as("seed %d: queue", seed)
                    .isLessThanOrEqualTo(queueLimit + 3 * MOST_PERMITS);
        }
        assertThat(permits)
                .as("seed %d: permits taken", seed)
                .isEqualTo(stats.calls().inFlight());
    }

    /** Fails unless everything is over. */
    void checkAllOver(BrokerStats stats) {
        check(stats);
        assertThat(open()).as("seed %d: requests without an end", seed).isZero();
        assertThat(stats.requests().ended())
                .as("seed %d: ended", seed)
                .isEqualTo(stats.requests().submitted());
        assertThat(stats.queue().waiting()).as("seed %d: still queued", seed).isZero();
        assertThat(stats.calls().inFlight())
                .as("seed %d: still in flight", seed)
                .isZero();
    }

    private String rerun() {
        return "./mvnw test -pl llm/broker -am -Dtest=SimulationTest -Dsimulation.seeds=1"
                + " -Dsimulation.first=" + seed;
    }

    private void note(String event) {
        log.add(ticker.nanos() + " " + event);
    }

    private void must(boolean holds, String breach, Ticket ticket) {
        must(holds, () -> breach + ": " + ticket);
    }

    /** Notes a breach, unless that holds. */
    void must(boolean holds, Supplier<String> breach) {
        if (!holds) {
            breaches.add(breach.get() + " at " + ticker.nanos());
        }
    }
}
