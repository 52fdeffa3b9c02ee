/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.PriceCatalog.TokenPrices;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class TokenPricesTest {
    private static final TokenPrices WEIGHTS = TokenPrices.of("1.0", "0.25", "4.0");

    @Test
    void pricesAreForOneMillionTokens() {
        assertThat(WEIGHTS.cost(new Usage(1_000_000, 0, 0, 0))).isEqualByComparingTo("1");
        assertThat(WEIGHTS.cost(new Usage(0, 1_000_000, 0, 0))).isEqualByComparingTo("0.25");
        assertThat(WEIGHTS.cost(new Usage(0, 0, 1_000_000, 0))).isEqualByComparingTo("1");
        assertThat(WEIGHTS.cost(new Usage(0, 0, 0, 1_000_000))).isEqualByComparingTo("4");
    }

    @Test
    void cacheWritesHaveTheirOwnPrice() {
        TokenPrices dearer = TokenPrices.of("1", "0.1", "1.25", "5");

        assertThat(dearer.cost(new Usage(1_000_000, 0, 1_000_000, 0))).isEqualByComparingTo("2.25");
        assertThatThrownBy(() -> TokenPrices.of("1", "0.1", "-1.25", "5"))
                .hasMessage("cache-write price -1.25 (expected 0 to 1000000000000)");
    }

    @Test
    void costsAreExact() {
        TokenPrices odd = TokenPrices.of("0.1", "0", "0.000000000000000001");

        assertThat(odd.cost(new Usage(3, 0, 0, 1)))
                .isEqualByComparingTo("0.000000300000000000000001");
        assertThat(WEIGHTS.cost(new Usage(Long.MAX_VALUE, 0, Long.MAX_VALUE, 0)))
                .isEqualByComparingTo("18446744073709.551614");
        assertThat(WEIGHTS.cost(Usage.NONE)).isEqualByComparingTo("0");
    }

    @Test
    void equalityIgnoresNumberNotation() {
        assertThat(TokenPrices.of("1", "0.250", "40"))
                .isEqualTo(TokenPrices.of("1.00", "0.25", "4e1"));
    }

    @Test
    void rejectsOutOfRangePrices() {
        assertThatThrownBy(() -> TokenPrices.of("-1", "0", "0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("input price -1 (expected 0 to 1000000000000)");
        assertThatThrownBy(() -> TokenPrices.of("0", "1e999999999", "0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cached price 1E+999999999");
        assertThatThrownBy(() -> TokenPrices.of("0", "0", "1e-999999999"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("output price 1E-999999999 (expected at most 18 decimals)");
        assertThat(new TokenPrices(
                        BigDecimal.ZERO, new BigDecimal("0e50"), BigDecimal.ZERO, BigDecimal.ZERO))
                .isEqualTo(TokenPrices.of("0", "0.0", "0"));
    }
}
