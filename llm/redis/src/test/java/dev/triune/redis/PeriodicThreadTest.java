/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Shared limits with the system clock and real threads, as a gateway uses them. */
class PeriodicThreadTest {
    private static final Limits LIMITS = Limits.perMinute(1_000);

    @Test
    void ownerNeverBlocksAndIsWokenByANewLease() {
        AtomicInteger changes = new AtomicInteger();
        try (TestRedis redis = settled();
                RedisLimits limits =
                        limitsAt(redis).onChange(changes::incrementAndGet).build()) {
            await().until(() ->
                    limits.redisHealth().sharingMode() == RedisHealth.SharingMode.SHARED);
            SharedBudget sharedBudget = limits.budget("key", LIMITS);
            int before = changes.get();
            assertThat(sharedBudget.fits(Usage.NONE, System.nanoTime())).isFalse();
            await().until(() -> changes.get() > before);
            await().until(() -> sharedBudget.fits(Usage.NONE, System.nanoTime()));
            sharedBudget.settle(
                    sharedBudget.reserve(Usage.NONE, System.nanoTime()),
                    Usage.NONE,
                    System.nanoTime());
        }
    }

    @Test
    void closedGatewayReturnsItsLeaseAndStopsItsThreads() {
        try (TestRedis redis = settled()) {
            RedisLimits first = limitsAt(redis).build();
            SharedBudget sharedBudget = first.budget("key", Limits.perMinute(1));
            await().until(() -> sharedBudget.fits(Usage.NONE, System.nanoTime()));
            first.close();
            await().until(() -> ownThreads() == 0);
            try (RedisLimits second = limitsAt(redis).build()) {
                SharedBudget other = second.budget("key", Limits.perMinute(1));
                await().until(() -> other.fits(Usage.NONE, System.nanoTime()));
            }
        }
    }

    @Test
    void keysOverTheMaximumGetALocalShare() {
        try (TestRedis redis = settled();
                RedisLimits limits = limitsAt(redis).build()) {
            for (int i = 0; i < RedisLimits.MAX_KEYS; i++) {
                limits.budget("key-" + i, LIMITS);
            }
            SharedBudget sharedBudget = limits.budget("one too many", Limits.perMinute(16));
            long now = System.nanoTime();
            assertThat(sharedBudget.fits(Usage.NONE, now)).isTrue();
            sharedBudget.reserve(Usage.NONE, now);
            assertThat(sharedBudget.fits(Usage.NONE, now)).isTrue();
            sharedBudget.reserve(Usage.NONE, now);

            assertThat(sharedBudget.fits(Usage.NONE, now))
                    .as("more than 16 / 4 / 2")
                    .isFalse();
        }
    }

    /** Creates limits with the longest timeout. */
    private static RedisLimitsBuilder limitsAt(TestRedis redis) {
        return RedisLimits.at(redis.address()).timeout(Duration.ofMillis(1_500));
    }

    private static long ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("triune-"))
                .filter(Thread::isAlive)
                .count();
    }

    /** Starts a Redis that has settled. */
    private static TestRedis settled() {
        TestRedis redis = new TestRedis();
        redis.command(commands -> {
            String run = commands.info("server")
                    .lines()
                    .filter(line -> line.startsWith("run_id:"))
                    .findFirst()
                    .orElseThrow();
            String epoch = run.substring("run_id:".length()).strip() + ":0";
            return String.valueOf(commands.hset("{triune}:state", "epoch", epoch));
        });
        return redis;
    }
}
