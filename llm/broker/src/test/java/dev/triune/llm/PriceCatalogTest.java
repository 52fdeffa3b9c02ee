/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.PriceCatalog.TokenPrices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PriceCatalogTest {
    private static final TokenPrices FALLBACK = price("9");

    private final Map<String, TokenPrices> prices = new LinkedHashMap<>(Map.of(
            "gpt-4o-mini", price("1"),
            "gpt-4o*", price("2"),
            "gpt-*", price("3"),
            "gpt-4o-mini-*", price("4")));

    @Test
    void exactModelNameWins() {
        assertThat(catalog().pricesFor("gpt-4o-mini")).isEqualTo(price("1"));
    }

    @Test
    void longestMatchingPrefixWins() {
        assertThat(catalog().pricesFor("gpt-4o-mini-2024")).isEqualTo(price("4"));
        assertThat(catalog().pricesFor("gpt-4o")).isEqualTo(price("2"));
        assertThat(catalog().pricesFor("gpt-5")).isEqualTo(price("3"));
    }

    @Test
    void longestPrefixWinsInAnyEntryOrder() {
        Map<String, TokenPrices> shortFirst = new LinkedHashMap<>();
        shortFirst.put("gpt-*", price("3"));
        shortFirst.put("gpt-4o*", price("2"));
        Map<String, TokenPrices> longFirst = new LinkedHashMap<>();
        longFirst.put("gpt-4o*", price("2"));
        longFirst.put("gpt-*", price("3"));

        assertThat(new PriceCatalog(shortFirst, FALLBACK).pricesFor("gpt-4o-x"))
                .isEqualTo(price("2"));
        assertThat(new PriceCatalog(longFirst, FALLBACK).pricesFor("gpt-4o-x"))
                .isEqualTo(price("2"));
    }

    @Test
    void unknownModelUsesTheFallbackPrice() {
        assertThat(catalog().pricesFor("claude")).isEqualTo(FALLBACK);
        assertThat(catalog().pricesFor("")).isEqualTo(FALLBACK);
        assertThat(new PriceCatalog(Map.of(), FALLBACK).pricesFor("gpt-5")).isEqualTo(FALLBACK);
    }

    @Test
    void loneStarIsTheShortestPrefix() {
        prices.put("*", price("5"));

        assertThat(catalog().pricesFor("claude")).isEqualTo(price("5"));
        assertThat(catalog().pricesFor("gpt-5")).isEqualTo(price("3"));
    }

    @Test
    void laterChangesOfTheMapDoNotAffectTheCatalog() {
        PriceCatalog catalog = catalog();

        prices.clear();

        assertThat(catalog.pricesFor("gpt-4o-mini")).isEqualTo(price("1"));
    }

    @Test
    void rejectsStarsThatAreNotAtTheEnd() {
        for (String entry : new String[] {"gpt-*-mini", "**", " "}) {
            assertThatThrownBy(() -> new PriceCatalog(Map.of(entry, FALLBACK), FALLBACK))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("price of model '" + entry
                            + "' (expected a name, or a prefix with one * at its end)");
        }
    }

    @Test
    void providerEntryWinsOverModelEntry() {
        prices.put("gpt-4o-mini", price("1"));
        prices.put("ollama/*", price("0"));
        prices.put("groq/qwen/qwen3", price("6"));
        prices.put("*", price("7"));

        assertThat(catalog().pricesFor("ollama", "gpt-4o-mini")).isEqualTo(price("0"));
        assertThat(catalog().pricesFor("openai", "gpt-4o-mini")).isEqualTo(price("1"));
        assertThat(catalog().pricesFor("groq", "qwen/qwen3")).isEqualTo(price("6"));
        assertThat(catalog().pricesFor("other", "qwen/qwen3")).isEqualTo(price("7"));
    }

    @Test
    void findReturnsEmptyForUnlistedModels() {
        assertThat(catalog().find("anthropic", "claude")).isEmpty();
        assertThat(catalog().find("openai", "gpt-4o-mini")).contains(price("1"));
    }

    private PriceCatalog catalog() {
        return new PriceCatalog(prices, FALLBACK);
    }

    private static TokenPrices price(String output) {
        return TokenPrices.of("0", "0", output);
    }

    @Test
    void pricesForOrientationAreThoseOfTheDocument() throws IOException {
        Matcher rows = Pattern.compile(
                        "^\\| \\[\\w+]\\(\\S+\\) \\| `([^`]+)` \\| [^|]+ \\| (\\S+), (\\S+), (\\S+), (\\S+)",
                        Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("../../docs/models.md")));
        int found = 0;
        while (rows.find()) {
            String input = rows.group(2);
            assertThat(PriceCatalog.orientation().pricesFor(rows.group(1)))
                    .as(rows.group(1))
                    .isEqualTo(TokenPrices.of(
                            input,
                            rows.group(3).equals("–") ? input : rows.group(3),
                            rows.group(4).equals("–") ? input : rows.group(4),
                            rows.group(5)));
            found++;
        }
        assertThat(found).isEqualTo(5);
    }

    @Test
    void entriesOfAnotherCatalogCoverTheRest() {
        PriceCatalog both = catalog()
                .orElse(new PriceCatalog(
                        Map.of("gpt-4o*", price("7"), "llama-4", price("8")), price("10")));
        assertThat(both.pricesFor("gpt-4o")).isEqualTo(price("2"));
        assertThat(both.pricesFor("llama-4")).isEqualTo(price("8"));
        assertThat(both.pricesFor("unknown")).isEqualTo(price("10"));
    }
}
