/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.Usage;
import dev.triune.testsupport.StablePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A gateway while Redis is down, hangs, rejects commands or has lost its data. */
class RedisOutageTest {
    private static final Limits LIMITS = Limits.perMinute(80).withTokensPerMinute(8_000);

    /** Long enough for a working Redis, on any machine. */
    private static final Duration PATIENT = Duration.ofMillis(1_500);

    /** The timeout for a Redis that hangs. */
    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void servesALocalShareWhenRedisIsDownAtStart() {
        try (TestGateways testGateways = of(2, "redis://127.0.0.1:" + StablePort.next())) {
            SharedBudget sharedBudget = testGateways.budgets(LIMITS).get(0);
            assertThat(testGateways.first().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.STARTING);
            assertThat(sharedBudget.fits(new Usage(10, 0, 0, 0), 0))
                    .as("before the first attempt to reach Redis")
                    .isFalse();
            testGateways.sendDue();

            assertThat(testGateways.first().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.ALONE);
            assertThat(testGateways.first().redisHealth().reason())
                    .isEqualTo("Redis cannot be reached");
            assertThat(takeAll(testGateways, sharedBudget, 10)).isEqualTo(80 / 4 / 2);
            testGateways.advanceMillis(60_000);
            assertThat(takeAll(testGateways, sharedBudget, 10)).isZero();
            testGateways.advanceMillis(2_500);
            assertThat(takeAll(testGateways, sharedBudget, 10)).isEqualTo(10);
        }
    }

    @Test
    void localShareAlsoLimitsTokens() {
        try (TestGateways testGateways = of(2, "redis://127.0.0.1:" + StablePort.next())) {
            SharedBudget sharedBudget = testGateways.budgets(LIMITS).get(0);
            testGateways.sendDue();

            assertThat(takeAll(testGateways, sharedBudget, 300))
                    .as("8,000 / 4 / 2 in all")
                    .isEqualTo(3);
            assertThat(sharedBudget.fits(new Usage(1_001, 0, 0, 0), testGateways.time.nanos()))
                    .isFalse();
        }
    }

    @Test
    void lateRedisIsFoundAndGetsTheLocalUsage() {
        try (TestRedis redis = new TestRedis();
                TestGateways testGateways = of(2, redis.address())) {
            redis.kill();
            List<SharedBudget> sharedBudgets = testGateways.budgets(LIMITS);
            testGateways.sendDue();
            assertThat(takeAll(testGateways, sharedBudgets.get(0), 0)).isEqualTo(10);
            redis.restartEmpty();
            testGateways.begin();

            assertThat(testGateways.first().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.SHARED);
            assertThat(takeAllFetching(testGateways, sharedBudgets.get(1))).isEqualTo(70);
        }
    }

    @Test
    void redisHangingAtStartCountsAsDown() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestGateways testGateways =
                        of(1, "redis://127.0.0.1:" + silent.getLocalPort(), SHORT)) {
            testGateways.sendDue();

            assertThat(testGateways.first().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.ALONE);
            assertThat(testGateways.budgets(LIMITS).get(0).fits(new Usage(1, 0, 0, 0), 0))
                    .isTrue();
        }
    }

    @Test
    void hangingRedisCountsAsDownAfterTheTimeoutUntilItRecovers() {
        try (TestRedis redis = new TestRedis();
                TestGateways testGateways = of(2, redis.address(), PATIENT)) {
            List<SharedBudget> sharedBudgets = testGateways.budgets(LIMITS);
            testGateways.begin();
            assertThat(takeFetching(testGateways, sharedBudgets.get(0), 30)).isEqualTo(30);
            redis.freeze();
            sharedBudgets.get(0).fits(new Usage(1_000, 0, 0, 0), testGateways.time.nanos());
            testGateways.advanceMillis(100);
            assertThat(testGateways.first().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.ALONE);
            assertThat(testGateways.first().redisHealth().reason())
                    .isEqualTo("Redis did not answer in time");
            assertThat(takeAll(testGateways, sharedBudgets.get(0), 0)).isEqualTo(10);
            redis.thaw();
            for (int i = 0; i < 50 && isAlone(testGateways); i++) {
                testGateways.advanceMillis(1_000);
            }

            assertThat(testGateways.second().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.SHARED);
        }
    }

    @Test
    void usageIsResentToARedisWithOldData() {
        try (TestRedis redis = new TestRedis();
                TestGateways testGateways = of(2, redis.address())) {
            List<SharedBudget> sharedBudgets = testGateways.budgets(LIMITS);
            testGateways.begin();
            assertThat(takeFetching(testGateways, sharedBudgets.get(0), 50)).isEqualTo(50);
            testGateways.advanceMillis(2_000);
            redis.command(commands ->
                    String.valueOf(commands.hset("{triune}:state", "epoch", "another-run:0")));
            testGateways.advanceMillis(1_500);
            assertThat(testGateways.first().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.SETTLING);
            testGateways.begin();

            assertThat(takeAllFetching(testGateways, sharedBudgets.get(1))).isEqualTo(30);
        }
    }

    @Test
    void usageIsResentToAFlushedRedis() {
        try (TestRedis redis = new TestRedis();
                TestGateways testGateways = of(2, redis.address())) {
            List<SharedBudget> sharedBudgets = testGateways.budgets(LIMITS);
            testGateways.begin();
            assertThat(takeFetching(testGateways, sharedBudgets.get(0), 50)).isEqualTo(50);
            testGateways.advanceMillis(2_000);
            redis.command(commands -> commands.flushall());
            testGateways.begin();

            assertThat(takeAllFetching(testGateways, sharedBudgets.get(1))).isEqualTo(30);
        }
    }

    @Test
    void jumpOfTheRedisClockFreesNoCapacity() {
        for (long jump : new long[] {120_000, -3_600_000}) {
            try (TestRedis redis = new TestRedis();
                    TestGateways testGateways = of(2, redis.address())) {
                List<SharedBudget> sharedBudgets = testGateways.budgets(LIMITS);
                testGateways.begin();
                assertThat(takeFetching(testGateways, sharedBudgets.get(0), 50)).isEqualTo(50);
                testGateways.advanceMillis(2_000);
                testGateways.clockJump = jump;
                testGateways.begin();

                assertThat(takeAllFetching(testGateways, sharedBudgets.get(1)))
                        .as("after a jump of %d ms", jump)
                        .isEqualTo(30);
            }
        }
    }

    @Test
    void emptiedRedisGrantsCautiouslyUntilMissingGatewaysReport() {
        try (TestRedis redis = new TestRedis();
                TestGateways testGateways = of(2, redis.address())) {
            List<SharedBudget> sharedBudgets = testGateways.budgets(LIMITS);
            testGateways.begin();
            assertThat(takeFetching(testGateways, sharedBudgets.get(0), 50)).isEqualTo(50);
            redis.command(commands -> commands.flushall());

            assertThat(takeAlone(testGateways, sharedBudgets.get(1), 40))
                    .as("its cautious share")
                    .isEqualTo(10);
            assertThat(takeAlone(testGateways, sharedBudgets.get(1), 40)).isEqualTo(80);
        }
    }

    /** Lets only the second gateway reach Redis. */
    private static int takeAlone(TestGateways testGateways, SharedBudget budget, int seconds) {
        int taken = 0;
        for (int step = 0; step < 10 * seconds; step++) {
            testGateways.time.advance(Duration.ofMillis(100));
            testGateways.sendDue(testGateways.second());
            taken += takeAll(testGateways, budget, 0);
        }
        return taken;
    }

    @Test
    void emptiedRedisDoesNotHideOtherGateways() {
        GatewayPresence presence = new GatewayPresence(1, Duration.ofSeconds(60));
        reply(presence, "run:1", 3, 0);
        for (long at = 1_000; at < 60_000; at += 1_000) {
            reply(presence, "run:1", 2, at);
        }
        reply(presence, "run:2", 1, 60_000);

        assertThat(presence.gateways()).isGreaterThanOrEqualTo(2);
        reply(presence, "run:2", 1, 120_000);
        reply(presence, "run:2", 1, 180_000);
        assertThat(presence.gateways()).isEqualTo(1);
    }

    private static void reply(GatewayPresence presence, String epoch, long gateways, long at) {
        presence.onReply(List.of(epoch, "me", gateways, 0L, 0L, at, 0L), at, at);
    }

    @Test
    void reportsTheLatestReason() {
        SharingState sharingState = new SharingState();

        assertThat(sharingState.changeTo(
                        RedisHealth.SharingMode.ALONE, "Redis cannot be reached", 5))
                .isTrue();
        assertThat(sharingState.changeTo(
                        RedisHealth.SharingMode.ALONE, "Redis refused: WRONGPASS", 9))
                .isFalse();

        assertThat(sharingState.health(false, 1, 12))
                .isEqualTo(new RedisHealth(
                        RedisHealth.SharingMode.ALONE,
                        Duration.ofMillis(7),
                        1,
                        "Redis refused: WRONGPASS"));
    }

    @Test
    void gamesOfOtherGatewaysAreRememberedForAWhile() {
        try (TestRedis redis = new TestRedis();
                TestGateways testGateways = of(2, redis.address())) {
            testGateways.begin();
            testGateways.second().heartbeat("game", testGateways.time.nanos());
            testGateways.advanceMillis(2_000);
            redis.kill();
            testGateways.advanceMillis(2_000);
            assertThat(testGateways.first().activeTenants(0)).isEqualTo(1);
            testGateways.advanceMillis(60_000);

            assertThat(testGateways.first().activeTenants(0)).isZero();
        }
    }

    private static boolean refused(List<String> messages) {
        return messages.stream().anyMatch(message -> message.contains("WRONGPASS"));
    }

    @Test
    void messagesNeverContainThePassword() {
        List<String> messages = new CopyOnWriteArrayList<>();
        Handler handler = collecting(messages);
        Logger log = Logger.getLogger("dev.triune.redis");
        log.addHandler(handler);
        log.setLevel(Level.ALL);
        try (TestRedis redis = new TestRedis();
                TestGateways testGateways =
                        of(1, redis.address().replace("redis://", "redis://somebody:sesame@"))) {
            testGateways.sendDue();
            messages.add(testGateways.first().redisHealth().toString());
            for (int i = 0; i < 10 && !(refused(messages) && messages.size() > 1); i++) { // late
                testGateways.advanceMillis(1_000);
                messages.add(testGateways.first().redisHealth().toString());
            }
        } finally {
            log.removeHandler(handler);
        }

        assertThat(messages)
                .hasSizeGreaterThan(1)
                .anySatisfy(message -> assertThat(message).contains("Redis refused: WRONGPASS"))
                .allSatisfy(message -> assertThat(message).doesNotContain("sesame"));
        assertThatThrownBy(() -> RedisLimits.at("rediss:/sesame@nonsense:x").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("sesame")
                .hasNoCause();
    }

    // ---- fixtures

    private static TestGateways of(int count, String address) {
        return of(count, address, PATIENT);
    }

    private static TestGateways of(int count, String address, Duration timeout) {
        return new TestGateways(count, address, builder -> builder.timeout(timeout));
    }

    private static boolean isAlone(TestGateways testGateways) {
        return testGateways.all.stream()
                .anyMatch(gateway ->
                        gateway.redisHealth().sharingMode() != RedisHealth.SharingMode.SHARED);
    }

    /** Reserves as long as something fits. */
    private static int takeAll(TestGateways testGateways, SharedBudget sharedBudget, long tokens) {
        int taken = 0;
        while (taken < 1_000
                && sharedBudget.fits(new Usage(tokens, 0, 0, 0), testGateways.time.nanos())) {
            sharedBudget.reserve(new Usage(tokens, 0, 0, 0), testGateways.time.nanos());
            taken++;
        }
        return taken;
    }

    private static int takeAllFetching(TestGateways testGateways, SharedBudget sharedBudget) {
        return takeFetching(testGateways, sharedBudget, 1_000);
    }

    private static int takeFetching(
            TestGateways testGateways, SharedBudget sharedBudget, int most) {
        int taken = 0;
        for (int turn = 0; turn < 100 && taken < most; turn++) {
            while (taken < most && sharedBudget.fits(Usage.NONE, testGateways.time.nanos())) {
                sharedBudget.reserve(Usage.NONE, testGateways.time.nanos());
                taken++;
            }
            testGateways.advanceMillis(20);
        }
        return taken;
    }

    private static Handler collecting(List<String> messages) {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                messages.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
