/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Token counts and the cached share. */
final class UsageTest {
    @Test
    void cachedShareIsRelativeToAllPromptTokens() {
        assertThat(new Usage(50, 150, 50, 1000).cachedShare()).isEqualTo(0.6);
        assertThat(Usage.NONE.cachedShare()).isZero();
    }
}
