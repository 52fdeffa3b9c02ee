/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.llm.provider.ApiFamily;

/** Any lines of JSON are read the same in every split, and never beyond a limit. */
class NdjsonFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void anyBytesAreReadTheSameInEverySplit(byte[] bytes) {
        ChunkedReads.events(NdjsonSplitterTest::lines, bytes);
        ParsedAnswer parsedAnswer = ChunkedReads.answer(ApiFamily.OLLAMA, bytes);
        assertThat(parsedAnswer.streamEnd()).as("end of the stream").isNotNull();
        assertThat(parsedAnswer.text().length())
                .as("characters of the answer")
                .isLessThanOrEqualTo(bytes.length);
    }
}
