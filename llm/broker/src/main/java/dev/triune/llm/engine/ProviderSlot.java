/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.policy.limit.AdaptiveLimit;
import dev.triune.llm.policy.limit.Breaker;
import dev.triune.llm.policy.share.Credits;
import dev.triune.llm.queue.Permits;
import dev.triune.llm.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A provider with its permits, breaker, keys and the rooms where requests for it wait. Owner only. */
final class ProviderSlot {
    final ProviderSettings settings;
    final Permits permits;
    final Breaker breaker;
    final SlotFigures figures = new SlotFigures();

    /** Its own keys, in order; those of custom endpoints are not among them. */
    final List<Account> accounts = new ArrayList<>();

    /** Rooms where somebody waits, by scope. */
    final Map<String, Room> rooms = new LinkedHashMap<>();

    private final @Nullable AdaptiveLimit adaptive;
    private final @Nullable Credits credits;
    private int queued;
    private int nextAccount;

    ProviderSlot(ProviderSettings settings, Ticker ticker) {
        this.settings = settings;
        this.permits = new Permits(settings.permits());
        this.breaker = new Breaker(settings.name(), settings.breaker(), ticker);
        this.adaptive = settings.cleanStretch() == 0
                ? null
                : new AdaptiveLimit(settings.permits(), settings.cleanStretch());
        this.credits = settings.batching()
                .map(batching -> new Credits(batching.credits(), batching.creditsPerSecond()))
                .orElse(null);
    }

    String name() {
        return settings.name();
    }

    /** How many requests wait for it, those set aside among them. */
    int queued() {
        return queued;
    }

    void queued(int change) {
        queued += change;
    }

    boolean full() {
        return queued >= settings.queueLimit();
    }

    /** Whether nothing waits for it or is under way. */
    boolean idle() {
        return queued == 0 && permits.taken() == 0;
    }

    /** Calls that may be under way now. */
    int permitsNow() {
        return adaptive == null ? permits.total() : adaptive.current();
    }

    /** Whether a permit is free and the breaker lets a call through. */
    boolean open() {
        return permits.taken() < permitsNow() && breaker.allows();
    }

    int creditsLeft(long now) {
        return credits == null ? Integer.MAX_VALUE : credits.available(now);
    }

    /** Whether its ledger can ever hold that many credits. */
    boolean canPay(int cost) {
        return settings.batching().map(batching -> cost <= batching.credits()).orElse(true);
    }

    void pay(int cost, long now) {
        if (credits != null && !credits.tryTake(cost, now)) {
            throw new IllegalStateException("granted without the credits at " + name());
        }
    }

    ProviderStats stats(List<Integer> waitingByLevel, List<KeyStats> keys, Duration cooling) {
        return new ProviderStats(
                name(),
                queued,
                waitingByLevel,
                permits.taken(),
                permitsNow(),
                cooling,
                !breaker.allows(),
                figures.calls,
                figures.answered,
                figures.rateLimited,
                figures.fallbacks,
                figures.retries,
                figures.waits.mean(),
                figures.waits.percentile(0.95),
                keys);
    }

    void refused(long sentAt, long now) {
        if (adaptive != null) {
            adaptive.refused(sentAt, now);
        }
    }

    void answered() {
        figures.answered++;
        if (adaptive != null) {
            adaptive.answered();
        }
    }

    /** The key to look at first: each in turn. */
    int nextAccount() {
        return nextAccount;
    }

    void turnAccount() {
        nextAccount = (nextAccount + 1) & Integer.MAX_VALUE;
    }
}
