/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.QuotaSnapshot.QuotaPolicy;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.QuotaAccount.Trim;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuotaAccountTest {
    private static final TokenPrices WEIGHTS = TokenPrices.of("1.0", "0.25", "4.0");

    @Test
    void oneCentAllowsUpTo2250TokensUntrimmed() {
        assertThat(quota("0.0100").trim(2_000, 0, WEIGHTS))
                .isEqualTo(new Trim(2_000, false, false));
        assertThat(quota("0.0100").trim(2_250, 0, WEIGHTS))
                .isEqualTo(new Trim(2_250, false, false));
    }

    @Test
    void fourThousandTokensAreTrimmedTo2250() {
        assertThat(quota("0.0100").trim(4_000, 0, WEIGHTS)).isEqualTo(new Trim(2_250, true, false));
    }

    @Test
    void inputIsPaidBeforeOutput() {
        assertThat(quota("0.0100").trim(4_000, 1_000, WEIGHTS))
                .isEqualTo(new Trim(2_025, true, false));
    }

    @Test
    void emptyQuotaAllowsTheMinimumAndReportsExhaustion() {
        assertThat(quota("0").trim(2_000, 0, WEIGHTS)).isEqualTo(new Trim(5, true, true));
        assertThat(quota("0.0100").trim(2_000, 1_000_000_000_000L, WEIGHTS))
                .isEqualTo(new Trim(5, true, true));
        assertThat(new QuotaAccount(snapshot("0"), trimming(0.9, 1)).trim(2_000, 0, WEIGHTS))
                .isEqualTo(new Trim(1, true, true));
    }

    @Test
    void minimumNeverExceedsTheRequestedTokens() {
        assertThat(quota("0").trim(3, 0, WEIGHTS)).isEqualTo(new Trim(3, false, true));
    }

    @Test
    void quotaIsExhaustedOnlyBelowTheMinimum() {
        TokenPrices oneUsdAToken = TokenPrices.of("0", "0", "1000000");
        QuotaPolicy all = trimming(1, 5);

        assertThat(new QuotaAccount(snapshot("5"), all).trim(9, 0, oneUsdAToken))
                .isEqualTo(new Trim(5, true, false));
        assertThat(new QuotaAccount(snapshot("4.99"), all).trim(9, 0, oneUsdAToken))
                .isEqualTo(new Trim(5, true, true));
    }

    @Test
    void freeOutputIsNeverTrimmed() {
        TokenPrices free = TokenPrices.of("1", "1", "0");

        assertThat(quota("0").trim(100_000, 50, free)).isEqualTo(new Trim(100_000, false, false));
    }

    @Test
    void hugeQuotaDoesNotOverflow() {
        TokenPrices cheap = TokenPrices.of("0", "0", "0.000000000000000001");

        assertThat(quota("1000000000000").trim(Integer.MAX_VALUE, 0, cheap))
                .isEqualTo(new Trim(Integer.MAX_VALUE, false, false));
    }

    @Test
    void chargesCachedTokensOnlyOnce() {
        // a provider that reports 1,000 prompt tokens, 400 of them cached
        QuotaAccount quotaAccount = quota("0.0100");

        BigDecimal cost = quotaAccount.charge(new Usage(600, 400, 0, 100), WEIGHTS);

        assertThat(cost).isEqualByComparingTo("0.0011");
        assertThat(quotaAccount.snapshot()).isEqualTo(snapshot("0.0089"));
    }

    @Test
    void cacheWritesCostAsMuchAsInput() {
        assertThat(quota("1").charge(new Usage(600, 0, 400, 0), WEIGHTS))
                .isEqualByComparingTo("0.001");
    }

    @Test
    void remainingQuotaNeverFallsBelowZero() {
        QuotaAccount quotaAccount = quota("0.0100");

        assertThat(quotaAccount.charge(new Usage(0, 0, 0, 1_000_000), WEIGHTS))
                .isEqualByComparingTo("4");

        assertThat(quotaAccount.snapshot()).isEqualTo(snapshot("0"));
        assertThat(quotaAccount.charge(Usage.NONE, WEIGHTS)).isEqualByComparingTo("0");
        assertThat(quotaAccount.snapshot().remaining()).isEqualByComparingTo("0");
    }

    @Test
    void manySmallChargesAddUpExactly() {
        QuotaAccount quotaAccount = quota("0.4");
        for (int i = 0; i < 100_000; i++) {
            quotaAccount.charge(new Usage(0, 0, 0, 1), TokenPrices.of("0", "0", "0.1"));
        }

        assertThat(quotaAccount.snapshot().remaining()).isEqualByComparingTo("0.39");
    }

    @Test
    void trimmedCallsNeverOverdrawTheQuota() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            TokenPrices weights = TokenPrices.of(
                    price(random, 0, 500), price(random, 0, 500), price(random, 1, 3_000));
            QuotaAccount quotaAccount =
                    quota(BigDecimal.valueOf(random.nextInt(100_000), 6).toPlainString());
            for (int call = 0; call < 10; call++) {
                int input = random.nextInt(2_000);
                int asked = 1 + random.nextInt(5_000);
                BigDecimal before = quotaAccount.snapshot().remaining();
                Trim trim = quotaAccount.trim(asked, input, weights);
                BigDecimal cost =
                        quotaAccount.charge(new Usage(input, 0, 0, trim.maxTokens()), weights);
                assertThat(trim.applied()).as("seed %d", seed).isEqualTo(trim.maxTokens() < asked);
                assertThat(trim.exhausted() || cost.compareTo(before) <= 0)
                        .as("%s costs %s of %s, seed %d", trim, cost, before, seed)
                        .isTrue();
            }
        }
    }

    @Test
    void rejectsInvalidValues() {
        assertThatThrownBy(() -> quota("1").trim(1, -1, WEIGHTS))
                .isInstanceOf(IllegalArgumentException.class);
        for (double safety : new double[] {0, -0.1, 1.01, Double.NaN}) {
            assertThatThrownBy(() -> trimming(safety, 5))
                    .hasMessage("safety " + safety + " (expected more than 0, at most 1)");
        }
        for (int least : new int[] {0, 6}) {
            assertThatThrownBy(() -> trimming(0.9, least))
                    .hasMessage("leastTokens " + least + " (expected 1 to 5)");
        }
    }

    private static String price(Random random, int from, int to) {
        return BigDecimal.valueOf(from + random.nextInt(to), 2).toPlainString();
    }

    private static QuotaAccount quota(String remaining) {
        return new QuotaAccount(snapshot(remaining), QuotaPolicy.DEFAULT);
    }

    private static QuotaSnapshot snapshot(String remaining) {
        return new QuotaSnapshot("s1", new BigDecimal(remaining), WEIGHTS, "day");
    }

    private static QuotaPolicy trimming(double safety, int leastTokens) {
        return new QuotaPolicy(Duration.ofSeconds(30), safety, leastTokens, false);
    }
}
