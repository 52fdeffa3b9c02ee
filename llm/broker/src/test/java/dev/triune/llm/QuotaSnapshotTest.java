/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.PriceCatalog.TokenPrices;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class QuotaSnapshotTest {
    private static final TokenPrices WEIGHTS = TokenPrices.of("1.0", "0.25", "4.0");

    @Test
    void summaryShowsRemainingMoneyAndWeightedTokens() {
        assertThat(snapshot("0.0100").summary())
                .isEqualTo("quota: 0.0100 USD left of session s1 = 10000 input or 2500 output"
                        + " weighted tokens (input 1.00, cached 0.25, output 4.00 USD per 1M"
                        + " tokens; window day)");
    }

    @Test
    void summaryRoundsDown() {
        assertThat(snapshot("0.00999999").summary())
                .startsWith("quota: 0.009999 USD left of session s1 = 9999 input or 2499 output");
        assertThat(snapshot("12").summary())
                .startsWith("quota: 12.0000 USD left of session s1 = 12000000 input or 3000000 ");
        assertThat(snapshot("0").summary())
                .startsWith("quota: 0.0000 USD left of session s1 = 0 input or 0 output");
    }

    @Test
    void freeTokensAreUnlimited() {
        QuotaSnapshot free =
                new QuotaSnapshot("s1", BigDecimal.ONE, TokenPrices.of("0", "0", "0.125"), "month");

        assertThat(free.summary())
                .isEqualTo("quota: 1.0000 USD left of session s1 = unlimited input or 8000000"
                        + " output weighted tokens (input 0.00, cached 0.00, output 0.125 USD"
                        + " per 1M tokens; window month)");
    }

    @Test
    void currencyAndUnitMatchThePrices() {
        assertThat(snapshot("1").currency()).isEqualTo("USD");
        assertThat(snapshot("1").unit()).isEqualTo("per_1M_tokens");
    }

    @Test
    void rejectsInvalidValues() {
        assertThatThrownBy(() -> snapshot("-0.01"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("remaining quota -0.01 (expected 0 to 1000000000000)");
        assertThatThrownBy(() -> new QuotaSnapshot(" ", BigDecimal.ONE, WEIGHTS, "day"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tenant ' ' (expected a name without control characters)");
        assertThatThrownBy(() -> new QuotaSnapshot("s1", BigDecimal.ONE, WEIGHTS, "day\nmore"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("window ");
    }

    private static QuotaSnapshot snapshot(String remaining) {
        return new QuotaSnapshot("s1", new BigDecimal(remaining), WEIGHTS, "day");
    }
}
