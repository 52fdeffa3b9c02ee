/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.ArrayList;
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
    private final Map<String, TokenPrices> exact = new HashMap<>();
    private final List<Prefix> longestFirst = new ArrayList<>();
    private final TokenPrices fallback;

    /** Creates a catalog of entries, with a fallback for all other models. */
    public PriceCatalog(Map<String, TokenPrices> byModel, TokenPrices fallback) {
        byModel.forEach(this::add);
        longestFirst.sort(
                Comparator.comparingInt((Prefix prefix) -> prefix.text().length())
                        .reversed());
        this.fallback = fallback;
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

    /** Finds the prices of a name among entries that start with this text. */
    private Optional<TokenPrices> among(String start, String name) {
        return Optional.ofNullable(exact.get(name))
                .or(() -> longestFirst.stream()
                        .filter(prefix ->
                                prefix.text().startsWith(start) && name.startsWith(prefix.text()))
                        .map(Prefix::prices)
                        .findFirst());
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

    private record Prefix(String text, TokenPrices prices) {}
}
