/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.redis.UsageLog.UsageEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The usage log of a window. */
class UsageLogTest {
    private final UsageLog log = new UsageLog(new LimitWindow("minute", false, 100, 61_000, 500));

    @Test
    void usageIsReportedOnceAndNeverTooOld() {
        log.add(2, 10_100, false, 10_100);

        assertThat(log.report(1, 12_000)).containsExactly(new UsageEntry(1, 1_500, 2));
        log.reportAcknowledged();
        assertThat(log.report(1, 12_100)).isEmpty();
    }

    @Test
    void usageThatMayBeLostIsReportedAgain() {
        log.add(2, 10_100, false, 10_100);
        log.report(1, 10_200);
        log.add(1, 10_300, false, 10_300);
        log.reportLost();

        assertThat(log.report(1, 10_300)).containsExactly(new UsageEntry(1, 0, 3));
    }

    @Test
    void resendReportsTheWholeWindow() {
        log.add(1, 0, false, 0);
        log.add(2, 30_000, false, 30_000);
        log.report(1, 30_000);
        log.reportAcknowledged();
        log.resendAll();

        assertThat(log.report(1, 50_000).stream().mapToLong(UsageEntry::amount))
                .containsExactly(1L, 2L);
        log.reportAcknowledged();
        log.resendAll();
        assertThat(log.report(1, 70_000).stream().mapToLong(UsageEntry::amount))
                .containsExactly(2L);
    }

    @Test
    void localUsageExpiresAfterAWindow() {
        log.add(5, 1_000, true, 1_000);
        log.add(7, 1_000, false, 1_000);

        assertThat(log.localUse(61_900)).isEqualTo(5);
        assertThat(log.localUse(62_500)).isZero();
        assertThat(log.hasUse(62_500)).isFalse();
    }

    @Test
    void dropsUsageOlderThanTheWindow() {
        log.add(5, 1_000, false, 100_000);

        assertThat(log.report(1, 100_000)).isEqualTo(List.of());
    }

    @Test
    void longPauseClearsTheLog() {
        log.add(5, 1_000, true, 1_000);

        assertThat(log.localUse(10_000_000)).isZero();
        assertThat(log.hasUnreported(10_000_000)).isFalse();
    }
}
