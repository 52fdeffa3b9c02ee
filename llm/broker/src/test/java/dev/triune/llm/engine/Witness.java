/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes down everything a broker says and checks what must always hold. A broker keeps exceptions
 * of its listeners to itself, so a breach is noted and found by the next {@link #check}.
 */
final class Witness implements BrokerListener {
    final List<String> log = new ArrayList<>();
    private final long seed;
    private final Ticker ticker;
    private final List<String> breaches = new ArrayList<>();
    private final Set<Ticket> submitted = new HashSet<>();
    private final Set<Ticket> ended = new HashSet<>();
    private final Set<Ticket> toldEnd = new HashSet<>();
    private final Set<Ticket> delivered = new HashSet<>();
    private final Map<Ticket, String> calling = new HashMap<>();
    private final Map<String, Long> advisedUntil = new HashMap<>();

    Witness(long seed, Ticker ticker) {
        this.seed = seed;
        this.ticker = ticker;
    }

    /** How many requests have no end yet. */
    int open() {
        return submitted.size() - toldEnd.size();
    }

    void hear(Update<String> update) {
        Ticket ticket = update.ticket();
        note("update " + update);
        must(!toldEnd.contains(ticket), "update after the end", ticket);
        if (update instanceof Update.Started) {
            must(!delivered.contains(ticket), "another start after a part was delivered", ticket);
        } else if (update instanceof Update.Part) {
            delivered.add(ticket);
            must(calling.containsKey(ticket), "a part without a call", ticket);
        } else {
            toldEnd.add(ticket);
            must(!calling.containsKey(ticket), "an end during a call", ticket);
        }
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        note("submitted " + ticket.number());
        must(submitted.add(ticket), "submitted twice", ticket);
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        note("call of " + ticket.number() + " at " + provider + " after " + waited);
        must(calling.put(ticket, provider) == null, "two calls at once", ticket);
        long until = advisedUntil.getOrDefault(provider, 0L);
        must(ticker.nanos() >= until, "sent before an advised time", ticket);
    }

    @Override
    public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        note("call over of " + ticket.number() + " at " + provider + " after " + sinceCall);
        must(provider.equals(calling.remove(ticket)), "a call ended that had not started", ticket);
    }

    @Override
    public void rateLimited(String provider, Duration cooling) {
        note("rate limit of " + provider + " for " + cooling);
        advisedUntil.merge(provider, ticker.nanos() + cooling.toNanos(), Long::max);
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
        must(ended.add(ticket), "ended twice", ticket);
        must(submitted.contains(ticket), "ended but never submitted", ticket);
    }

    /** Fails if anything that must always hold does not. */
    void check(BrokerStats stats) {
        if (!breaches.isEmpty()) {
            fail("seed %d: %s", seed, breaches);
        }
        assertThat(ended).as("seed %d: told to listeners and submitters", seed).isEqualTo(toldEnd);
        assertThat(stats.submitted()).as("seed %d: submitted", seed).isEqualTo(submitted.size());
        assertThat(stats.ended()).as("seed %d: ended", seed).isEqualTo(ended.size());
        assertThat(stats.ended() + stats.waiting() + stats.inFlight())
                .as("seed %d: requests in one place at the most", seed)
                .isLessThanOrEqualTo(stats.submitted());
        assertThat(stats.inFlight()).as("seed %d: in flight", seed).isEqualTo(calling.size());
        int permits = 0;
        for (BrokerStats.ProviderStats provider : stats.providers()) {
            permits += provider.inFlight();
            assertThat(provider.inFlight())
                    .as("seed %d: permits", seed)
                    .isBetween(0, provider.permits());
            assertThat(provider.waiting())
                    .as("seed %d: queue", seed)
                    .isLessThanOrEqualTo(8 + provider.permits());
        }
        assertThat(permits).as("seed %d: permits taken", seed).isEqualTo(stats.inFlight());
    }

    /** Fails unless everything is over. */
    void checkAllOver(BrokerStats stats) {
        check(stats);
        assertThat(open()).as("seed %d: requests without an end", seed).isZero();
        assertThat(stats.ended()).as("seed %d: ended", seed).isEqualTo(stats.submitted());
        assertThat(stats.waiting()).as("seed %d: still queued", seed).isZero();
        assertThat(stats.inFlight()).as("seed %d: still in flight", seed).isZero();
    }

    private void note(String event) {
        log.add(ticker.nanos() + " " + event);
    }

    private void must(boolean holds, String breach, Ticket ticket) {
        if (!holds) {
            breaches.add(breach + ": " + ticket + " at " + ticker.nanos());
        }
    }
}
