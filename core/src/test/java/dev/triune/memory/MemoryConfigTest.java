/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each invalid setting is rejected with its name, its value and the expected range. */
class MemoryConfigTest {
    private final MemoryConfig config = new MemoryConfig();

    @Test
    void rejectsInvalidSettingsWithNameValueAndRange() {
        refused(
                () -> config.weights(-1, 1, 1),
                "weight -1.0 of relevance in memories (expected 0 to 1000)");
        refused(
                () -> config.weights(1, Double.NaN, 1),
                "weight NaN of importance in memories (expected 0 to 1000)");
        refused(
                () -> config.weights(1, 1, 1_001),
                "weight 1001.0 of recency in memories (expected 0 to 1000)");
        refused(() -> config.reflection(0), "bound 0.0 of reflection (expected more than 0)");
        refused(() -> config.reflectionShare(1.5), "share 1.5 of reflections (expected 0 to 1)");
        refused(() -> config.lore(" ", agent -> true, 1), "lore without text (expected words)");
        refused(
                () -> config.lore("snow", agent -> true, 2),
                "weight 2.0 of lore \"snow\" (expected 0 to 1)");
        for (int i = 0; i < MemoryConfig.MOST_LORE; i++) {
            config.lore("snow", agent -> true, 1);
        }
        refused(
                () -> config.lore("snow", agent -> true, 1),
                "1001 pieces of lore (expected at most 1000)");
    }

    private static void refused(ThrowingCallable change, String message) {
        assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
