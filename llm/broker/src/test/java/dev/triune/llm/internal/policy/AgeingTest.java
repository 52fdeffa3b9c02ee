/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgeingTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void levelRisesByTwoEveryFiveSeconds() {
        Ageing ageing = Ageing.DEFAULT;

        assertThat(ageing.levelAfter(1, 0)).isEqualTo(1);
        assertThat(ageing.levelAfter(1, 5 * SECOND - 1)).isEqualTo(1);
        assertThat(ageing.levelAfter(1, 5 * SECOND)).isEqualTo(3);
        assertThat(ageing.levelAfter(3, 10 * SECOND)).isEqualTo(7);
    }

    @Test
    void levelNeverExceedsTen() {
        assertThat(Ageing.DEFAULT.levelAfter(9, 5 * SECOND)).isEqualTo(10);
        assertThat(Ageing.DEFAULT.levelAfter(1, 3600 * SECOND)).isEqualTo(10);
        assertThat(Ageing.DEFAULT.levelAfter(10, 5 * SECOND)).isEqualTo(10);
    }

    @Test
    void extremeSettingsAndWaitsDoNotOverflow() {
        Ageing steep = new Ageing(Duration.ofNanos(1), Integer.MAX_VALUE);

        assertThat(steep.levelAfter(1, Long.MAX_VALUE)).isEqualTo(10);
    }

    @Test
    void zeroLevelsDisableAgeing() {
        Ageing off = new Ageing(Duration.ofSeconds(5), 0);

        assertThat(off.levelAfter(4, 3600 * SECOND)).isEqualTo(4);
    }

    @Test
    void backwardClockDoesNotLowerTheLevel() {
        assertThat(Ageing.DEFAULT.levelAfter(4, -100 * SECOND)).isEqualTo(4);
    }

    @Test
    void oneYearIsTheLongestInterval() {
        Ageing slow = new Ageing(Duration.ofDays(365), 1);

        assertThat(slow.levelAfter(1, Duration.ofDays(365).toNanos())).isEqualTo(2);
    }

    @Test
    void rejectsOutOfRangeSettings() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Ageing(Duration.ZERO, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Ageing(Duration.ofSeconds(-1), 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new Ageing(Duration.ofDays(366), 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Ageing(Duration.ofSeconds(5), -1));
    }
}
