/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two gateways with 200 clients on one Redis. */
class TwoGatewaysTest {
    private static final long SEED = 20_260_101;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The fraction of a limit that must be used while there is always work. */
    private static final double LEAST = 0.8;

    private static final Limits REQUESTS = Limits.perMinute(120);
    private static final Limits MOST = Limits.perMinute(600).withTokensPerMinute(9_000);
    private static final Limits USED = MOST.withCountsMaxTokens(false);
    private static final Limits DAY = Limits.NONE.withPerSecond(5).withPerDay(100);

    @Test
    void gatewaysTogetherKeepEachLimitAndUseIt() {
        Map<String, Limits> limits =
                new TreeMap<>(Map.of("requests", REQUESTS, "most", MOST, "used", USED, "day", DAY));
        try (TestRedis redis = new TestRedis();
                GatewayFleet gatewayFleet = new GatewayFleet(2, redis.address(), SEED, limits)) {
            gatewayFleet.run(MINUTE.multipliedBy(3));

            RecordingProvider requests = gatewayFleet.key("requests");
            assertThat(requests.mostRequests(MINUTE)).isLessThanOrEqualTo(120);
            assertThat(lastMinute(requests)).isGreaterThanOrEqualTo((long) (LEAST * 120));
            for (String name : new String[] {"most", "used"}) {
                RecordingProvider key = gatewayFleet.key(name);
                assertThat(key.mostTokens(MINUTE)).as(name).isLessThanOrEqualTo(9_000);
                assertThat(key.tokens(MINUTE.multipliedBy(2), MINUTE.multipliedBy(3)))
                        .as(name)
                        .isGreaterThanOrEqualTo((long) (LEAST * 9_000));
            }
            RecordingProvider day = gatewayFleet.key("day");
            assertThat(day.mostRequests(Duration.ofSeconds(1))).isLessThanOrEqualTo(5);
            assertThat(day.mostRequests(Duration.ofDays(1))).isBetween((long) (LEAST * 100), 100L);
            assertThat(gatewayFleet.providers.values())
                    .allSatisfy(provider -> assertThat(provider.refused()).isZero());
            assertThat(gatewayFleet.outcomes.get(Outcome.Kind.ANSWERED)).isPositive();
        }
    }

    @Test
    void emptyRestartOfRedisExceedsNoDocumentedBound() {
        Map<String, Limits> limits =
                new TreeMap<>(Map.of("requests", REQUESTS, "most", MOST, "used", USED));
        try (TestRedis redis = new TestRedis();
                GatewayFleet gatewayFleet =
                        new GatewayFleet(2, redis.address(), SEED + 1, limits)) {
            gatewayFleet.run(Duration.ofSeconds(90));
            redis.kill();
            gatewayFleet.run(Duration.ofSeconds(70));
            assertThat(gatewayFleet.testGateways.first().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.ALONE);
            assertThat(gatewayFleet
                            .key("requests")
                            .sent(Duration.ofSeconds(95), Duration.ofSeconds(160)))
                    .as("requests served during the outage")
                    .isPositive();
            redis.restartEmpty();
            gatewayFleet.run(Duration.ofSeconds(3));
            assertThat(gatewayFleet.testGateways.first().redisHealth().sharingMode())
                    .isEqualTo(RedisHealth.SharingMode.SETTLING);
            gatewayFleet.run(Duration.ofSeconds(137));

            assertThat(gatewayFleet.testGateways.all)
                    .allSatisfy(gateway -> assertThat(gateway.redisHealth().sharingMode())
                            .isEqualTo(RedisHealth.SharingMode.SHARED));
            assertThat(gatewayFleet.key("requests").mostRequests(MINUTE))
                    .isLessThanOrEqualTo(LocalShare.maxCombinedUse(120, 2));
            for (String name : new String[] {"most", "used"}) {
                assertThat(gatewayFleet.key(name).mostTokens(MINUTE))
                        .as(name)
                        .isLessThanOrEqualTo(LocalShare.maxCombinedUse(9_000, 2));
            }
            assertThat(gatewayFleet
                            .key("requests")
                            .sent(MINUTE.multipliedBy(4), MINUTE.multipliedBy(5)))
                    .as("requests served after recovery")
                    .isGreaterThanOrEqualTo((long) (LEAST * 120));
        }
    }

    @Test
    void shortRestartOfRedisStaysWithinTheBound() {
        Map<String, Limits> limits = Map.of("requests", REQUESTS);
        try (TestRedis redis = new TestRedis();
                GatewayFleet gatewayFleet =
                        new GatewayFleet(2, redis.address(), SEED + 2, limits)) {
            gatewayFleet.run(Duration.ofSeconds(75)); // in the middle of a busy minute
            redis.kill();
            gatewayFleet.run(Duration.ofMillis(500));
            redis.restartEmpty();
            gatewayFleet.run(Duration.ofSeconds(60));

            assertThat(gatewayFleet.key("requests").mostRequests(MINUTE))
                    .isLessThanOrEqualTo(LocalShare.maxCombinedUse(120, 2));
        }
    }

    private static long lastMinute(RecordingProvider key) {
        return key.sent(MINUTE.multipliedBy(2), MINUTE.multipliedBy(3));
    }
}
