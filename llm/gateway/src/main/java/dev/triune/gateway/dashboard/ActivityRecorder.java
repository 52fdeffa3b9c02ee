/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.dashboard.ActivitySnapshot.Totals;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.Request;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
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
 * Records the recent activity of a broker for the dashboard: rates, latencies, the latest requests.
 * Its memory is bounded regardless of clients. Thread-safe; it blocks the broker's thread only
 * while statistics are copied.
 */
final class ActivityRecorder implements BrokerListener {
    static final int MAX_RECENT = 50;

    /** The maximum number of counted games; the least recently active one is evicted. */
    static final int MAX_GAMES = 1024;

    /** The maximum number of providers that are counted separately, unless more are configured. */
    static final int MAX_PROVIDERS = 64;

    private static final String OTHERS = "*";
    private static final int MAX_SAMPLES = 4096;
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long CHART_WINDOW = 10 * SECOND;

    private final Ticker ticker;
    private final InstantSource clock;
    private PriceCatalog prices;
    private final boolean prompts;
    private final long since;

    private final Map<Ticket, OpenRequest> openRequests = new HashMap<>();
    private final RateCounter answers = new RateCounter(11, SECOND);
    private final RateCounter tokens = new RateCounter(11, SECOND);
    private final RateCounter calls = new RateCounter(60, SECOND);
    private final DurationSamples firstDeltas = new DurationSamples(MAX_SAMPLES);
    private final DurationSamples latencies = new DurationSamples(MAX_SAMPLES);
    private final DurationSamples waitTimes = new DurationSamples(MAX_SAMPLES);
    private final Map<String, Accumulator> providers = new LinkedHashMap<>();
    private final Map<String, Accumulator> models = new LinkedHashMap<>();
    private final Map<String, Accumulator> games = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, ActivitySnapshot.LastError> lastErrors = new HashMap<>();
    private final Deque<ActivitySnapshot.EndedRequest> recent = new ArrayDeque<>();
    private final ChartHistory chartHistory = new ChartHistory();
    private int inFlight;
    private long step;

    /**
     * Creates a recorder without activity.
     *
     * @param configured the configured providers, which are always counted separately
     * @param prompts whether to keep the beginnings of prompts
     */
    ActivityRecorder(
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
        configured.forEach(name -> providers.put(name, new Accumulator()));
    }

    /** Replaces the prices and adds providers, for later calls. */
    synchronized void replace(PriceCatalog newPrices, List<String> configured) {
        prices = newPrices;
        configured.forEach(name -> providers.putIfAbsent(name, new Accumulator()));
    }

    // ---- events of the broker

    @Override
    public synchronized void submitted(Ticket ticket, Request<?> request) {
        openRequests.put(
                ticket, new OpenRequest(request, prompts ? DisplayText.prompt(request) : ""));
    }

    @Override
    public synchronized void callStarted(Ticket ticket, String provider, Duration waited) {
        inFlight++;
        calls.add(ticker.nanos(), 1);
        OpenRequest request = openRequests.get(ticket);
        if (request != null) {
            if (request.provider.isEmpty()) {
                waitTimes.add(ticker.nanos(), waited.toNanos());
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
        OpenRequest request = openRequests.get(ticket);
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
        BigDecimal cost =
                prices.pricesFor(request.provider, telemetry.model()).cost(telemetry.usage());
        totalsOf(providers, request.provider).add(now, used, cost);
        totalsOf(models, telemetry.model()).add(now, used, cost);
        if (!request.session.isEmpty()) {
            games.computeIfAbsent(request.session, key -> new Accumulator()).add(now, used, cost);
            if (games.size() > MAX_GAMES) {
                games.remove(games.keySet().iterator().next());
            }
        }
    }

    @Override
    public synchronized void ended(Ticket ticket, Outcome outcome) {
        OpenRequest request = openRequests.remove(ticket);
        if (request == null) {
            return;
        }
        if (outcome.kind() == Outcome.Kind.ANSWERED) {
            long now = ticker.nanos();
            answers.add(now, 1);
            if (!request.provider.isEmpty()) { // not from the cache
                latencies.add(now, request.telemetry.latency().toNanos());
            }
        }
        if (recent.size() == MAX_RECENT) {
            recent.removeLast();
        }
        recent.addFirst(request.ended(clock.millis(), outcome));
    }

    @Override
    public synchronized void callFailed(
            Ticket ticket, String provider, String code, String message) {
        if (providers.containsKey(provider)) {
            lastErrors.put(
                    provider,
                    new ActivitySnapshot.LastError(
                            clock.millis(), code, DisplayText.message(message)));
        }
    }

    private static Accumulator totalsOf(Map<String, Accumulator> all, String name) {
        boolean known = all.containsKey(name) || all.size() < MAX_PROVIDERS;
        return all.computeIfAbsent(known ? name : OTHERS, key -> new Accumulator());
    }

    // ---- figures for the dashboard

    /** Adds a point to the history if one is due. Call it more often than that. */
    synchronized void sample() {
        long now = ticker.nanos();
        long current = (now - since) / ChartHistory.STEP_NANOS;
        if (current == step) {
            return;
        }
        step = current;
        chartHistory.add(new ChartHistory.ChartPoint(
                clock.millis(),
                answers.perSecond(now, since),
                openRequests.size() - inFlight,
                inFlight,
                DurationSamples.LatencyPercentiles.of(latencies.since(now, CHART_WINDOW)),
                tokens.perSecond(now, since)));
    }

    /** Returns the points of the charts, the oldest first. */
    synchronized List<ChartHistory.ChartPoint> history() {
        return chartHistory.all();
    }

    /** Returns a point for each minute of the last day, the oldest first. */
    synchronized List<ChartHistory.ChartPoint> day() {
        return chartHistory.day();
    }

    ActivitySnapshot snapshot() {
        return copy().get();
    }

    /** Copies the statistics under the lock; the supplier sorts them outside the lock. */
    private synchronized Supplier<ActivitySnapshot> copy() {
        long now = ticker.nanos();
        double perSecond = answers.perSecond(now, since);
        double tokensPerSecond = tokens.perSecond(now, since);
        long[] first = firstDeltas.since(now, MINUTE);
        long[] complete = latencies.since(now, MINUTE);
        long[] waited = waitTimes.since(now, MINUTE);
        Map<String, Totals> byProvider = totals(providers, now);
        Map<String, Totals> byGame = totals(games, now);
        Map<String, Totals> byModel = totals(models, now);
        long lastMinute = calls.sum(now);
        Map<String, ActivitySnapshot.LastError> errors = Map.copyOf(lastErrors);
        List<ActivitySnapshot.EndedRequest> latest = List.copyOf(recent);
        return () -> new ActivitySnapshot(
                (now - since) / 1_000_000,
                perSecond,
                tokensPerSecond,
                DurationSamples.LatencyPercentiles.of(first),
                DurationSamples.LatencyPercentiles.of(complete),
                DurationSamples.LatencyPercentiles.of(waited),
                byProvider,
                byGame,
                byModel,
                lastMinute,
                errors,
                latest);
    }

    private static Map<String, Totals> totals(Map<String, Accumulator> all, long now) {
        Map<String, Totals> totals = new LinkedHashMap<>();
        all.forEach((name, accumulator) -> totals.put(name, accumulator.at(now)));
        return totals;
    }

    private static final class OpenRequest {
        final String session;
        final String agent;
        final String prompt;
        String provider = "";
        Telemetry telemetry;

        OpenRequest(Request<?> request, String prompt) {
            this.session = request.tenant();
            this.agent = request.agent();
            this.prompt = prompt;
            this.telemetry = new Telemetry(
                    request.model(), 0, Duration.ZERO, 0, Duration.ZERO, Usage.NONE, false, "");
        }

        ActivitySnapshot.EndedRequest ended(long at, Outcome outcome) {
            String code = outcome.canonicalCode();
            return new ActivitySnapshot.EndedRequest(
                    at,
                    DisplayText.name(session),
                    DisplayText.name(agent),
                    DisplayText.name(telemetry.model()),
                    DisplayText.name(provider),
                    telemetry.waited().toMillis(),
                    telemetry.latency().toMillis(),
                    telemetry.usage().total(),
                    code.isEmpty() ? "answered" : code,
                    prompt);
        }
    }

    /** The usage of a provider, a model or a game. */
    private static final class Accumulator {
        final RateCounter lastMinute = new RateCounter(13, 5 * SECOND);
        BigDecimal cost = BigDecimal.ZERO;
        long tokens;
        long requests;

        void add(long now, long used, BigDecimal spent) {
            lastMinute.add(now, used);
            cost = cost.add(spent);
            tokens += used;
            requests++;
        }

        Totals at(long now) {
            return new Totals(requests, tokens, lastMinute.sum(now), cost);
        }
    }
}
