/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.llm.provider.ApiFamily;

/** Lines of JSON of any kind: read the same however they are cut, and never beyond a limit. */
class NdjsonFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void anyBytesAreReadTheSameHoweverTheyAreCut(byte[] bytes) {
        ChunkedReads.events(NdjsonSplitterTest::lines, bytes);
        ParsedAnswer parsedAnswer = ChunkedReads.answer(ApiFamily.OLLAMA, bytes);
        assertThat(parsedAnswer.streamEnd()).as("how it ended").isNotNull();
        assertThat(parsedAnswer.text().length())
                .as("characters of the answer")
                .isLessThanOrEqualTo(bytes.length);
    }
}
