/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LimitsTest {
    @Test
    void eachLimitIsSetByItself() {
        Limits limits = Limits.NONE
                .withPerSecond(1)
                .withPerMinute(2)
                .withPerDay(3)
                .withTokensPerMinute(4)
                .withBurst(5)
                .withCountsMaxTokens(false);

        assertThat(limits).isEqualTo(new Limits(1, 2, 3, 4, 5, false));
        assertThat(Limits.perMinute(7)).isEqualTo(new Limits(0, 7, 0, 0, 0, true));
    }

    @Test
    void anyLimitMakesThemKnown() {
        assertThat(Limits.NONE.isKnown()).isFalse();
        assertThat(Limits.NONE.withCountsMaxTokens(false).isKnown()).isFalse();
        assertThat(Limits.NONE.withPerSecond(1).isKnown()).isTrue();
        assertThat(Limits.NONE.withPerMinute(1).isKnown()).isTrue();
        assertThat(Limits.NONE.withPerDay(1).isKnown()).isTrue();
        assertThat(Limits.NONE.withTokensPerMinute(1).isKnown()).isTrue();
    }

    @Test
    void theSlowerOfTwoLimitsHoldsInTheLongRun() {
        assertThat(Limits.NONE.requestsPerSecond()).isZero();
        assertThat(Limits.NONE.withTokensPerMinute(9).requestsPerSecond()).isZero();
        assertThat(Limits.perMinute(90).requestsPerSecond()).isEqualTo(1.5);
        assertThat(Limits.NONE.withPerSecond(2).requestsPerSecond()).isEqualTo(2);
        assertThat(Limits.perMinute(90).withPerSecond(2).requestsPerSecond()).isEqualTo(1.5);
        assertThat(Limits.perMinute(90).withPerSecond(1).requestsPerSecond()).isEqualTo(1);
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withPerDay(-1))
                .withMessage("requests per day -1 (expected 0 for no limit, or more)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withBurst(3))
                .withMessageStartingWith("burst 3 without requests per minute");
    }
}
