/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten levels, five of them with names. */
class PriorityTest {
    @Test
    void namedPrioritiesHaveFixedLevels() {
        assertThat(Priority.CRITICAL.level()).isEqualTo(10);
        assertThat(Priority.HIGH.level()).isEqualTo(8);
        assertThat(Priority.MEDIUM.level()).isEqualTo(5);
        assertThat(Priority.LOW.level()).isEqualTo(3);
        assertThat(Priority.BACKGROUND.level()).isEqualTo(1);
    }

    @Test
    void higherLevelsAreMoreUrgent() {
        for (int level = 1; level < 10; level++) {
            assertThat(Priority.of(level)).isLessThan(Priority.of(level + 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 11, Integer.MAX_VALUE})
    void rejectsOutOfRangeLevelsByName(int level) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Priority.of(level))
                .withMessage("priority level " + level + " (expected 1 to 10)");
    }
}
