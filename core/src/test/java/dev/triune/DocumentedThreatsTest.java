/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Each line of the threat model names tests that are there. */
class DocumentedThreatsTest {
    private static final int ROWS = 88;

    private final DocumentedTests page =
            new DocumentedTests(Path.of("../docs/threat-model.md"), "| what it may try |");

    @Test
    void everyTestThatThePageNamesIsThere() throws Exception {
        assertThat(page.missing()).isEmpty();
    }

    @Test
    void everyLineIsShownByATestAndNoneGoesMissing() throws Exception {
        page.assertEachRowIsShown();
        assertThat(page.rows()).as("lines of the page").hasSizeGreaterThanOrEqualTo(ROWS);
    }
}
