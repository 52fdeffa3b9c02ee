/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.policy.limit.Limits;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two gateways with 200 clients on one Redis. */
class TwoGatewaysTest {
    private static final long SEED = 20_260_101;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Of a limit, how much has to be used where there is always something to ask. */
    private static final double LEAST = 0.8;

    private static final Limits REQUESTS = Limits.perMinute(120);
    private static final Limits MOST = Limits.perMinute(600).withTokensPerMinute(9_000);
    private static final Limits USED = MOST.withCountsMaxTokens(false);
    private static final Limits DAY = Limits.NONE.withPerSecond(5).withPerDay(100);

    @Test
    void togetherTheyKeepEachLimitAndUseIt() {
        Map<String, Limits> limits =
                new TreeMap<>(Map.of("requests", REQUESTS, "most", MOST, "used", USED, "day", DAY));
        try (TestRedis redis = new TestRedis();
                Fleet fleet = new Fleet(2, redis.address(), SEED, limits)) {
            fleet.run(MINUTE.multipliedBy(3));

            WatchedProvider requests = fleet.key("requests");
            assertThat(requests.mostRequests(MINUTE)).isLessThanOrEqualTo(120);
            assertThat(lastMinute(requests)).isGreaterThanOrEqualTo((long) (LEAST * 120));
            for (String name : new String[] {"most", "used"}) {
                WatchedProvider key = fleet.key(name);
                assertThat(key.mostTokens(MINUTE)).as(name).isLessThanOrEqualTo(9_000);
                assertThat(key.tokens(MINUTE.multipliedBy(2), MINUTE.multipliedBy(3)))
                        .as(name)
                        .isGreaterThanOrEqualTo((long) (LEAST * 9_000));
            }
            WatchedProvider day = fleet.key("day");
            assertThat(day.mostRequests(Duration.ofSeconds(1))).isLessThanOrEqualTo(5);
            assertThat(day.mostRequests(Duration.ofDays(1))).isBetween((long) (LEAST * 100), 100L);
            assertThat(fleet.providers.values())
                    .allSatisfy(provider -> assertThat(provider.refused()).isZero());
            assertThat(fleet.outcomes.get(Outcome.Kind.ANSWERED)).isPositive();
        }
    }

    @Test
    void aRedisThatIsKilledAndComesBackEmptyCostsNoMoreThanTheBound() {
        Map<String, Limits> limits =
                new TreeMap<>(Map.of("requests", REQUESTS, "most", MOST, "used", USED));
        try (TestRedis redis = new TestRedis();
                Fleet fleet = new Fleet(2, redis.address(), SEED + 1, limits)) {
            fleet.run(Duration.ofSeconds(90));
            redis.kill();
            fleet.run(Duration.ofSeconds(70));
            assertThat(fleet.gateways.first().health().state()).isEqualTo(Health.State.ALONE);
            assertThat(fleet.key("requests").sent(Duration.ofSeconds(95), Duration.ofSeconds(160)))
                    .as("service goes on")
                    .isPositive();
            redis.restartEmpty();
            fleet.run(Duration.ofSeconds(3));
            assertThat(fleet.gateways.first().health().state()).isEqualTo(Health.State.SETTLING);
            fleet.run(Duration.ofSeconds(137));

            assertThat(fleet.gateways.all)
                    .allSatisfy(gateway ->
                            assertThat(gateway.health().state()).isEqualTo(Health.State.SHARED));
            assertThat(fleet.key("requests").mostRequests(MINUTE))
                    .isLessThanOrEqualTo(LocalShare.mostTogether(120, 2));
            for (String name : new String[] {"most", "used"}) {
                assertThat(fleet.key(name).mostTokens(MINUTE))
                        .as(name)
                        .isLessThanOrEqualTo(LocalShare.mostTogether(9_000, 2));
            }
            assertThat(fleet.key("requests").sent(MINUTE.multipliedBy(4), MINUTE.multipliedBy(5)))
                    .as("recovered by itself")
                    .isGreaterThanOrEqualTo((long) (LEAST * 120));
        }
    }

    @Test
    void aShortRestartCostsNothingThatWasTold() {
        Map<String, Limits> limits = Map.of("requests", REQUESTS);
        try (TestRedis redis = new TestRedis();
                Fleet fleet = new Fleet(2, redis.address(), SEED + 2, limits)) {
            fleet.run(Duration.ofSeconds(75)); // in the middle of a busy minute
            redis.kill();
            fleet.run(Duration.ofMillis(500));
            redis.restartEmpty();
            fleet.run(Duration.ofSeconds(60));

            assertThat(fleet.key("requests").mostRequests(MINUTE))
                    .isLessThanOrEqualTo(LocalShare.mostTogether(120, 2));
        }
    }

    private static long lastMinute(WatchedProvider key) {
        return key.sent(MINUTE.multipliedBy(2), MINUTE.multipliedBy(3));
    }
}
