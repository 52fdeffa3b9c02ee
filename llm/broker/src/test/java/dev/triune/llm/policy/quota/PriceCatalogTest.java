/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.TokenWeights;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PriceCatalogTest {
    private static final TokenWeights FALLBACK = price("9");

    private final Map<String, TokenWeights> prices = new LinkedHashMap<>(Map.of(
            "gpt-4o-mini", price("1"),
            "gpt-4o*", price("2"),
            "gpt-*", price("3"),
            "gpt-4o-mini-*", price("4")));

    @Test
    void theExactNameWins() {
        assertThat(catalog().of("gpt-4o-mini")).isEqualTo(price("1"));
    }

    @Test
    void elseTheLongestPrefix() {
        assertThat(catalog().of("gpt-4o-mini-2024")).isEqualTo(price("4"));
        assertThat(catalog().of("gpt-4o")).isEqualTo(price("2"));
        assertThat(catalog().of("gpt-5")).isEqualTo(price("3"));
    }

    @Test
    void theLongestPrefixWinsWhateverTheOrderOfTheFile() {
        Map<String, TokenWeights> shortFirst = new LinkedHashMap<>();
        shortFirst.put("gpt-*", price("3"));
        shortFirst.put("gpt-4o*", price("2"));
        Map<String, TokenWeights> longFirst = new LinkedHashMap<>();
        longFirst.put("gpt-4o*", price("2"));
        longFirst.put("gpt-*", price("3"));

        assertThat(new PriceCatalog(shortFirst, FALLBACK).of("gpt-4o-x")).isEqualTo(price("2"));
        assertThat(new PriceCatalog(longFirst, FALLBACK).of("gpt-4o-x")).isEqualTo(price("2"));
    }

    @Test
    void elseTheFallback() {
        assertThat(catalog().of("claude")).isEqualTo(FALLBACK);
        assertThat(catalog().of("")).isEqualTo(FALLBACK);
        assertThat(new PriceCatalog(Map.of(), FALLBACK).of("gpt-5")).isEqualTo(FALLBACK);
    }

    @Test
    void aLoneStarIsTheShortestPrefix() {
        prices.put("*", price("5"));

        assertThat(catalog().of("claude")).isEqualTo(price("5"));
        assertThat(catalog().of("gpt-5")).isEqualTo(price("3"));
    }

    @Test
    void laterChangesOfTheMapDoNotReachTheCatalog() {
        PriceCatalog catalog = catalog();

        prices.clear();

        assertThat(catalog.of("gpt-4o-mini")).isEqualTo(price("1"));
    }

    @Test
    void aStarElsewhereThanAtTheEndIsRefused() {
        for (String entry : new String[] {"gpt-*-mini", "**", " "}) {
            assertThatThrownBy(() -> new PriceCatalog(Map.of(entry, FALLBACK), FALLBACK))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("price of model '" + entry
                            + "' (expected a name, or a prefix with one * at its end)");
        }
    }

    private PriceCatalog catalog() {
        return new PriceCatalog(prices, FALLBACK);
    }

    private static TokenWeights price(String output) {
        return TokenWeights.of("0", "0", output);
    }
}
