/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mistakes in a perception are named. */
class SurroundingsTest {
    @Test
    void nullLineIsRefusedWithTheNameOfItsList() {
        List<String> lines = Arrays.asList("rain", null);
        assertThatThrownBy(() -> new Surroundings("", List.of(), lines))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("an entry of facts is null");
        assertThatThrownBy(() -> new Surroundings("", lines, List.of()))
                .hasMessage("an entry of nearby is null");
        assertThatThrownBy(() -> Surroundings.NONE.options(lines))
                .hasMessage("an entry of options is null");
    }
}
