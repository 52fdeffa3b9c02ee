/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.provider.sim.LimitKind;
import dev.triune.llm.provider.sim.SimulatedPlan;
import dev.triune.llm.provider.sim.SimulatedProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Gateways with a broker each and 200 clients that always have something to ask, all of them on the
 * same keys of simulated providers, in virtual time.
 */
final class Fleet implements AutoCloseable {
    static final Duration STEP = Duration.ofMillis(100);
    static final int CLIENTS = 200;

    private static final int TURNS = 10_000;

    final Gateways gateways;
    final Map<String, WatchedProvider> keys = new LinkedHashMap<>();
    final Map<String, SimulatedProvider> providers = new LinkedHashMap<>();
    final Map<Outcome.Kind, Integer> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final Map<String, Limits> limits;
    private final List<Broker> brokers = new ArrayList<>();
    private final SplittableRandom random;

    /**
     * Everybody begins to ask at once.
     *
     * @param limits of each key, by its name, which is its model's name, too
     */
    Fleet(int count, String address, long seed, Map<String, Limits> limits) {
        this.gateways = new Gateways(
                count,
                address,
                builder -> builder.gateways(count).timeout(Duration.ofMillis(1_500)));
        this.random = new SplittableRandom(seed);
        this.limits = new LinkedHashMap<>(limits);
        limits.forEach(this::open);
        gateways.all.forEach(shared -> brokers.add(broker(shared)));
        List<String> models = List.copyOf(limits.keySet());
        for (int i = 0; i < CLIENTS; i++) {
            new Client(brokers.get(i % count), models.get(i % models.size())).ask();
        }
    }

    private void open(String name, Limits allowed) {
        SimulatedPlan plan = new SimulatedPlan(
                LimitKind.SLIDING_WINDOW,
                orNone(allowed.perMinute()),
                orNone(allowed.perDay()),
                orNone(allowed.tokensPerMinute()),
                allowed.countsMaxTokens(),
                false,
                false);
        SimulatedProvider provider = SimulatedProvider.builder(gateways.time, gateways.time)
                .seed(random.nextLong())
                .plan(plan)
                .build();
        providers.put(name, provider);
        keys.put(
                name,
                new WatchedProvider(name, provider, allowed.countsMaxTokens(), gateways.time));
    }

    private static int orNone(int limit) {
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    private Broker broker(RedisLimits shared) {
        BrokerBuilder builder = new BrokerBuilder()
                .ticker(gateways.time)
                .callTimeout(Duration.ofSeconds(60))
                .seed(random.nextLong())
                .shared(shared);
        keys.forEach((name, key) -> builder.provider(
                ProviderSettings.of(name, name)
                        .withPermits(CLIENTS)
                        .withQueueLimit(CLIENTS)
                        .withFallback()
                        .withLimits(limits.getOrDefault(name, Limits.NONE)),
                key));
        return builder.build();
    }

    WatchedProvider key(String name) {
        return Objects.requireNonNull(keys.get(name), name);
    }

    /** Lets that much time pass. */
    void run(Duration duration) {
        for (Duration passed = Duration.ZERO;
                passed.compareTo(duration) < 0;
                passed = passed.plus(STEP)) {
            gateways.time.advance(STEP);
            work();
            gateways.pulse();
            work();
        }
    }

    private void work() {
        for (Broker broker : brokers) {
            int turns = 0;
            while (broker.doWork() > 0) {
                if (++turns > TURNS) {
                    throw new AssertionError("a broker never comes to rest");
                }
            }
        }
    }

    @Override
    public void close() {
        brokers.forEach(Broker::close);
        gateways.close();
    }

    /** Asks, waits for the end, thinks, asks again. */
    private final class Client {
        private final Broker broker;
        private final String model;
        private final SplittableRandom own = random.split();

        Client(Broker broker, String model) {
            this.broker = broker;
            this.model = model;
        }

        void ask() {
            String prompt = "ask ".repeat(5 + own.nextInt(60));
            broker.submit(
                    Request.text(model)
                            .maxTokens(20 + own.nextInt(80))
                            .prompt(() -> Prompt.of(prompt))
                            .build(),
                    this::hear);
        }

        private void hear(Update<String> update) {
            if (update instanceof Update.Ended<String> done) {
                outcomes.merge(done.outcome().kind(), 1, Integer::sum);
                var unused =
                        gateways.time.after(Duration.ofMillis(own.nextInt(500, 3_000)), this::ask);
            }
        }
    }
}
