/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GameSessionsTest {
    private static final long SECOND = 1_000_000_000;

    private final GameSessions sessions = new GameSessions(GameSessions.SILENCE, GameSessions.MOST);

    @Test
    void aSignRegistersAGame() {
        assertThat(sessions.isActive("a", 0)).isFalse();

        assertThat(sessions.sign("a", 0)).isTrue();

        assertThat(sessions.isActive("a", 0)).isTrue();
        assertThat(sessions.active(0)).isEqualTo(1);
    }

    @Test
    void sixtySecondsOfSilenceEndASession() {
        sessions.sign("a", 0);

        assertThat(sessions.expired(60 * SECOND - 1)).isEmpty();
        assertThat(sessions.isActive("a", 60 * SECOND - 1)).isTrue();
        assertThat(sessions.isActive("a", 60 * SECOND)).isFalse();
        assertThat(sessions.active(60 * SECOND)).isZero();
        assertThat(sessions.expired(60 * SECOND)).containsExactly("a");
    }

    @Test
    void aSignEveryThirtySecondsKeepsAGame() {
        for (int second = 0; second <= 600; second += 30) {
            sessions.sign("a", second * SECOND);
            assertThat(sessions.expired(second * SECOND)).isEmpty();
        }
        assertThat(sessions.active(600 * SECOND)).isEqualTo(1);
    }

    @Test
    void gamesExpireOnceAndInTheOrderOfFallingSilent() {
        sessions.sign("a", 0);
        sessions.sign("b", SECOND);
        sessions.sign("c", 2 * SECOND);
        sessions.sign("a", 3 * SECOND);

        assertThat(sessions.active(62 * SECOND)).isEqualTo(1);
        assertThat(sessions.expired(62 * SECOND)).containsExactly("b", "c");
        assertThat(sessions.expired(62 * SECOND)).isEmpty();
        assertThat(sessions.expired(63 * SECOND)).containsExactly("a");
    }

    @Test
    void aLateSignBringsAGameBackUnlessItWasTold() {
        sessions.sign("a", 0);

        assertThat(sessions.sign("a", 90 * SECOND)).isTrue();

        assertThat(sessions.expired(90 * SECOND)).isEmpty();
        assertThat(sessions.active(90 * SECOND)).isEqualTo(1);
    }

    @Test
    void aNewGameFindsNoRoomWhileAllPlacesAreTaken() {
        GameSessions two = new GameSessions(GameSessions.SILENCE, 2);
        two.sign("a", 0);
        two.sign("b", SECOND);

        assertThat(two.sign("c", 2 * SECOND)).isFalse();
        assertThat(two.isActive("c", 2 * SECOND)).isFalse();
        assertThat(two.sign("b", 3 * SECOND)).as("it has its place").isTrue();

        assertThat(two.expired(60 * SECOND)).containsExactly("a");
        assertThat(two.sign("c", 60 * SECOND)).isTrue();
    }

    @Test
    void itWorksWhereTheClockWrapsAround() {
        long now = Long.MAX_VALUE - SECOND;
        sessions.sign("a", now);

        assertThat(sessions.isActive("a", now + 59 * SECOND)).isTrue();
        assertThat(sessions.expired(now + 60 * SECOND)).containsExactly("a");
    }

    @Test
    void badValuesAreRefused() {
        assertThatThrownBy(() -> new GameSessions(Duration.ZERO, 1))
                .hasMessage("silence PT0S (expected more than 0, at most a year)");
        assertThatThrownBy(() -> new GameSessions(Duration.ofDays(366), 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GameSessions(GameSessions.SILENCE, 0))
                .hasMessage("most games 0 (expected 1 or more)");
    }
}
