/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.SharedLimits.Slice;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What gateways hear of each other besides limits: cooldowns, games, how many they are. */
class SharedNewsTest extends OnOneRedis {
    @Test
    void aRefusalIsHeardElsewhereInTimeAndNeverShortened() {
        Slice one = slice(0, Limits.perMinute(100));
        Slice other = slice(1, Limits.perMinute(100));
        takeAll(other, 0, 1);
        one.refused(Duration.ofSeconds(30), now());
        gateways.advanceMillis(RedisLimits.LATEST_NEWS.toMillis());
        assertThat(other.cooling(now())).isBetween(Duration.ofSeconds(29), Duration.ofSeconds(30));
        one.refused(Duration.ofSeconds(2), now());
        gateways.advanceMillis(1_000);

        assertThat(other.cooling(now())).isGreaterThan(Duration.ofSeconds(27));
    }

    @Test
    void ofUnknownLimitsCooldownsAreShared() {
        Slice one = slice(0, Limits.NONE);
        Slice other = slice(1, Limits.NONE);
        assertThat(other.fits(1_000_000, now())).isTrue();
        one.refused(Duration.ofSeconds(30), now());
        gateways.advanceMillis(RedisLimits.LATEST_NEWS.toMillis());

        assertThat(other.cooling(now())).isPositive();
        assertThat(other.fits(1_000_000, now())).isTrue();
    }

    @Test
    void gamesOfAllGatewaysAreCountedUntilTheyFallSilent() {
        gateways.first().sign("one", now());
        gateways.second().sign("two", now());
        gateways.second().sign("three", now());
        gateways.advanceMillis(2_100);
        assertThat(gateways.first().activeGames(1)).isEqualTo(3);
        assertThat(gateways.first().activeGames(5)).as("never less than here").isEqualTo(5);
        gateways.first().sign("one", now());
        gateways.advanceMillis(59_500);

        assertThat(gateways.second().activeGames(0)).isEqualTo(1);
    }

    @Test
    void gatewaysKnowHowManyTheyAre() {
        assertThat(gateways.first().health().gateways()).isEqualTo(2);
        assertThat(gateways.first().health().state()).isEqualTo(Health.State.SHARED);
    }
}
