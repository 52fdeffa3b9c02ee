/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Lines of JSON of any kind: read the same however they are cut, and never beyond a limit. */
class NdjsonFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void anyBytesAreReadTheSameHoweverTheyAreCut(byte[] bytes) {
        CutAnyhow.events(NdjsonSplitter::new, bytes);
        Reading reading = CutAnyhow.answer(Family.OLLAMA, bytes);
        assertThat(reading.ending()).as("how it ended").isNotNull();
        assertThat(reading.text().length())
                .as("characters of the answer")
                .isLessThanOrEqualTo(bytes.length);
    }
}
