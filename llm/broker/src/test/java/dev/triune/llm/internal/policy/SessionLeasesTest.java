/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionLeasesTest {
    private static final long SECOND = 1_000_000_000;

    private final SessionLeases sessions =
            new SessionLeases(SessionLeases.DEFAULT_TIMEOUT, SessionLeases.MAX_SESSIONS);

    @Test
    void heartbeatRegistersAGame() {
        assertThat(sessions.active(0)).isZero();

        assertThat(sessions.renew("a", 0)).isTrue();

        assertThat(sessions.active(0)).isEqualTo(1);
    }

    @Test
    void sessionExpiresAfterSixtySecondsOfSilence() {
        sessions.renew("a", 0);

        assertThat(sessions.expired(60 * SECOND - 1)).isEmpty();
        assertThat(sessions.active(60 * SECOND - 1)).isEqualTo(1);
        assertThat(sessions.active(60 * SECOND)).isZero();
        assertThat(sessions.expired(60 * SECOND)).containsExactly("a");
    }

    @Test
    void heartbeatEveryThirtySecondsKeepsTheSession() {
        for (int second = 0; second <= 600; second += 30) {
            sessions.renew("a", second * SECOND);
            assertThat(sessions.expired(second * SECOND)).isEmpty();
        }
        assertThat(sessions.active(600 * SECOND)).isEqualTo(1);
    }

    @Test
    void gamesExpireOnceInOrderOfTheirLastHeartbeat() {
        sessions.renew("a", 0);
        sessions.renew("b", SECOND);
        sessions.renew("c", 2 * SECOND);
        sessions.renew("a", 3 * SECOND);

        assertThat(sessions.active(62 * SECOND)).isEqualTo(1);
        assertThat(sessions.expired(62 * SECOND)).containsExactly("b", "c");
        assertThat(sessions.expired(62 * SECOND)).isEmpty();
        assertThat(sessions.expired(63 * SECOND)).containsExactly("a");
    }

    @Test
    void lateHeartbeatRevivesAGameNotYetReportedAsExpired() {
        sessions.renew("a", 0);

        assertThat(sessions.renew("a", 90 * SECOND)).isTrue();

        assertThat(sessions.expired(90 * SECOND)).isEmpty();
        assertThat(sessions.active(90 * SECOND)).isEqualTo(1);
    }

    @Test
    void rejectsNewGamesWhileAllSessionsAreTaken() {
        SessionLeases two = new SessionLeases(SessionLeases.DEFAULT_TIMEOUT, 2);
        two.renew("a", 0);
        two.renew("b", SECOND);

        assertThat(two.renew("c", 2 * SECOND)).isFalse();
        assertThat(two.active(2 * SECOND)).isEqualTo(2);
        assertThat(two.renew("b", 3 * SECOND)).as("b already has a session").isTrue();

        assertThat(two.expired(60 * SECOND)).containsExactly("a");
        assertThat(two.renew("c", 60 * SECOND)).isTrue();
    }

    @Test
    void leasesSurviveClockWraparound() {
        long now = Long.MAX_VALUE - SECOND;
        sessions.renew("a", now);

        assertThat(sessions.active(now + 59 * SECOND)).isEqualTo(1);
        assertThat(sessions.expired(now + 60 * SECOND)).containsExactly("a");
    }
}
