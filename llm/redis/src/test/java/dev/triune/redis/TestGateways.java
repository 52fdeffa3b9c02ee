/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Gateways on one Redis, in virtual time: replies arrive before the time advances. */
final class TestGateways implements AutoCloseable {
    /** Not zero, as on a real clock. */
    private static final long EPOCH = 1_700_000_000_000L;

    final VirtualTime time = new VirtualTime();
    final List<RedisLimits> all = new ArrayList<>();

    /** How far the clock of Redis has jumped, in milliseconds. */
    long clockJump;

    TestGateways(int count, String address) {
        this(count, address, builder -> {});
    }

    TestGateways(int count, String address, Consumer<RedisLimitsBuilder> how) {
        for (int i = 0; i < count; i++) {
            add(address, how);
        }
    }

    RedisLimits add(String address, Consumer<RedisLimitsBuilder> how) {
        RedisLimitsBuilder builder = RedisLimits.at(address)
                .ticker(time)
                .timeout(Duration.ofMillis(1_500))
                .manual(() -> EPOCH + clockJump + TimeUnit.NANOSECONDS.toMillis(time.nanos()));
        how.accept(builder);
        RedisLimits limits = builder.build();
        all.add(limits);
        return limits;
    }

    RedisLimits first() {
        return all.get(0);
    }

    RedisLimits second() {
        return all.get(1);
    }

    /** Returns the budgets of one key at all gateways. */
    List<SharedBudget> budgets(Limits limits) {
        return all.stream().map(gateway -> gateway.budget("key", limits)).toList();
    }

    /** Lets the gateways send due commands one after the other and waits for the replies. */
    void sendDue() {
        for (RedisLimits gateway : all) {
            sendDue(gateway);
        }
    }

    void sendDue(RedisLimits gateway) {
        assertThat(gateway.sendDue()).succeedsWithin(Duration.ofMinutes(1));
    }

    /** Advances the time in steps; after each step all gateways send due commands. */
    void advance(Duration duration, Duration step) {
        for (Duration passed = Duration.ZERO;
                passed.compareTo(duration) < 0;
                passed = passed.plus(step)) {
            time.advance(step);
            sendDue();
        }
    }

    void advanceMillis(long millis) {
        advance(Duration.ofMillis(millis), Duration.ofMillis(Math.min(millis, 100)));
    }

    /** Connects and waits until a new Redis grants leases. */
    void begin() {
        advanceMillis(LocalShare.SETTLING.toMillis() + 1_000);
    }

    @Override
    public void close() {
        all.forEach(RedisLimits::close);
    }
}
