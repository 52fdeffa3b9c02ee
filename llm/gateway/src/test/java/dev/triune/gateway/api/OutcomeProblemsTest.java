/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.RejectReason;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a client is told about its next request. */
final class OutcomeProblemsTest {
    /** The game's own provider may recover later than its fallback. */
    @ParameterizedTest
    @CsvSource({
        "PROVIDERS_EXHAUSTED, 2796, 8617, 2796",
        "PROVIDERS_EXHAUSTED, 8617, 2796, 2796",
        "QUEUE_FULL, 2796, 8617, 8617"
    })
    void exhaustedProvidersAreWaitedForUntilTheFirstRecovers(
            RejectReason reason, long retryAfter, long cooldown, long wait) {
        Problem problem = OutcomeProblems.of(
                new Outcome.Rejected(reason, Duration.ofMillis(retryAfter)),
                new CooldownNotice(10_000 + cooldown, cooldown, 1, 30, 30),
                false,
                false);

        assertThat(problem.retryAfterMillis()).hasValue(retryAfter);
        assertThat(problem.cooldown())
                .isEqualTo(new CooldownNotice(10_000 + wait, wait, 1, 30, 30));
    }
}
