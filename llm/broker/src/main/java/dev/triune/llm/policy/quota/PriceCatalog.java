/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.quota;

import dev.triune.llm.TokenWeights;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What models cost. Immutable. */
public final class PriceCatalog {
    /** Everything costs nothing. */
    public static final PriceCatalog FREE = new PriceCatalog(Map.of(), TokenWeights.FREE);

    private static final String ANY = "*";

    private final Map<String, TokenWeights> byModel;
    private final TokenWeights others;

    /**
     * A catalog.
     *
     * @param byModel prices by the name of a model, or by its beginning and a {@code *}
     * @param others prices of every other model
     */
    public PriceCatalog(Map<String, TokenWeights> byModel, TokenWeights others) {
        this.byModel = new TreeMap<>(byModel);
        this.others = others;
    }

    /** The prices of a model: by its name, else by the longest beginning, else those of others. */
    public TokenWeights of(String model) {
        TokenWeights exact = byModel.get(model);
        return exact != null ? exact : byBeginning(model).orElse(others);
    }

    private Optional<TokenWeights> byBeginning(String model) {
        for (int length = model.length(); length >= 0; length--) {
            TokenWeights weights = byModel.get(model.substring(0, length) + ANY);
            if (weights != null) {
                return Optional.of(weights);
            }
        }
        return Optional.empty();
    }
}
