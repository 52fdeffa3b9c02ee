/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TenantLeasesTest {
    private static final long SECOND = 1_000_000_000;

    private final TenantLeases leases =
            new TenantLeases(TenantLeases.DEFAULT_TIMEOUT, TenantLeases.MAX_TENANTS);

    @Test
    void heartbeatRegistersAGame() {
        assertThat(leases.active(0)).isZero();

        assertThat(leases.renew("a", 0)).isTrue();

        assertThat(leases.active(0)).isEqualTo(1);
    }

    @Test
    void sessionExpiresAfterSixtySecondsOfSilence() {
        leases.renew("a", 0);

        assertThat(leases.expired(60 * SECOND - 1)).isEmpty();
        assertThat(leases.active(60 * SECOND - 1)).isEqualTo(1);
        assertThat(leases.active(60 * SECOND)).isZero();
        assertThat(leases.expired(60 * SECOND)).containsExactly("a");
    }

    @Test
    void heartbeatEveryThirtySecondsKeepsTheSession() {
        for (int second = 0; second <= 600; second += 30) {
            leases.renew("a", second * SECOND);
            assertThat(leases.expired(second * SECOND)).isEmpty();
        }
        assertThat(leases.active(600 * SECOND)).isEqualTo(1);
    }

    @Test
    void gamesExpireOnceInOrderOfTheirLastHeartbeat() {
        leases.renew("a", 0);
        leases.renew("b", SECOND);
        leases.renew("c", 2 * SECOND);
        leases.renew("a", 3 * SECOND);

        assertThat(leases.active(62 * SECOND)).isEqualTo(1);
        assertThat(leases.expired(62 * SECOND)).containsExactly("b", "c");
        assertThat(leases.expired(62 * SECOND)).isEmpty();
        assertThat(leases.expired(63 * SECOND)).containsExactly("a");
    }

    @Test
    void lateHeartbeatRevivesAGameNotYetReportedAsExpired() {
        leases.renew("a", 0);

        assertThat(leases.renew("a", 90 * SECOND)).isTrue();

        assertThat(leases.expired(90 * SECOND)).isEmpty();
        assertThat(leases.active(90 * SECOND)).isEqualTo(1);
    }

    @Test
    void rejectsNewGamesWhileAllSessionsAreTaken() {
        TenantLeases two = new TenantLeases(TenantLeases.DEFAULT_TIMEOUT, 2);
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
        leases.renew("a", now);

        assertThat(leases.active(now + 59 * SECOND)).isEqualTo(1);
        assertThat(leases.expired(now + 60 * SECOND)).containsExactly("a");
    }
}
