/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.signal.RateLimitSignals;
import dev.triune.llm.provider.signal.SignalCorpus;
import dev.triune.llm.provider.signal.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No send ever happens before an advised time, whatever way a provider says it. */
class AdvisedTimeTest {
    private static final Duration LONG = Duration.ofDays(60);

    static List<SignalCorpus.Case> cases() {
        return SignalCorpus.cases();
    }

    @Test
    void theCorpusHasAtLeastSixtyCasesWithAdvice() {
        assertThat(cases().stream().filter(one -> one.expected() instanceof Verdict.Wait))
                .hasSizeGreaterThanOrEqualTo(60);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noSendHappensBeforeTheAdvisedTime(SignalCorpus.Case one) {
        Verdict read = new RateLimitSignals(() -> SignalCorpus.NOON).read(one.refusal());
        Stage stage = Stage.ofOne(
                Stage.settings().withPermits(3).withLongestWait(LONG),
                builder -> builder.rounds(1));
        Recorder refused = stage.submit("refused");
        stage.settle();
        if (one.expected() instanceof Verdict.Wait expected) {
            refuse(stage, ((Verdict.Wait) read).duration());
            assertNothingIsSentWithin(stage, expected.duration());
        } else if (one.expected() instanceof Verdict.WaitUnknown) {
            stage.first.last().rateLimited();
            assertNothingIsSentWithin(stage, Duration.ofSeconds(1));
        } else if (read instanceof Verdict.Final end) {
            stage.first.last().sink.fail(new CallFailure.Broken(end.code(), "for good"));
            stage.advance(Duration.ofMinutes(5));
            assertThat(refused.outcome()).isInstanceOf(Outcome.Failed.class);
            assertThat(stage.first.calls).hasSize(1);
        }
    }

    private static void refuse(Stage stage, Duration advice) {
        stage.first.last().sink.fail(new CallFailure.RateLimited(Optional.of(advice), "limit"));
    }

    /** Neither the refused request is sent again, nor one that comes later. */
    private static void assertNothingIsSentWithin(Stage stage, Duration advised) {
        stage.settle();
        stage.submit("comes later");
        Duration step = advised.dividedBy(20);
        Duration passed = Duration.ZERO;
        while (step.compareTo(Duration.ZERO) > 0 && passed.plus(step).compareTo(advised) < 0) {
            stage.advance(step);
            passed = passed.plus(step);
            assertThat(stage.first.calls)
                    .as("sent after %s of %s", passed, advised)
                    .hasSize(1);
        }
        stage.advance(advised.minus(passed).dividedBy(9).multipliedBy(10).plusSeconds(1));
        stage.advance(advised.dividedBy(9).plusSeconds(1));
        assertThat(stage.first.calls).as("sent once it was over").hasSizeGreaterThan(1);
    }
}
