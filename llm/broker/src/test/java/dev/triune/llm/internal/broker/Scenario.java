/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Endpoint;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.TurnLimits;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.Provider.BatchingProvider;
import dev.triune.llm.sim.RefusalStyle;
import dev.triune.llm.sim.SimulatedFaults;
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.sim.SimulatedPlan;
import dev.triune.llm.sim.SimulatedProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The scenario of one seed: providers with limits and faults, and the broker settings. */
final class Scenario {
    static final String[] NAMES = {"a", "b", "c"};
    static final String[] MODELS = {"model-a", "model-b", "model-c", "small", ""};

    final Random random;
    final List<SimulatedProvider> providers = new ArrayList<>();
    final List<WatchedProvider> watched = new ArrayList<>();
    final BrokerBuilder builder;
    final int queueLimit;
    private final long seed;
    private final VirtualTime time;
    private final InvariantChecker invariantChecker;

    Scenario(long seed, VirtualTime time, InvariantChecker invariantChecker) {
        this.seed = seed;
        this.random = new Random(seed);
        this.time = time;
        this.invariantChecker = invariantChecker;
        this.queueLimit = 2 + random.nextInt(20);
        this.builder = new BrokerBuilder()
                .ticker(time)
                .seed(seed)
                .callTimeout(Duration.ofSeconds(10 + random.nextInt(20)))
                .retryRounds(random.nextInt(4));
        TurnLimits.ofEvents(400 + random.nextInt(600)).accept(builder);
        builder.maxCallsPerCycle(1 + random.nextInt(8))
                .fallback(!oneIn(10))
                .queuePerProvider(!oneIn(8))
                .strictSharing(oneIn(8))
                .endpoints(this::open)
                .listener(invariantChecker);
        if (oneIn(5)) {
            builder.cache(50_000, Duration.ofSeconds(30));
        }
        int count = 1 + random.nextInt(NAMES.length);
        for (int i = 0; i < count; i++) {
            addProvider(i, count);
        }
    }

    private void addProvider(int i, int count) {
        SimulatedPlan plan = plan();
        ProviderSettings settings = settings(i, count, plan);
        Provider[] keys = new Provider[1 + random.nextInt(2)];
        for (int key = 0; key < keys.length; key++) {
            keys[key] = watch(simulated(plan, 10L * i + key), plan.perModel(), settings);
        }
        builder.provider(settings, keys);
    }

    private SimulatedPlan plan() {
        SimulatedLimitKind kind = SimulatedLimitKind.values()[random.nextInt(3)];
        SimulatedPlan plan = SimulatedPlan.of(
                kind,
                oneIn(4) ? Integer.MAX_VALUE : 2 + random.nextInt(40),
                oneIn(2) ? Integer.MAX_VALUE : 2_000 + random.nextInt(20_000),
                random.nextBoolean());
        plan = oneIn(6) ? plan.withPerDay(20 + random.nextInt(100)) : plan;
        plan = oneIn(3) ? plan.withPerModel() : plan;
        return oneIn(4) ? plan.withRefusedCount() : plan;
    }

    private SimulatedProvider simulated(SimulatedPlan plan, long number) {
        SimulatedProvider provider = SimulatedProvider.builder(time, time)
                .seed(seed * 31 + number)
                .plan(plan)
                .style(RefusalStyle.values()[random.nextInt(RefusalStyle.values().length)])
                .faults(oneIn(3) ? SimulatedFaults.each(0.05) : SimulatedFaults.NONE)
                .reportsUsage(!oneIn(6))
                .tokensPerSecond(50 + random.nextInt(400))
                .build();
        providers.add(provider);
        return provider;
    }

    /** Two in three know their limits; the others learn them from rate limits. */
    private ProviderSettings settings(int i, int count, SimulatedPlan plan) {
        ProviderSettings settings = ProviderSettings.of(NAMES[i], "model-" + NAMES[i])
                .withModels(i == 0 ? new String[] {"small"} : new String[0])
                .withPermits(1 + random.nextInt(5))
                .withQueueLimit(queueLimit)
                .withLimitsPerModel(plan.perModel())
                .withMaxWait(Duration.ofSeconds(5 + random.nextInt(300)))
                .withFallback(NAMES[(i + 1) % count], NAMES[(i + 2) % count]);
        if (!oneIn(3)) {
            settings = settings.withLimits(limits(plan));
        }
        if (oneIn(4)) {
            settings = settings.withAdaptivePermits(1 + random.nextInt(10));
        }
        if (oneIn(4)) {
            settings = settings.withModelFallback("small");
        }
        if (oneIn(6)) {
            settings = settings.withBatching(new ProviderSettings.Batching(
                    1 + random.nextInt(10), 5 + random.nextInt(100), 1 + random.nextInt(10)));
        }
        return settings;
    }

    private Limits limits(SimulatedPlan plan) {
        Limits limits = Limits.NONE
                .withPerMinute(orNone(plan.perMinute()))
                .withPerDay(orNone(plan.perDay()))
                .withTokensPerMinute(orNone(plan.tokensPerMinute()))
                .withCountsMaxTokens(plan.countsMaxTokens());
        return limits.perMinute() > 0 && oneIn(3)
                ? limits.withBurst(1 + random.nextInt(limits.perMinute()))
                : limits;
    }

    private static int orNone(int limit) {
        return limit == Integer.MAX_VALUE ? 0 : limit;
    }

    private Provider open(Endpoint endpoint) {
        return watch(
                simulated(plan(), 100L + endpoint.hashCode()),
                false,
                ProviderSettings.of("custom", "m"));
    }

    private Provider watch(
            SimulatedProvider provider, boolean perModel, ProviderSettings settings) {
        WatchedProvider watching =
                new WatchedProvider(settings.name(), provider, perModel, time, invariantChecker);
        watched.add(watching);
        return settings.batching().isPresent() ? batching(watching) : watching;
    }

    private static BatchingProvider batching(Provider provider) {
        return new BatchingProvider() {
            @Override
            public RunningCall start(ModelCall call, AnswerSink sink) {
                return provider.start(call, sink);
            }

            @Override
            public List<RunningCall> startBatch(List<BatchCall> calls) {
                return calls.stream()
                        .map(batchCall -> provider.start(batchCall.call(), batchCall.sink()))
                        .toList();
            }
        };
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }
}
