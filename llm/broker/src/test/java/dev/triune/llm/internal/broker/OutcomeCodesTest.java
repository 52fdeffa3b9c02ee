/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import dev.triune.llm.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The stable codes of all outcomes. */
class OutcomeCodesTest {
    @Test
    void outcomesHaveStableCodes() {
        assertThat(new Outcome.Answered("p", "m", Usage.NONE).canonicalCode()).isEmpty();
        assertThat(new Outcome.Expired().canonicalCode()).isEqualTo("expired");
        assertThat(new Outcome.Superseded().canonicalCode()).isEqualTo("superseded");
        assertThat(new Outcome.Cancelled(true).canonicalCode()).isEqualTo("cancelled_before_start");
        assertThat(new Outcome.Cancelled(false).canonicalCode()).isEqualTo("cancelled_after_start");
    }

    @ParameterizedTest
    @CsvSource({
        "QUEUE_FULL, queue_full",
        "PUSHED_OUT, pushed_out",
        "PROVIDERS_EXHAUSTED, providers_exhausted",
        "PROVIDERS_UNAVAILABLE, providers_unavailable",
        "AGENT_BUSY, agent_busy",
        "GAME_COOLDOWN, game_cooldown",
        "QUEUE_TIMEOUT, queue_timeout",
        "TOO_LARGE, too_large"
    })
    void rejectReasonsHaveStableCodes(RejectReason reason, String code) {
        assertThat(new Outcome.Rejected(reason, Duration.ZERO).canonicalCode()).isEqualTo(code);
        assertThat(RejectReason.values()).hasSize(8);
    }

    @ParameterizedTest
    @EnumSource(FailureCode.class)
    void failureCodesMapToProviderTimeoutOrProviderError(FailureCode code) {
        String expected =
                code == FailureCode.PROVIDER_TIMEOUT ? "provider_timeout" : "provider_error";

        assertThat(new Outcome.Failed(code, "", false).canonicalCode()).isEqualTo(expected);
    }
}
