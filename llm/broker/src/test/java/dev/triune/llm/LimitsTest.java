/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LimitsTest {
    @Test
    void eachLimitIsSetIndependently() {
        Limits limits = Limits.NONE
                .withPerSecond(1)
                .withPerMinute(2)
                .withPerDay(3)
                .withTokensPerMinute(4)
                .withInputTokensPerMinute(5)
                .withOutputTokensPerMinute(6)
                .withTokensPerDay(7)
                .withBurst(8)
                .withCountsMaxTokens(false)
                .withCountsCachedReads(false);

        assertThat(limits.perSecond()).isEqualTo(1);
        assertThat(limits.perMinute()).isEqualTo(2);
        assertThat(limits.perDay()).isEqualTo(3);
        assertThat(limits.tokensPerMinute()).isEqualTo(4);
        assertThat(limits.inputTokensPerMinute()).isEqualTo(5);
        assertThat(limits.outputTokensPerMinute()).isEqualTo(6);
        assertThat(limits.tokensPerDay()).isEqualTo(7);
        assertThat(limits.burst()).isEqualTo(8);
        assertThat(limits.countsMaxTokens()).isFalse();
        assertThat(limits.countsCachedReads()).isFalse();
    }

    @Test
    void equalityDoesNotDependOnHowLimitsWereBuilt() {
        Limits limits = Limits.perMinute(7).withTokensPerDay(9);

        assertThat(Limits.NONE.withTokensPerDay(9).withPerDay(3).withPerDay(0).withPerMinute(7))
                .isEqualTo(limits)
                .hasSameHashCodeAs(limits);
        assertThat(limits).isNotEqualTo(limits.withTokensPerDay(8));
        assertThat(limits).isNotEqualTo(limits.withCountsMaxTokens(false));
        assertThat(limits).isNotEqualTo(limits.withCountsCachedReads(false));
        assertThat(limits).hasToString("Limits{PER_MINUTE=7, DAILY_TOKENS=9} counting max tokens");
    }

    @Test
    void requestsPerSecondUsesTheSlowerLimit() {
        assertThat(Limits.NONE.requestsPerSecond()).isZero();
        assertThat(Limits.NONE.withTokensPerMinute(9).requestsPerSecond()).isZero();
        assertThat(Limits.perMinute(90).requestsPerSecond()).isEqualTo(1.5);
        assertThat(Limits.NONE.withPerSecond(2).requestsPerSecond()).isEqualTo(2);
        assertThat(Limits.perMinute(90).withPerSecond(2).requestsPerSecond()).isEqualTo(1.5);
        assertThat(Limits.perMinute(90).withPerSecond(1).requestsPerSecond()).isEqualTo(1);
    }

    @Test
    void rejectsInvalidLimitsByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withPerDay(-1))
                .withMessage("requests per day -1 (expected 0 for no limit, or more)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withInputTokensPerMinute(-1))
                .withMessage("input tokens per minute -1 (expected 0 for no limit, or more)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withOutputTokensPerMinute(-1))
                .withMessage("output tokens per minute -1 (expected 0 for no limit, or more)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withTokensPerDay(-1))
                .withMessage("tokens per day -1 (expected 0 for no limit, or more)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.NONE.withBurst(3))
                .withMessageStartingWith("burst 3 without requests per minute");
    }
}
