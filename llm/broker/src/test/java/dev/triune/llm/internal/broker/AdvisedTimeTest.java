/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Outcome;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import dev.triune.llm.internal.protocol.signal.RetryAdvice;
import dev.triune.llm.internal.protocol.signal.SignalCorpus;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No request is sent before the advised time, in whatever form a provider reports it. */
class AdvisedTimeTest {
    private static final Duration LONG = Duration.ofDays(60);

    static List<SignalCorpus.Case> cases() {
        return SignalCorpus.cases();
    }

    @Test
    void corpusHasAtLeastSixtyCasesWithAdvice() {
        assertThat(cases().stream().filter(one -> one.expected() instanceof RetryAdvice.Wait))
                .hasSizeGreaterThanOrEqualTo(60);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sendsNothingBeforeTheAdvisedTime(SignalCorpus.Case one) {
        RetryAdvice read =
                new RateLimitSignals(() -> SignalCorpus.NOON).read(one.refusal().parsed());
        Stage stage = Stage.ofOne(
                Stage.settings().withPermits(3).withMaxWait(LONG),
                builder -> builder.retryRounds(1));
        Recorder refused = stage.submit("refused");
        stage.settle();
        if (one.expected() instanceof RetryAdvice.Wait expected) {
            refuse(stage, ((RetryAdvice.Wait) read).duration());
            assertNothingIsSentWithin(stage, expected.duration());
        } else if (one.expected() instanceof RetryAdvice.WaitUnspecified) {
            stage.first.last().rateLimited();
            assertNothingIsSentWithin(stage, Duration.ofSeconds(1));
        } else if (read instanceof RetryAdvice.Permanent end) {
            stage.first.last().sink.fail(new CallFailure.Failed(end.code(), "for good"));
            stage.advance(Duration.ofMinutes(5));
            assertThat(refused.outcome()).isInstanceOf(Outcome.Failed.class);
            assertThat(stage.first.calls).hasSize(1);
        }
    }

    private static void refuse(Stage stage, Duration advice) {
        stage.first.last().sink.fail(new CallFailure.RateLimited(advice, "limit"));
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
        assertThat(stage.first.calls).as("calls after the advised time").hasSizeGreaterThan(1);
    }
}
