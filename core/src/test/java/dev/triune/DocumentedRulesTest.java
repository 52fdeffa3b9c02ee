/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static dev.triune.DocumentedTests.isTest;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the minds' rules names tests that are there. */
class DocumentedRulesTest {
    private final DocumentedTests page =
            new DocumentedTests(Path.of("../docs/minds-rules.md"), "| rule |");

    @Test
    void everyTestThatThePageNamesIsThere() throws Exception {
        assertThat(page.missing()).isEmpty();
        assertThat(page.named()).as("tests that were read from the page").hasSizeGreaterThan(150);
    }

    @Test
    void everyRuleIsShownByATest() throws Exception {
        page.assertEachRowIsShown();
    }

    @Test
    void whatIsNoTestIsFound() throws Exception {
        assertThat(isTest("DocumentedRulesTest", "whatIsNoTestIsFound")).isTrue();
        assertThat(isTest("schedule.GrantTest", "theGrantGoesBackUnusedIfTheAgentNoLongerNeedsIt"))
                .as("one of many cases")
                .isTrue();
        assertThat(isTest("village.sim.NoModelTest", "starvationBeatsBedtime"))
                .as("one of the village")
                .isTrue();
        assertThat(isTest("gateway.security.TokenTest", "withoutTheTokenNothingGoes"))
                .as("one of the gateway")
                .isTrue();
        assertThat(isTest("DocumentedTests", "rows")).as("no test").isFalse();
        assertThat(isTest("DocumentedRulesTest", "missing")).as("no method").isFalse();
        assertThat(isTest("MissingTest", "rows")).as("no class").isFalse();
    }
}
