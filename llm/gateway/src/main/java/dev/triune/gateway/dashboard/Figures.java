/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Telemetry;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import dev.triune.llm.policy.quota.PriceCatalog;
import dev.triune.llm.time.Ticker;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Watches a broker and keeps what the dashboard shows of the last while: rates, latencies, the latest
 * requests. All of it is bounded, whatever clients send. Thread-safe: the broker's thread is held up
 * for no longer than it takes to copy the figures.
 */
final class Figures implements BrokerListener {
    /** How many of the latest requests are kept. */
    static final int MOST_RECENT = 50;

    /** How many games' tokens are counted at once; the one that was silent longest makes room. */
    static final int MOST_GAMES = 1024;

    /** How many providers are told apart, or those configured; custom endpoints are providers too. */
    static final int MOST_PROVIDERS = 64;

    private static final String OTHERS = "*";
    private static final int MOST_SAMPLES = 4096;
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long CHART_WINDOW = 10 * SECOND;

    private final Ticker ticker;
    private final InstantSource clock;
    private final PriceCatalog prices;
    private final boolean prompts;
    private final long since;

    private final Map<Ticket, Open> open = new HashMap<>();
    private final Rate answers = new Rate(11, SECOND);
    private final Rate tokens = new Rate(11, SECOND);
    private final Samples firstDeltas = new Samples(MOST_SAMPLES);
    private final Samples latencies = new Samples(MOST_SAMPLES);
    private final Samples waits = new Samples(MOST_SAMPLES);
    private final Map<String, OfProvider> providers = new LinkedHashMap<>();
    private final Map<String, Rate> games = new LinkedHashMap<>(16, 0.75f, true);
    private final Deque<Seen.Ended> recent = new ArrayDeque<>();
    private final History history = new History();
    private int inFlight;
    private long step;

    /**
     * Nothing seen yet.
     *
     * @param clock the wall clock, for what people are shown
     * @param configured providers that are told apart however many custom endpoints there are
     * @param prompts whether to keep how prompts begin
     */
    Figures(
            Ticker ticker,
            InstantSource clock,
            PriceCatalog prices,
            List<String> configured,
            boolean prompts) {
        this.ticker = ticker;
        this.clock = clock;
        this.prices = prices;
        this.prompts = prompts;
        this.since = ticker.nanos();
        configured.forEach(name -> providers.put(name, new OfProvider()));
    }

    // ---- what the broker tells

    @Override
    public synchronized void submitted(Ticket ticket, Request<?> request) {
        open.put(ticket, new Open(request, prompts ? Shown.prompt(request) : ""));
    }

    @Override
    public synchronized void callStarted(Ticket ticket, String provider, Duration waited) {
        inFlight++;
        Open request = open.get(ticket);
        if (request != null) {
            if (request.provider.isEmpty()) {
                waits.add(ticker.nanos(), waited.toNanos());
            }
            request.provider = provider;
        }
    }

    @Override
    public synchronized void firstPart(Ticket ticket, Duration sinceCall) {
        firstDeltas.add(ticker.nanos(), sinceCall.toNanos());
    }

    @Override
    public synchronized void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        inFlight--;
    }

    @Override
    public synchronized void measured(Ticket ticket, Telemetry telemetry) {
        Open request = open.get(ticket);
        if (request == null) {
            return;
        }
        request.telemetry = telemetry;
        long used = telemetry.usage().total();
        if (used == 0) {
            return;
        }
        long now = ticker.nanos();
        tokens.add(now, used);
        OfProvider provider = ofProvider(request.provider);
        provider.cost = provider.cost.add(prices.of(telemetry.model()).cost(telemetry.usage()));
        provider.tokens += used;
        ofGame(request.session, now, used);
    }

    @Override
    public synchronized void ended(Ticket ticket, Outcome outcome) {
        Open request = open.remove(ticket);
        if (request == null) {
            return;
        }
        if (outcome.kind() == Outcome.Kind.ANSWERED) {
            long now = ticker.nanos();
            answers.add(now, 1);
            if (!request.provider.isEmpty()) { // not one from the cache
                latencies.add(now, request.telemetry.latency().toNanos());
            }
        }
        if (recent.size() == MOST_RECENT) {
            recent.removeLast();
        }
        recent.addFirst(request.ended(clock.millis(), outcome));
    }

    private OfProvider ofProvider(String name) {
        boolean known = providers.containsKey(name) || providers.size() < MOST_PROVIDERS;
        return providers.computeIfAbsent(known ? name : OTHERS, key -> new OfProvider());
    }

    private void ofGame(String session, long now, long used) {
        if (session.isEmpty()) {
            return;
        }
        games.computeIfAbsent(session, key -> new Rate(13, 5 * SECOND)).add(now, used);
        if (games.size() > MOST_GAMES) {
            games.remove(games.keySet().iterator().next());
        }
    }

    // ---- what the dashboard asks

    /** Adds a point to the history if its time has come; to be called more often than that. */
    synchronized void sample() {
        long now = ticker.nanos();
        long current = (now - since) / History.STEP_NANOS;
        if (current == step) {
            return;
        }
        step = current;
        history.add(new History.Point(
                clock.millis(),
                answers.perSecond(now, since),
                open.size() - inFlight,
                inFlight,
                Samples.Percentiles.of(latencies.since(now, CHART_WINDOW)),
                tokens.perSecond(now, since)));
    }

    /** The points of the charts, the oldest first. */
    synchronized List<History.Point> history() {
        return history.all();
    }

    /** The figures of now. */
    Seen now() {
        return copy().get();
    }

    /** Copies what is there; what is left to do is to sort, which need not hold up the broker. */
    private synchronized Supplier<Seen> copy() {
        long now = ticker.nanos();
        double perSecond = answers.perSecond(now, since);
        double tokensPerSecond = tokens.perSecond(now, since);
        long[] first = firstDeltas.since(now, MINUTE);
        long[] complete = latencies.since(now, MINUTE);
        long[] waited = waits.since(now, MINUTE);
        Map<String, BigDecimal> costs = new LinkedHashMap<>();
        Map<String, Long> used = new LinkedHashMap<>();
        providers.forEach((name, figures) -> {
            costs.put(name, figures.cost);
            used.put(name, figures.tokens);
        });
        Map<String, Long> ofGames = new LinkedHashMap<>();
        games.forEach((session, rate) -> ofGames.put(session, rate.sum(now)));
        List<Seen.Ended> latest = List.copyOf(recent);
        return () -> new Seen(
                (now - since) / 1_000_000,
                perSecond,
                tokensPerSecond,
                Samples.Percentiles.of(first),
                Samples.Percentiles.of(complete),
                Samples.Percentiles.of(waited),
                costs,
                used,
                ofGames,
                latest);
    }

    /** A request under way. */
    private static final class Open {
        final String session;
        final String agent;
        final String prompt;
        String provider = "";
        Telemetry telemetry;

        Open(Request<?> request, String prompt) {
            this.session = request.session();
            this.agent = request.agent();
            this.prompt = prompt;
            this.telemetry = new Telemetry(
                    request.model(), 0, Duration.ZERO, 0, Duration.ZERO, Usage.NONE, false, "");
        }

        Seen.Ended ended(long at, Outcome outcome) {
            String code = outcome.canonicalCode();
            return new Seen.Ended(
                    at,
                    Shown.name(session),
                    Shown.name(agent),
                    Shown.name(telemetry.model()),
                    Shown.name(provider),
                    telemetry.waited().toMillis(),
                    telemetry.latency().toMillis(),
                    telemetry.usage().total(),
                    code.isEmpty() ? "answered" : code,
                    prompt);
        }
    }

    private static final class OfProvider {
        BigDecimal cost = BigDecimal.ZERO;
        long tokens;
    }
}
