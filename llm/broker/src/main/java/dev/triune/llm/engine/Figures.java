/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import dev.triune.llm.policy.quota.PriceCatalog;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a broker counts about itself. Owner only. */
final class Figures {
    private static final int MOST_NAMES = 256;
    private static final String OTHERS = "*";

    private final PriceCatalog prices;
    private final SafeListener listeners;
    private final Map<Outcome.Kind, Long> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final WaitTimes waits = new WaitTimes();
    private final Map<String, OfModel> models = new HashMap<>();
    private final Map<String, Long> layers = new HashMap<>();
    private final Map<String, OfGame> games = new HashMap<>();
    private long submitted;
    private int maxWaiting;
    private boolean many;
    private long fallbacks;
    private long rateLimited;
    private long retries;
    private long cacheHits;
    private Usage usage = Usage.NONE;

    Figures(PriceCatalog prices, SafeListener listeners) {
        this.prices = prices;
        this.listeners = listeners;
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            outcomes.put(kind, 0L);
        }
    }

    void submitted() {
        submitted++;
    }

    /** Counts for that game from now on, until it is forgotten. */
    void joined(String session) {
        if (!session.isEmpty()) {
            games.computeIfAbsent(session, key -> new OfGame());
        }
    }

    void queued(int waitingNow) {
        maxWaiting = Math.max(maxWaiting, waitingNow);
        boolean manyNow = waitingNow > BrokerStats.MANY_WAITING;
        boolean news = manyNow && !many;
        many = manyNow; // first, since a listener may submit or cancel
        if (news) {
            listeners.tell(listener -> listener.manyWaiting(waitingNow));
        }
    }

    void called(ProviderSlot slot, long waitedNanos, boolean first) {
        slot.figures.calls++;
        if (first) {
            waits.add(waitedNanos);
            slot.figures.waits.add(waitedNanos);
        }
    }

    void fellBackTo(ProviderSlot slot) {
        fallbacks++;
        slot.figures.fallbacks++;
    }

    void rateLimited(ProviderSlot slot) {
        rateLimited++;
        slot.figures.rateLimited++;
    }

    void retriedAt(ProviderSlot slot) {
        retries++;
        slot.figures.retries++;
    }

    void cacheHit() {
        cacheHits++;
    }

    /** Notes a call that is over, with what its answer took, if there was one. */
    void callEnded(Pending<?> pending, Usage used) {
        OfModel model = models.computeIfAbsent(known(models, pending.stop.model()), OfModel::new);
        model.calls++;
        model.trims += pending.trimmed ? 1 : 0;
        model.usage = plus(model.usage, used);
        usage = plus(usage, used);
        OfGame game = games.get(pending.request.session());
        if (game != null) {
            game.tokens += used.total();
        }
    }

    void ended(Pending<?> pending, Outcome outcome) {
        outcomes.merge(outcome.kind(), 1L, Long::sum);
        layers.merge(known(layers, pending.request.layer()), 1L, Long::sum);
        OfGame game = games.get(pending.request.session());
        if (game != null) { // not one that is gone, nor one for which there is no room
            game.ended++;
        }
    }

    void forget(String session) {
        games.remove(session);
    }

    Duration meanWait() {
        return waits.mean();
    }

    BrokerStats snapshot(
            int waiting,
            int inFlight,
            List<BrokerStats.ProviderStats> providers,
            Iterable<Pending<?>> open) {
        return new BrokerStats(
                submitted,
                outcomes,
                waiting,
                inFlight,
                maxWaiting,
                waits.mean(),
                waits.percentile(0.95),
                fallbacks,
                rateLimited,
                retries,
                cacheHits,
                usage,
                providers,
                modelStats(),
                layers,
                gameStats(open));
    }

    private Map<String, BrokerStats.ModelStats> modelStats() {
        Map<String, BrokerStats.ModelStats> stats = new HashMap<>();
        for (OfModel model : models.values()) {
            BigDecimal cost = prices.of(model.name).cost(model.usage);
            stats.put(
                    model.name,
                    new BrokerStats.ModelStats(model.calls, model.usage, model.trims, cost));
        }
        return stats;
    }

    private Map<String, BrokerStats.GameStats> gameStats(Iterable<Pending<?>> open) {
        Map<String, int[]> now = new HashMap<>();
        for (Pending<?> pending : open) {
            String session = pending.request.session();
            if (!session.isEmpty()) {
                now.computeIfAbsent(session, key -> new int[2])[pending.flight == null ? 0 : 1]++;
            }
        }
        Map<String, BrokerStats.GameStats> stats = new HashMap<>();
        games.keySet().forEach(game -> now.putIfAbsent(game, new int[2]));
        now.forEach((game, counts) -> {
            OfGame figures = games.getOrDefault(game, new OfGame());
            stats.put(
                    game,
                    new BrokerStats.GameStats(counts[0], counts[1], figures.ended, figures.tokens));
        });
        return stats;
    }

    /** The name, or a common one for all that come after too many. */
    private static String known(Map<String, ?> map, String name) {
        return map.containsKey(name) || map.size() < MOST_NAMES ? name : OTHERS;
    }

    private static Usage plus(Usage a, Usage b) {
        return new Usage(
                a.input() + b.input(),
                a.cacheRead() + b.cacheRead(),
                a.cacheWrite() + b.cacheWrite(),
                a.output() + b.output());
    }

    private static final class OfModel {
        final String name;
        long calls;
        long trims;
        Usage usage = Usage.NONE;

        OfModel(String name) {
            this.name = name;
        }
    }

    private static final class OfGame {
        long ended;
        long tokens;
    }
}
