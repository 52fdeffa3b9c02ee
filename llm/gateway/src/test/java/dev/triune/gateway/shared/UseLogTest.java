/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.shared.UseLog.Use;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway remembers of its use. */
class UseLogTest {
    private final UseLog log = new UseLog(new Window("minute", false, 100, 61_000, 500));

    @Test
    void aUseIsToldOnceAndNeverOlderThanItIs() {
        log.add(2, 10_100, false, 10_100);

        assertThat(log.tell(1, 12_000)).containsExactly(new Use(1, 1_500, 2));
        log.arrived();
        assertThat(log.tell(1, 12_100)).isEmpty();
    }

    @Test
    void whatMayHaveBeenLostIsToldAgain() {
        log.add(2, 10_100, false, 10_100);
        log.tell(1, 10_200);
        log.add(1, 10_300, false, 10_300);
        log.lost();

        assertThat(log.tell(1, 10_300)).containsExactly(new Use(1, 0, 3));
    }

    @Test
    void aRedisThatKnowsNothingIsToldTheWholeWindow() {
        log.add(1, 0, false, 0);
        log.add(2, 30_000, false, 30_000);
        log.tell(1, 30_000);
        log.arrived();
        log.tellAllAgain();

        assertThat(log.tell(1, 50_000).stream().mapToLong(Use::amount)).containsExactly(1L, 2L);
        log.arrived();
        log.tellAllAgain();
        assertThat(log.tell(1, 70_000).stream().mapToLong(Use::amount)).containsExactly(2L);
    }

    @Test
    void useOnTheOwnShareIsForgottenAfterAWindow() {
        log.add(5, 1_000, true, 1_000);
        log.add(7, 1_000, false, 1_000);

        assertThat(log.alone(61_900)).isEqualTo(5);
        assertThat(log.alone(62_500)).isZero();
        assertThat(log.anyUse(62_500)).isFalse();
    }

    @Test
    void whatIsOlderThanTheWindowIsDropped() {
        log.add(5, 1_000, false, 100_000);

        assertThat(log.tell(1, 100_000)).isEqualTo(List.of());
    }

    @Test
    void aLongPauseLeavesNothing() {
        log.add(5, 1_000, true, 1_000);

        assertThat(log.alone(10_000_000)).isZero();
        assertThat(log.untold(10_000_000)).isFalse();
    }
}
