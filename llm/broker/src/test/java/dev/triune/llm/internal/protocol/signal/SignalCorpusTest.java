/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every answer of the corpus yields the expected kind of advice and time. */
class SignalCorpusTest {
    private final RateLimitSignals signals = new RateLimitSignals(() -> SignalCorpus.NOON);

    static List<Case> cases() {
        return SignalCorpus.cases();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void answerYieldsTheExpectedAdvice(Case answer) {
        assertThat(signals.read(answer.refusal().parsed())).isEqualTo(answer.expected());
    }

    @Test
    void caseNamesAreUnique() {
        assertThat(SignalCorpus.cases()).extracting(Case::name).doesNotHaveDuplicates();
        assertThat(SignalCorpus.cases()).hasSizeGreaterThanOrEqualTo(200);
    }
}
