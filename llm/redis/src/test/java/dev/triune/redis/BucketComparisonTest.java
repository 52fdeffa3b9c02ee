/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.SharedLimits.SharedReservation;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.proxy.ClientSideConfig;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AbstractCompareAndSwapBasedProxyManager;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AsyncCompareAndSwapOperation;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.CompareAndSwapOperation;
import io.github.bucket4j.distributed.proxy.optimization.DelayParameters;
import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.distributed.proxy.optimization.OptimizationListener;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.distributed.proxy.optimization.PredictionParameters;
import io.github.bucket4j.distributed.proxy.optimization.delay.DelayOptimization;
import io.github.bucket4j.distributed.proxy.optimization.predictive.PredictiveOptimization;
import io.github.bucket4j.distributed.remote.RemoteBucketState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Compares leases with buckets of Bucket4j in virtual time: four gateways each get half as many
 * calls as the limit of one key. Redis answers within 6 ms, and not at all in the fifth minute.
 */
class BucketComparisonTest {
    private static final int GATEWAYS = 4;
    private static final long MINUTE = 60_000;
    private static final OptimizationListener LISTENER = OptimizationListener.createDefault();
    private static final Usage CALL = new Usage(1, 0, 0, 1);

    /**
     * What happened: the share of the limit used in three minutes, the most calls in any minute,
     * Redis's commands a second, Jain's index of the gateways, and the calls in a minute without it.
     */
    private record Result(double share, long most, double commands, double jain, long alone) {}

    @Test
    void leasesUseTheWholeLimitAndBucketsNineTenths() {
        for (int limit : new int[] {120, 1_200}) {
            DelayParameters delay =
                    new DelayParameters(limit / 10 / GATEWAYS, Duration.ofMillis(500));
            Result leases = new Run(limit).leases();
            Result batching = new Run(limit).buckets(clock -> Optimizations.batching());
            Result delaying =
                    new Run(limit).buckets(clock -> new DelayOptimization(delay, LISTENER, clock));
            Result predicting = new Run(limit)
                    .buckets(clock -> new PredictiveOptimization(
                            PredictionParameters.createDefault(delay), delay, LISTENER, clock));
            List.of(leases, batching, delaying, predicting).forEach(System.out::println);

            assertThat(leases.most).isLessThanOrEqualTo(limit);
            assertThat(batching.most).isLessThanOrEqualTo(limit);
            assertThat(delaying.most).as("buckets that synchronize late").isGreaterThan(limit);
            assertThat(leases.share).isGreaterThan(batching.share + 0.05);
            assertThat(leases.alone).isPositive();
            assertThat(batching.alone).isZero();
        }
    }

    /** One run of four gateways. */
    private static final class Run {
        private final int limit;
        private final VirtualTime time = new VirtualTime();
        private final SplittableRandom random = new SplittableRandom(1);
        private final List<Long> calls = new ArrayList<>();
        private final List<SharedBudget> budgets = new ArrayList<>();
        private final double[] served = new double[GATEWAYS];
        private final int[] waiting = new int[GATEWAYS];

        Run(int limit) {
            this.limit = limit;
        }

        Result leases() {
            Limits limits = Limits.perMinute(limit);
            LeaseOracle oracle = new LeaseOracle(limits, GATEWAYS, true, this::now);
            ModelledNetwork network = new ModelledNetwork(time, random.split(), oracle);
            List<RedisLimits> gateways = new ArrayList<>();
            List<ModelledNetwork.Connector> connectors = new ArrayList<>();
            for (int i = 0; i < GATEWAYS; i++) {
                ModelledNetwork.Connector connector = network.new Connector();
                RedisLimits gateway = RedisLimits.at("redis://modelled")
                        .ticker(time)
                        .gateways(GATEWAYS)
                        .connector(connector)
                        .manual(() -> -1)
                        .build();
                connector.ledger = new GatewayLedger(oracle, this::now, gateway::redisHealth);
                connectors.add(connector);
                gateways.add(gateway);
                budgets.add(gateway.budget("key", limits));
            }
            return run(
                    () -> gateways.forEach(RedisLimits::sendDue),
                    network.redis::scripts,
                    () -> connectors.forEach(connector -> connector.partitioned = true));
        }

        Result buckets(Function<TimeMeter, Optimization> optimization) {
            Store store = new Store(time, random.split());
            BucketConfiguration configuration = BucketConfiguration.builder()
                    .addLimit(bucket -> bucket.capacity(limit / 10)
                            .refillGreedy(limit - limit / 10, Duration.ofMinutes(1)))
                    .build();
            for (int i = 0; i < GATEWAYS; i++) {
                budgets.add(new Bucket(store.asAsync()
                        .builder()
                        .withOptimization(optimization.apply(new Clock(time)))
                        .build("key", () -> CompletableFuture.completedFuture(configuration))));
            }
            return run(() -> {}, () -> store.commands, () -> store.isDown = true);
        }

        private Result run(Runnable sending, IntSupplier commands, Runnable partition) {
            advance(MINUTE, sending);
            int before = commands.getAsInt();
            int first = calls.size();
            Arrays.fill(served, 0);
            advance(4 * MINUTE, sending);
            double share = (calls.size() - first) / 3.0 / limit;
            double perSecond = (commands.getAsInt() - before) / 180.0;
            double jain = Math.pow(Arrays.stream(served).sum(), 2)
                    / Arrays.stream(served).map(each -> each * each).sum()
                    / GATEWAYS;
            long most = most();
            int end = calls.size();
            partition.run();
            advance(5 * MINUTE, sending);
            return new Result(share, most, perSecond, jain, calls.size() - end);
        }

        private void advance(long until, Runnable sending) {
            while (now() < until) {
                time.advance(Duration.ofMillis(20));
                for (int i = 0; i < GATEWAYS; i++) {
                    waiting[i] += random.nextInt(6_000) < limit ? 1 : 0;
                    SharedBudget budget = budgets.get(i);
                    while (waiting[i] > 0 && budget.fits(CALL, time.nanos())) {
                        budget.settle(budget.reserve(CALL, time.nanos()), CALL, time.nanos());
                        calls.add(now());
                        waiting[i]--;
                        served[i]++;
                    }
                }
                sending.run();
            }
        }

        private long now() {
            return time.nanos() / 1_000_000;
        }

        private long most() {
            int most = 0;
            int first = 0;
            for (int last = 0; last < calls.size(); last++) {
                while (calls.get(last) - calls.get(first) >= MINUTE) {
                    first++;
                }
                most = Math.max(most, last - first + 1);
            }
            return most;
        }
    }

    /** A bucket with a tenth of the limit, refilled with the rest, so no minute exceeds it. */
    private static final class Bucket implements SharedBudget {
        private final AsyncBucketProxy proxy;
        private boolean taken; // in advance, since the owner must not wait
        private boolean asking;
        private long retryAt;

        Bucket(AsyncBucketProxy proxy) {
            this.proxy = proxy;
        }

        @Override
        public boolean fits(Usage tokens, long now) {
            if (!taken && !asking && now >= retryAt) {
                asking = true;
                var unused = proxy.tryConsumeAndReturnRemaining(1).handle((probe, failure) -> {
                    asking = false;
                    taken = failure == null && probe.isConsumed();
                    retryAt = now + (failure == null ? probe.getNanosToWaitForRefill() : 0);
                    return taken;
                });
            }
            return taken;
        }

        @Override
        public SharedReservation reserve(Usage tokens, long now) {
            taken = false;
            return SharedReservation.NONE;
        }
    }

    private record Clock(VirtualTime time) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return time.nanos();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    /** A modelled Redis that replaces a value if it is still what the gateway has read. */
    private static final class Store extends AbstractCompareAndSwapBasedProxyManager<String> {
        private static final byte[] NONE = {};

        private final VirtualTime time;
        private final SplittableRandom random;
        private byte[] value = NONE;
        private int commands;
        private boolean isDown;

        Store(VirtualTime time, SplittableRandom random) {
            super(ClientSideConfig.getDefault().withClientClock(new Clock(time)));
            this.time = time;
            this.random = random;
        }

        private <T> CompletableFuture<T> run(Supplier<T> command) {
            CompletableFuture<T> reply = new CompletableFuture<>();
            commands += isDown ? 0 : 1;
            if (isDown) {
                after(1_000, () -> reply.completeExceptionally(new IOException("timeout")));
            } else {
                after(random.nextInt(1, 4), () -> {
                    T result = command.get();
                    after(random.nextInt(1, 4), () -> reply.complete(result));
                });
            }
            return reply;
        }

        private void after(long millis, Runnable action) {
            var unused = time.after(Duration.ofMillis(millis), action);
        }

        private boolean replace(byte @Nullable [] before, byte[] after) {
            boolean same = Arrays.equals(value, before == null ? NONE : before);
            value = same ? after : value;
            return same;
        }

        @Override
        protected AsyncCompareAndSwapOperation beginAsyncCompareAndSwapOperation(String key) {
            return new AsyncCompareAndSwapOperation() {
                @Override
                public CompletableFuture<Optional<byte[]>> getStateData(Optional<Long> timeout) {
                    return run(() -> Optional.of(value).filter(some -> some.length > 0));
                }

                @Override
                public CompletableFuture<Boolean> compareAndSwap(
                        byte[] old, byte[] next, RemoteBucketState state, Optional<Long> timeout) {
                    return run(() -> replace(old, next));
                }
            };
        }

        @Override
        protected CompareAndSwapOperation beginCompareAndSwapOperation(String key) {
            throw new UnsupportedOperationException("the comparison is asynchronous");
        }

        @Override
        protected CompletableFuture<Void> removeAsync(String key) {
            throw new UnsupportedOperationException("no bucket is removed");
        }

        @Override
        public void removeProxy(String key) {}

        @Override
        public boolean isAsyncModeSupported() {
            return true;
        }
    }
}
