/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two hundred agents over a real broker with few permits: whatever becomes of them while their
 * requests wait, no prompt that is sent is old, and none is sent in vain.
 */
class FreshPromptTest {
    private static final int TICKS = 6_000;

    @ParameterizedTest(name = "seed {0}")
    @CsvSource({"1, false", "2, false", "3, false", "4, true"})
    void sendsNoOutdatedOrNeedlessPrompts(long seed, boolean sequential) {
        String run = "seed " + seed + (sequential ? ", one layer after the other" : "");
        CrowdSimulation life = new CrowdSimulation(
                seed, sequential ? DecisionPolicy.sequential() : SelectionTable.standard());
        for (int tick = 0; tick < TICKS; tick++) {
            life.goOn();
        }
        assertThat(life.faults).as(run).isEmpty();
        assertThat(life.sent).as(run + ": prompts sent").isGreaterThan(300);
        assertThat(life.sentAgain).as(run + ": sent after a failure").isGreaterThan(30);
        assertThat(life.longestWait.toSeconds()).as(run + ": seconds waited").isGreaterThan(10);
        assertThat(life.heirs).as(run + ": entity ids used again").isGreaterThan(50);
        assertThat(life.scheduler().stats().requests().unusedGrants())
                .as(run + ": grants that went back unused")
                .isGreaterThan(50);
        assertThat(life.needless).as(run + ": what befell those who waited").hasSize(5);
    }
}
