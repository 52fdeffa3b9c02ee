/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The prices of models. An entry is a model's name, or a prefix that ends in {@code *}. The exact
 * name wins, then the longest prefix, then the fallback. Immutable.
 */
public final class PriceCatalog {
    private final Map<String, TokenPrices> exact = new HashMap<>();
    private final List<Prefix> longestFirst = new ArrayList<>();
    private final TokenPrices fallback;

    /**
     * A catalog.
     *
     * @param byModel prices by name or prefix; a {@code *} stands at the end only
     * @param fallback prices of all other models
     */
    public PriceCatalog(Map<String, TokenPrices> byModel, TokenPrices fallback) {
        byModel.forEach(this::add);
        longestFirst.sort(
                Comparator.comparingInt((Prefix prefix) -> prefix.text().length())
                        .reversed());
        this.fallback = fallback;
    }

    /** The prices of that model. */
    public TokenPrices pricesFor(String model) {
        TokenPrices named = exact.get(model);
        if (named != null) {
            return named;
        }
        for (Prefix prefix : longestFirst) {
            if (model.startsWith(prefix.text())) {
                return prefix.weights();
            }
        }
        return fallback;
    }

    private void add(String entry, TokenPrices weights) {
        int star = entry.indexOf('*');
        if (entry.isBlank() || (star >= 0 && star < entry.length() - 1)) {
            throw new IllegalArgumentException("price of model '" + entry
                    + "' (expected a name, or a prefix with one * at its end)");
        }
        if (star < 0) {
            exact.put(entry, weights);
        } else {
            longestFirst.add(new Prefix(entry.substring(0, star), weights));
        }
    }

    private record Prefix(String text, TokenPrices weights) {}
}
