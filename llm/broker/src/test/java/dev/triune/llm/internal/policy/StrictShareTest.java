/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StrictShareTest {
    private static final long SECOND = 1_000_000_000;

    private final StrictShare share = new StrictShare();

    @Test
    void fourGamesAtThirtyRequestsPerMinuteWaitEightSecondsEach() {
        for (int game = 1; game <= 4; game++) {
            long now = (game - 1) * (2 * SECOND);
            assertThat(left("game " + game, 4, now)).isZero();
            share.recordCall("game " + game, "groq", now);
        }

        assertThat(left("game 1", 4, 7 * SECOND)).hasSeconds(1);
        assertThat(left("game 1", 4, 8 * SECOND)).isZero();

        share.recordCall("game 1", "groq", 8 * SECOND);
        assertThat(left("game 1", 4, 8 * SECOND)).hasSeconds(8);
        assertThat(left("game 2", 4, 8 * SECOND)).hasSeconds(2);
        assertThat(left("game 4", 4, 8 * SECOND)).hasSeconds(6);
    }

    @Test
    void lastOfFourGamesWaitsTwoSecondsOnceTheOthersLeave() {
        share.recordCall("game 1", "groq", 0);
        assertThat(left("game 1", 4, SECOND)).hasSeconds(7);

        assertThat(left("game 1", 1, SECOND)).hasSeconds(1);
        assertThat(left("game 1", 1, 2 * SECOND)).isZero();
    }

    @Test
    void countsEachKeySeparately() {
        share.recordCall("game", "groq", 0);

        assertThat(share.remaining("game", "cerebras", 60, 4, 0)).isZero();
        assertThat(left("game", 4, 0)).hasSeconds(8);
    }

    @Test
    void cooldownIsRoundedUpToTheMillisecond() {
        assertThat(StrictShare.cooldown(30, 4)).hasSeconds(8);
        assertThat(StrictShare.cooldown(30, 1)).hasSeconds(2);
        assertThat(StrictShare.cooldown(7, 1)).hasMillis(8_572);
        assertThat(StrictShare.cooldown(90_000, 1)).hasMillis(1);
    }

    @Test
    void cooldownIsFiveSecondsForUnknownLimits() {
        assertThat(StrictShare.cooldown(0, 3)).isEqualTo(StrictShare.UNKNOWN).hasSeconds(5);
    }

    @Test
    void noCooldownWithoutActiveGames() {
        assertThat(StrictShare.cooldown(30, 0)).isZero();
    }

    @Test
    void extremeValuesDoNotOverflow() {
        assertThat(StrictShare.cooldown(1, Integer.MAX_VALUE)).isEqualTo(Duration.ofDays(365));
        assertThat(StrictShare.cooldown(Integer.MAX_VALUE, 1)).hasMillis(1);
    }

    @Test
    void forgottenGameHasNoCooldown() {
        share.recordCall("game", "groq", 0);

        share.forget("game");

        assertThat(left("game", 4, 0)).isZero();
    }

    @Test
    void cooldownSurvivesClockWraparound() {
        long now = Long.MAX_VALUE - SECOND;
        share.recordCall("game", "groq", now);

        assertThat(left("game", 4, now + 3 * SECOND)).hasSeconds(5);
        assertThat(left("game", 4, now + 8 * SECOND)).isZero();
    }

    @Test
    void forgetsTheLeastRecentGamesAndKeysBeyondTheLimit() {
        share.recordCall("first", "groq", 0);
        for (int i = 1; i < StrictShare.MAX_TENANTS; i++) {
            share.recordCall("game " + i, "groq", 0);
        }
        share.recordCall("first", "groq", 0);
        share.recordCall("one too many", "groq", 0);

        assertThat(left("first", 4, 0)).as("asked again lately").hasSeconds(8);
        assertThat(left("game 1", 4, 0)).as("asked longest ago").isZero();
        assertThat(left("game 2", 4, 0)).hasSeconds(8);

        for (int i = 0; i < StrictShare.MAX_KEYS; i++) {
            share.recordCall("first", "key " + i, 0);
        }
        assertThat(left("first", 4, 0)).as("the oldest key").isZero();
        assertThat(share.remaining("first", "key 0", 30, 4, 0)).hasSeconds(8);
    }

    private Duration left(String game, int activeGames, long now) {
        return share.remaining(game, "groq", 30, activeGames, now);
    }
}
