/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Knowledge that agents have from the game while a condition holds. Immutable.
 *
 * @param text the knowledge in words
 * @param condition whether an agent, by its entity id, has the knowledge; called for each prompt,
 *     so it must be quick
 * @param weight the importance, 0 to 1
 */
public record Lore(String text, IntPredicate condition, float weight) {
    /** Refuses blank texts and weights out of range. */
    public Lore {
        Objects.requireNonNull(condition, "condition");
        if (Objects.requireNonNull(text, "text").isBlank()) {
            throw new IllegalArgumentException("lore without text (expected words)");
        }
        if (!(weight >= 0 && weight <= 1)) {
            throw new IllegalArgumentException(
                    "weight " + weight + " of lore \"" + text + "\" (expected 0 to 1)");
        }
    }
}
