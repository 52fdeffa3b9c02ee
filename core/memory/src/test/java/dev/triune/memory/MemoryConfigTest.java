/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.fixture.FakeBroker;
import dev.triune.system.MindPlugin;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each invalid setting is rejected with its name, its value and the expected range. */
class MemoryConfigTest {
    private final MemoryConfig config = new MemoryConfig();

    @Test
    void rejectsInvalidSettingsWithNameValueAndRange() {
        refused(
                () -> config.weights(-1, 1, 1),
                "weight of relevance in memories -1.0 (expected 0 to 1000)");
        refused(
                () -> config.weights(1, Double.NaN, 1),
                "weight of importance in memories NaN (expected 0 to 1000)");
        refused(
                () -> config.weights(1, 1, 1_001),
                "weight of recency in memories 1001.0 (expected 0 to 1000)");
        refused(() -> config.reflection(0), "bound of reflection 0.0 (expected more than 0)");
        refused(() -> config.reflectionShare(1.5), "share of reflections 1.5 (expected 0 to 1)");
        refused(() -> config.lore(" ", agent -> true, 1), "lore without text (expected words)");
        refused(
                () -> config.lore("snow", agent -> true, 2),
                "weight of lore \"snow\" 2.0 (expected 0 to 1)");
        for (int i = 0; i < MemoryConfig.MOST_LORE; i++) {
            config.lore("snow", agent -> true, 1);
        }
        refused(
                () -> config.lore("snow", agent -> true, 1),
                "1001 pieces of lore (expected at most 1000)");
    }

    @Test
    void rejectsChangesAfterTheWorldIsBuilt() {
        MindPlugin plugin = new MindPlugin(
                new FakeBroker(), ActionCatalog.builder().action("rest", "sit").build());
        plugin.with(new Memories(config.reflection(10)));
        new World(new WorldConfigurationBuilder().with(plugin).build());
        for (ThrowingCallable change : List.<ThrowingCallable>of(
                () -> config.relevance(Relevance.lexical()),
                () -> config.weights(1, 1, 1),
                () -> config.lore("snow", agent -> true, 1),
                () -> config.reflection(1),
                () -> config.reflectionModel("small"),
                () -> config.reflectionShare(1))) {
            assertThatThrownBy(change)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("set before the world is built");
        }
    }

    private static void refused(ThrowingCallable change, String message) {
        assertThatThrownBy(change).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
