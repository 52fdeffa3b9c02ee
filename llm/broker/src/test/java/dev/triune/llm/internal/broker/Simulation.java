/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Endpoint;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.sim.SimulatedFaults;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/**
 * A seeded simulation of games that share a broker, on one thread and in virtual time: idle,
 * bursty, backlogged and vanishing games, some under a quota, which also call the broker in
 * callbacks; and providers with limits, faults and outages. A {@link InvariantChecker} checks
 * everything that happens.
 */
final class Simulation {
    private static final int STEPS = 250;
    private static final int PATIENCE = 8_000;
    private static final int AGENTS = 30;
    private static final TokenPrices WEIGHTS = TokenPrices.of("1", "0.25", "4");

    final InvariantChecker invariantChecker;
    final SingleOwnerBroker broker;
    private final VirtualTime time = new VirtualTime();
    private final Scenario scenario;
    private final Random random;
    private final List<Ticket> tickets = new ArrayList<>();
    private final List<CancelToken> tokens = new ArrayList<>();
    private final int games;

    /** Number of different prompts: with few, requests hit the cache. */
    private final int prompts;

    private int vanished = -1;
    private boolean draining;

    Simulation(long seed) {
        this(seed, builder -> (SingleOwnerBroker) builder.build());
    }

    /** A simulation of the broker that the function creates. */
    Simulation(long seed, Function<BrokerBuilder, SingleOwnerBroker> brokers) {
        this.invariantChecker = new InvariantChecker(seed, time);
        this.scenario = new Scenario(seed, time, invariantChecker);
        this.random = scenario.random;
        this.games = random.nextInt(6);
        this.prompts = scenario.oneIn(4) ? 2 : 200;
        this.broker = brokers.apply(scenario.builder);
        invariantChecker.queueLimit = scenario.queueLimit;
        for (int game = 0; game < games; game++) {
            if (scenario.oneIn(4)) {
                enableQuota("game-" + game);
            }
        }
    }

    /** Runs all steps, then waits until every request has ended. */
    Simulation play() {
        for (int step = 0; step < STEPS; step++) {
            step();
            invariantChecker.check(broker.stats());
        }
        draining = true;
        scenario.providers.forEach(provider -> provider.faults(SimulatedFaults.NONE));
        for (int wait = 0; wait < PATIENCE && invariantChecker.open() > 0; wait++) {
            time.advance(Duration.ofSeconds(1));
            heartbeats();
            broker.doWork();
            invariantChecker.check(broker.stats());
        }
        time.advance(Duration.ofHours(1));
        while (broker.doWork() > 0) {
            invariantChecker.check(broker.stats());
        }
        return this;
    }

    /** Runs some of the steps, then closes the broker. */
    Simulation playAndClose() {
        int steps = random.nextInt(STEPS);
        for (int step = 0; step < steps; step++) {
            step();
        }
        broker.close();
        time.advance(Duration.ofMinutes(2));
        broker.doWork();
        return this;
    }

    /** Calls that providers still count as running. */
    int underWayAtProviders() {
        return scenario.watched.stream().mapToInt(provider -> provider.underWay).sum();
    }

    private void step() {
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5 -> submit();
            case 6 -> burst();
            case 7, 8 -> cancelAny();
            case 9 -> defer();
            case 10 -> heartbeats();
            case 11 -> disturbProvider();
            case 12, 13, 14, 15, 16 -> time.advance(Duration.ofMillis(random.nextInt(2_500)));
            default -> broker.doWork();
        }
    }

    private void burst() {
        for (int i = random.nextInt(12); i > 0; i--) {
            submit();
        }
    }

    private void submit() {
        Request.Builder<String> request = Request.text(
                        Scenario.MODELS[random.nextInt(Scenario.MODELS.length)])
                .priority(Priority.of(1 + random.nextInt(10)))
                .maxTokens(scenario.oneIn(60) ? 30_000 : 50 << random.nextInt(5))
                .cost(1 + random.nextInt(3))
                .tenant(game())
                .promptSource(this::render);
        if (random.nextBoolean()) {
            request.agent("agent-" + random.nextInt(AGENTS)).interrupting(random.nextBoolean());
        }
        if (scenario.oneIn(4)) {
            request.usefulFor(Duration.ofMillis(1L + random.nextInt(20_000)));
        }
        if (scenario.oneIn(6)) {
            CancelToken token = new CancelToken();
            tokens.add(token);
            request.cancelToken(token);
        }
        if (scenario.oneIn(12)) {
            request.endpoint(endpoint());
        }
        tickets.add(broker.submit(request.build(), this::hear));
    }

    private String game() {
        int game = random.nextInt(games + 1) - 1;
        return game < 0 || game == vanished ? "" : "game-" + game;
    }

    private Endpoint endpoint() {
        return Endpoint.of(
                        scenario.oneIn(2) ? "https://api.groq.com/openai/v1" : "http://host/v1",
                        "own-model")
                .withKey("secret-" + random.nextInt(3));
    }

    private Optional<Prompt> render() {
        randomCallbackAction();
        return switch (random.nextInt(25)) {
            case 0 -> Optional.empty();
            case 1 -> throw new IllegalStateException("scripted");
            default -> Optional.of(Prompt.of("what now? ".repeat(1 + random.nextInt(prompts))));
        };
    }

    private void hear(Update<String> update) {
        invariantChecker.hear(update);
        randomCallbackAction();
    }

    /** What a game may do inside a callback. */
    private void randomCallbackAction() {
        switch (random.nextInt(80)) {
            case 0 -> submitInCallback();
            case 1 -> cancelAny();
            case 2 -> broker.doWork();
            case 3 -> throw new IllegalStateException("scripted");
            case 4 -> defer();
            default -> {}
        }
    }

    private void submitInCallback() {
        if (!draining && tickets.size() < 4 * STEPS) {
            submit();
        }
    }

    private void cancelAny() {
        if (!tickets.isEmpty()) {
            broker.cancel(tickets.get(random.nextInt(tickets.size())));
        }
        if (!tokens.isEmpty() && random.nextBoolean()) {
            tokens.remove(random.nextInt(tokens.size())).cancel();
        }
    }

    private void defer() {
        String session = game();
        String agent = "agent-" + random.nextInt(AGENTS);
        Duration time = Duration.ofMillis(random.nextInt(8_000));
        invariantChecker.deferred(session, agent, time);
        broker.defer(session, agent, time);
    }

    private void heartbeats() {
        for (int game = 0; game < games; game++) {
            if (game != vanished) {
                broker.heartbeat("game-" + game);
            }
        }
        if (games > 1 && scenario.oneIn(20)) {
            vanished = random.nextInt(games);
        }
    }

    private void enableQuota(String session) {
        BigDecimal remaining = BigDecimal.valueOf(random.nextInt(20_000), 6);
        QuotaSnapshot quota = new QuotaSnapshot(session, remaining, WEIGHTS, "day");
        invariantChecker.quotaOf(quota);
        broker.enableQuota(quota);
    }

    /** Causes an outage, a clock jump or a new fault rate of a provider. */
    private void disturbProvider() {
        var provider = scenario.providers.get(random.nextInt(scenario.providers.size()));
        switch (random.nextInt(3)) {
            case 0 ->
                provider.outage(
                        time.nanos(),
                        time.nanos() + Duration.ofSeconds(random.nextInt(60)).toNanos());
            case 1 -> provider.stepWallClock(Duration.ofSeconds(random.nextInt(7_200) - 3_600L));
            default -> provider.faults(SimulatedFaults.each(random.nextInt(3) * 0.05));
        }
    }
}
