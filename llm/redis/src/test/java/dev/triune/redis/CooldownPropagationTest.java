/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.SharedLimits.SharedBudget;
import dev.triune.llm.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** State shared by gateways in addition to limits: cooldowns, games, the number of gateways. */
class CooldownPropagationTest extends SingleRedisTest {
    @Test
    void cooldownReachesOtherGatewaysAndIsNeverShortened() {
        SharedBudget one = budget(0, Limits.perMinute(100));
        SharedBudget other = budget(1, Limits.perMinute(100));
        takeAll(other, 0, 1);
        one.rateLimited(Duration.ofSeconds(30), now());
        testGateways.advanceMillis(RedisLimits.MAX_PROPAGATION_DELAY.toMillis());
        assertThat(other.remainingCooldown(now()))
                .isBetween(Duration.ofSeconds(29), Duration.ofSeconds(30));
        one.rateLimited(Duration.ofSeconds(2), now());
        testGateways.advanceMillis(1_000);

        assertThat(other.remainingCooldown(now())).isGreaterThan(Duration.ofSeconds(27));
    }

    @Test
    void cooldownsAreSharedEvenWithoutLimits() {
        SharedBudget one = budget(0, Limits.NONE);
        SharedBudget other = budget(1, Limits.NONE);
        assertThat(other.fits(new Usage(1_000_000, 0, 0, 0), now())).isTrue();
        one.rateLimited(Duration.ofSeconds(30), now());
        testGateways.advanceMillis(RedisLimits.MAX_PROPAGATION_DELAY.toMillis());

        assertThat(other.remainingCooldown(now())).isPositive();
        assertThat(other.fits(new Usage(1_000_000, 0, 0, 0), now())).isTrue();
    }

    @Test
    void countsGamesOfAllGatewaysUntilTheyFallSilent() {
        testGateways.first().heartbeat("one", now());
        testGateways.second().heartbeat("two", now());
        testGateways.second().heartbeat("three", now());
        testGateways.advanceMillis(2_100);
        assertThat(testGateways.first().activeTenants(1)).isEqualTo(3);
        assertThat(testGateways.first().activeTenants(5))
                .as("never less than the local games")
                .isEqualTo(5);
        testGateways.first().heartbeat("one", now());
        testGateways.advanceMillis(59_500);

        assertThat(testGateways.second().activeTenants(0)).isEqualTo(1);
    }

    @Test
    void gatewaysKnowTheirNumber() {
        assertThat(testGateways.first().redisHealth().gateways()).isEqualTo(2);
        assertThat(testGateways.first().redisHealth().sharingMode())
                .isEqualTo(RedisHealth.SharingMode.SHARED);
    }
}
