/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.sim.SimulatedPlan;
import dev.triune.llm.sim.SimulatedProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Gateways with a broker each and 200 clients that never stop sending requests, all of them on the
 * same keys of simulated providers, in virtual time.
 */
final class GatewayFleet implements AutoCloseable {
    static final Duration STEP = Duration.ofMillis(100);
    static final int CLIENTS = 200;

    private static final int TURNS = 10_000;

    final TestGateways testGateways;
    final Map<String, RecordingProvider> keys = new LinkedHashMap<>();
    final Map<String, SimulatedProvider> providers = new LinkedHashMap<>();
    final Map<Outcome.Kind, Integer> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final Map<String, Limits> limits;
    private final List<Broker> brokers = new ArrayList<>();
    private final SplittableRandom random;

    /**
     * Starts all clients.
     *
     * @param limits of each key, by the name of the key, which is also the name of its model
     */
    GatewayFleet(int count, String address, long seed, Map<String, Limits> limits) {
        this.testGateways = new TestGateways(
                count,
                address,
                builder -> builder.gateways(count).timeout(Duration.ofMillis(1_500)));
        this.random = new SplittableRandom(seed);
        this.limits = new LinkedHashMap<>(limits);
        limits.forEach(this::open);
        testGateways.all.forEach(shared -> brokers.add(broker(shared)));
        List<String> models = List.copyOf(limits.keySet());
        for (int i = 0; i < CLIENTS; i++) {
            new Client(brokers.get(i % count), models.get(i % models.size())).ask();
        }
    }

    private void open(String name, Limits allowed) {
        SimulatedPlan plan = new SimulatedPlan(
                SimulatedLimitKind.SLIDING_WINDOW,
                orNone(allowed.perMinute()),
                orNone(allowed.perDay()),
                orNone(allowed.tokensPerMinute()),
                allowed.countsMaxTokens(),
                false,
                false);
        SimulatedProvider provider = SimulatedProvider.builder(testGateways.time, testGateways.time)
                .seed(random.nextLong())
                .plan(plan)
                .build();
        providers.put(name, provider);
        keys.put(
                name,
                new RecordingProvider(
                        name, provider, allowed.countsMaxTokens(), testGateways.time));
    }

    private static int orNone(int limit) {
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    private Broker broker(RedisLimits shared) {
        BrokerBuilder builder = new BrokerBuilder()
                .ticker(testGateways.time)
                .callTimeout(Duration.ofSeconds(60))
                .seed(random.nextLong())
                .sharedLimits(shared);
        keys.forEach((name, key) -> builder.provider(
                ProviderSettings.of(name, name)
                        .withPermits(CLIENTS)
                        .withQueueLimit(CLIENTS)
                        .withFallback()
                        .withLimits(limits.getOrDefault(name, Limits.NONE)),
                key));
        return builder.build();
    }

    RecordingProvider key(String name) {
        return Objects.requireNonNull(keys.get(name), name);
    }

    /** Advances the virtual time. */
    void run(Duration duration) {
        for (Duration passed = Duration.ZERO;
                passed.compareTo(duration) < 0;
                passed = passed.plus(STEP)) {
            testGateways.time.advance(STEP);
            work();
            testGateways.sendDue();
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
        testGateways.close();
    }

    /** A client that sends a request, waits for its end, pauses, and starts again. */
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
                var unused = testGateways.time.after(
                        Duration.ofMillis(own.nextInt(500, 3_000)), this::ask);
            }
        }
    }
}
