/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindStats;
import dev.triune.fixture.LogLines;
import org.junit.jupiter.api.Test;

/** The world that lives before the game's, so that its classes are loaded. */
class WarmUpTest {
    @Test
    void thinksSpeaksAndActsWithoutAWord() {
        try (LogLines log = new LogLines("dev.triune")) {
            MindStats stats = WarmUp.run();
            System.out.println(stats);
            assertThat(log.everything()).isEmpty();
        }
        MindPlugin.warmUp(); // may be called again
    }
}
