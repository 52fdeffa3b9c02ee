/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The prices of models, by name or {@code provider/model}; either may be a prefix that ends in
 * {@code *}. Entries with the provider win, then the exact name, then the longest prefix, then the
 * fallback. Immutable.
 */
public final class PriceCatalog {
    private static final Comparator<Prefix> LONGEST =
            Comparator.comparingInt((Prefix prefix) -> prefix.text().length()).reversed();

    private final Map<String, TokenPrices> exact = new HashMap<>();
    private final List<Prefix> longestFirst = new ArrayList<>();
    private final TokenPrices fallback;

    /** Creates a catalog of entries, with a fallback for all other models. */
    public PriceCatalog(Map<String, TokenPrices> byModel, TokenPrices fallback) {
        byModel.forEach(this::add);
        longestFirst.sort(LONGEST);
        this.fallback = fallback;
    }

    /**
     * Returns prices for orientation: those of November 2026 of the default models, as on the page
     * about models. Any other model costs as much as the dearest of them, so that a budget is kept.
     */
    public static PriceCatalog orientation() {
        return Orientation.PRICES;
    }

    /** Returns a catalog of these entries, and of the other's for all that these do not cover. */
    public PriceCatalog orElse(PriceCatalog other) {
        PriceCatalog both = new PriceCatalog(Map.of(), other.fallback);
        both.exact.putAll(other.exact);
        both.exact.putAll(exact);
        both.longestFirst.addAll(longestFirst);
        both.longestFirst.addAll(other.longestFirst);
        both.longestFirst.sort(LONGEST);
        return both;
    }

    /** Returns the prices of a model at a provider; the fallback if no entry covers it. */
    public TokenPrices pricesFor(String provider, String model) {
        return find(provider, model).orElse(fallback);
    }

    /** Returns the prices of a model at any provider; the fallback if no entry covers it. */
    public TokenPrices pricesFor(String model) {
        return among("", model).orElse(fallback);
    }

    /** Returns the prices of a model at a provider; empty if no entry covers it. */
    public Optional<TokenPrices> find(String provider, String model) {
        String own = provider + "/";
        return among(own, own + model).or(() -> among("", model));
    }

    /**
     * Returns the entries that cover none of these models, each at its provider: probably slips.
     *
     * @param models the names of models by the name of their provider
     */
    public List<String> unusedEntries(Map<String, ? extends Collection<String>> models) {
        List<String> unused = new ArrayList<>(exact.keySet());
        longestFirst.forEach(prefix -> unused.add(prefix.text() + "*"));
        models.forEach((provider, names) -> names.forEach(name -> unused.removeIf(
                entry -> covers(entry, name) || covers(entry, provider + "/" + name))));
        Collections.sort(unused);
        return unused;
    }

    private static boolean covers(String entry, String name) {
        return entry.endsWith("*")
                ? name.startsWith(entry.substring(0, entry.length() - 1))
                : name.equals(entry);
    }

    /** Finds the prices of a name among entries that start with this text. */
    private Optional<TokenPrices> among(String start, String name) {
        TokenPrices own = exact.get(name);
        for (int i = 0; own == null && i < longestFirst.size(); i++) {
            Prefix prefix = longestFirst.get(i);
            if (prefix.text().startsWith(start) && name.startsWith(prefix.text())) {
                own = prefix.prices();
            }
        }
        return Optional.ofNullable(own);
    }

    private void add(String entry, TokenPrices prices) {
        int star = entry.indexOf('*');
        if (entry.isBlank() || (star >= 0 && star < entry.length() - 1)) {
            throw new IllegalArgumentException("price of model '" + entry
                    + "' (expected a name, or a prefix with one * at its end)");
        }
        if (star < 0) {
            exact.put(entry, prices);
        } else {
            longestFirst.add(new Prefix(entry.substring(0, star), prices));
        }
    }

    /**
     * Prices of a model in USD per million tokens, 0 to a trillion. Immutable; {@code 1.0} equals
     * {@code 1.00}.
     *
     * @param input price of fresh input
     * @param cached price of input read from the provider's cache
     * @param cacheWrite price of input written to that cache
     * @param output price of output
     */
    public record TokenPrices(
            BigDecimal input, BigDecimal cached, BigDecimal cacheWrite, BigDecimal output) {
        static final int DECIMALS = 18;
        private static final BigDecimal LARGEST = new BigDecimal("1000000000000");

        public TokenPrices {
            input = requireAmount("input price", input, DECIMALS);
            cached = requireAmount("cached price", cached, DECIMALS);
            cacheWrite = requireAmount("cache-write price", cacheWrite, DECIMALS);
            output = requireAmount("output price", output, DECIMALS);
        }

        /** Creates prices in decimals, such as {@code "0.25"}; cache writes cost as much as input. */
        public static TokenPrices of(String input, String cached, String output) {
            return of(input, cached, input, output);
        }

        /** Creates prices in decimal notation, such as {@code "0.25"}. */
        public static TokenPrices of(
                String input, String cached, String cacheWrite, String output) {
            return new TokenPrices(
                    new BigDecimal(input),
                    new BigDecimal(cached),
                    new BigDecimal(cacheWrite),
                    new BigDecimal(output));
        }

        /** Returns the exact cost of a call in USD. */
        public BigDecimal cost(Usage usage) {
            return cost(usage.input(), input)
                    .add(cost(usage.cacheRead(), cached))
                    .add(cost(usage.cacheWrite(), cacheWrite))
                    .add(cost(usage.output(), output));
        }

        private static BigDecimal cost(long tokens, BigDecimal price) {
            return BigDecimal.valueOf(tokens).multiply(price).movePointLeft(6);
        }

        /** Returns the amount without trailing zeros, limited so that sums stay small. */
        static BigDecimal requireAmount(String what, BigDecimal amount, int decimals) {
            // checked first: the digits of 1E+999999999 would take all memory
            if (amount.signum() < 0 || amount.compareTo(LARGEST) > 0) {
                throw new IllegalArgumentException(
                        what + " " + amount + " (expected 0 to " + LARGEST + ")");
            }
            BigDecimal stripped = amount.stripTrailingZeros();
            if (stripped.scale() > decimals) {
                throw new IllegalArgumentException(
                        what + " " + amount + " (expected at most " + decimals + " decimals)");
            }
            return stripped.setScale(Math.max(0, stripped.scale()));
        }
    }

    private record Prefix(String text, TokenPrices prices) {}

    /** The table of docs/models.md; a test compares the two. */
    private static final class Orientation {
        static final PriceCatalog PRICES = new PriceCatalog(
                Map.of(
                        "openai/gpt-oss-20b", TokenPrices.of("0.075", "0.0375", "0.30"),
                        "gpt-oss-120b", TokenPrices.of("0.35", "0.35", "0.75"),
                        "gpt-6-luna", TokenPrices.of("0.10", "0.01", "0.125", "0.50"),
                        "claude-haiku-5-5", TokenPrices.of("0.10", "0.01", "0.125", "0.50"),
                        "gemini-3.5-flash-lite", TokenPrices.of("0.30", "0.03", "2.50")),
                TokenPrices.of("0.35", "0.35", "0.35", "2.50"));

        private Orientation() {}
    }
}
