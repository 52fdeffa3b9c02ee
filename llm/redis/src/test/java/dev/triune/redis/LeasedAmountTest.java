/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.SharedLimits.SharedAmount;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Amounts that two gateways spend together, on a real Redis in virtual time. */
class LeasedAmountTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final long LIMIT = 1_000;

    private final TestRedis redis = new TestRedis();
    private final TestGateways gateways = new TestGateways(2, redis.address());

    @AfterEach
    void close() {
        gateways.close();
        redis.close();
    }

    private static SharedAmount amount(RedisLimits gateway) {
        return gateway.amount("budget", LIMIT, 0, DAY).orElseThrow();
    }

    private SharedAmount first() {
        return amount(gateways.first());
    }

    private SharedAmount second() {
        return amount(gateways.second());
    }

    /** Fetches that many units for one call, holds and spends them. */
    private void spend(SharedAmount amount, long units) {
        amount.demand(units);
        gateways.advanceMillis(1_000);
        amount.demand(-units);
        amount.hold(units);
        amount.settle(units, units);
    }

    @Test
    void gatewaysTogetherSpendTheWholeAndNoMore() {
        gateways.begin();
        spend(first(), 600);
        spend(second(), 300);
        gateways.advanceMillis(1_000);
        assertThat(first().spent()).isEqualTo(900);
        assertThat(second().left()).isEqualTo(100);

        second().demand(200);
        first();
        gateways.advanceMillis(2_000);

        assertThat(second().available())
                .as("all of the rest, as the other gateway returns what it has in advance")
                .isEqualTo(100);
        assertThat(first().available()).isZero();
    }

    @Test
    void whoWaitsIsCalledOnceAfterOneRoundTripForManyCalls() {
        gateways.begin();
        AtomicInteger called = new AtomicInteger();
        SharedAmount amount = first();
        for (int i = 0; i < 64; i++) {
            amount.demand(10);
            boolean waits = amount.await(called::incrementAndGet);
            assertThat(waits || amount.available() >= 10 * (i + 1)).isTrue();
        }
        gateways.advanceMillis(20);
        assertThat(amount.available()).isGreaterThanOrEqualTo(640);
        gateways.advanceMillis(1_000);
        assertThat(called.get()).isBetween(1, 64);
        assertThat(amount.await(called::incrementAndGet)).isFalse();
    }

    @Test
    void lostRedisLeavesTheSliceInHandAndForgetsNothing() {
        gateways.begin();
        spend(first(), 400);
        spend(second(), 100);
        second();
        gateways.advanceMillis(2_000);
        long inHand = first().available();
        assertThat(inHand).as("a quarter of the rest, divided by two").isEqualTo(62);

        redis.kill();
        gateways.advanceMillis(1_000);
        first().hold(inHand);
        first().settle(inHand, inHand);
        assertThat(first().available()).isZero();
        assertThat(first().await(() -> {})).as("nothing to wait for").isFalse();

        redis.restartEmpty();
        gateways.begin();
        first();
        second();
        gateways.advanceMillis(2_000);
        assertThat(second().spent()).isEqualTo(500 + inHand);
        assertThat(first().spent()).isEqualTo(500 + inHand);
    }

    @Test
    void sliceOfAKilledGatewayCountsAsSpentUntilItTellsMore() {
        gateways.begin();
        SharedAmount lost = first();
        lost.demand(500);
        gateways.advanceMillis(200);
        lost.demand(-500);
        lost.hold(500);
        for (int i = 0; i < 70; i++) { // the first gateway is silent
            second();
            gateways.time.advance(Duration.ofSeconds(1));
            gateways.sendDue(gateways.second());
        }
        assertThat(second().spent()).isGreaterThanOrEqualTo(500);
        lost.settle(500, 20); // it was only slow
        first();
        gateways.advanceMillis(1_000);
        second();
        gateways.advanceMillis(1_000);
        assertThat(second().spent()).isEqualTo(20);
    }

    @Test
    void longCallLeavesEnoughInHandForAnotherOneInItsPlace() {
        gateways.begin();
        SharedAmount amount = first();
        amount.demand(50);
        gateways.advanceMillis(200);
        amount.demand(-50);
        amount.hold(50);
        gateways.advanceMillis(30_000);
        amount.settle(50, 10); // it timed out, and falls back
        assertThat(amount.available()).isGreaterThanOrEqualTo(50);
    }

    @Test
    void waitForARedisThatDoesNotSettleEnds() {
        gateways.begin();
        first();
        second();
        gateways.advanceMillis(1_000);
        redis.kill();
        gateways.advanceMillis(1_000);
        redis.restartEmpty(); // which waits for the second gateway, which is gone
        AtomicInteger called = new AtomicInteger();
        for (int i = 0; i < 200 && called.get() == 0; i++) {
            SharedAmount amount = first();
            if (i == 20) {
                amount.demand(500);
                assertThat(amount.await(called::incrementAndGet)).isTrue();
            }
            gateways.time.advance(Duration.ofMillis(100));
            gateways.sendDue(gateways.first());
        }
        assertThat(called).hasValue(1);
        assertThat(gateways.first().redisHealth().sharingMode())
                .isEqualTo(RedisHealth.SharingMode.SETTLING);
    }

    @Test
    void closedGatewayReturnsItsSlice() {
        gateways.begin();
        spend(first(), 100);
        gateways.first().close();
        second().demand(900);
        gateways.time.advance(Duration.ofMillis(600));
        gateways.sendDue(gateways.second());
        assertThat(second().available()).isEqualTo(900);
    }

    @Test
    void whatAFileRemembersCountsWhereRedisKnowsLess() {
        gateways.begin();
        SharedAmount known = gateways.first().amount("old", LIMIT, 700, DAY).orElseThrow();
        known.demand(1_000);
        gateways.advanceMillis(200);
        assertThat(known.available()).isEqualTo(300);
        known.hold(300);
        known.settle(300, 300);
        gateways.advanceMillis(1_000);
        SharedAmount other =
                gateways.second().amount("old", LIMIT, 800, DAY).orElseThrow(); // its file is old
        gateways.advanceMillis(1_000);
        assertThat(other.spent()).as("not counted twice").isEqualTo(1_000);
    }

    @Test
    void randomCallsOutagesAndRestartsNeverExceedTheWhole() {
        for (int seed = 0; seed < Thorough.count(3, 40); seed++) {
            Random random = new Random(seed);
            String name = "random-" + seed;
            gateways.begin();
            long spent = 0;
            List<Deque<Long>> open = List.of(new ArrayDeque<>(), new ArrayDeque<>());
            for (int step = 0; step < 150; step++) {
                int who = random.nextInt(2);
                SharedAmount amount =
                        gateways.all.get(who).amount(name, LIMIT, 0, DAY).orElseThrow();
                long units = 1 + random.nextInt(60);
                amount.demand(units);
                gateways.advanceMillis(20 + random.nextInt(200));
                amount.demand(-units);
                if (amount.available() >= units) {
                    amount.hold(units);
                    open.get(who).add(units);
                }
                if (!open.get(who).isEmpty() && random.nextBoolean()) {
                    long was = open.get(who).remove();
                    long used = random.nextInt((int) was + 1);
                    amount.settle(was, used);
                    spent += used;
                }
                if (step == 50 || step == 100) {
                    redis.kill();
                    gateways.advanceMillis(random.nextInt(300));
                    redis.restartEmpty();
                }
                assertThat(spent).as("seed %d, step %d", seed, step).isLessThanOrEqualTo(LIMIT);
            }
            for (int who = 0; who < 2; who++) {
                SharedAmount amount =
                        gateways.all.get(who).amount(name, LIMIT, 0, DAY).orElseThrow();
                for (long was : new ArrayList<>(open.get(who))) {
                    amount.settle(was, was);
                    spent += was;
                }
            }
            gateways.begin();
            gateways.first().amount(name, LIMIT, 0, DAY);
            gateways.second().amount(name, LIMIT, 0, DAY);
            gateways.advanceMillis(2_000);
            assertThat(spent).as("seed %d", seed).isLessThanOrEqualTo(LIMIT);
            assertThat(gateways.first()
                            .amount(name, LIMIT, 0, DAY)
                            .orElseThrow()
                            .spent())
                    .as("seed %d", seed)
                    .isEqualTo(spent);
        }
    }
}
