/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Decoder;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Failures other than rate limits. */
class FailureTest {
    private final Stage stage = Stage.ofTwo();

    @Test
    void badRequestIsNotRetried() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().fail(FailureCode.BAD_REQUEST);
        stage.advanceSeconds(3600);

        assertThat(recorder.outcome())
                .isEqualTo(
                        new Outcome.Failed(FailureCode.BAD_REQUEST, "scripted bad_request", false));
        assertThat(stage.first.calls).hasSize(1);
        assertThat(stage.second.calls).isEmpty();
        assertThat(stage.permitsTaken()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureCode.class,
            names = {"BAD_REQUEST", "PROVIDER_TIMEOUT", "PROMPT_FAILED"},
            mode = EnumSource.Mode.EXCLUDE)
    void otherErrorsFallBackToTheNextProvider(FailureCode code) {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().fail(code);
        stage.settle();
        stage.second.last().text("hi").complete();
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1",
                        "started second/model-2",
                        "part hi",
                        "ended ANSWERED");
    }

    @Test
    void doesNotRetryAfterTheRequestExpires() {
        Stage alone = Stage.ofOne();
        Recorder recorder =
                alone.submit(Stage.asking("", "hello?").usefulFor(Duration.ofSeconds(10)));
        alone.advanceSeconds(10);
        alone.first.last().fail(FailureCode.PROVIDER_ERROR);
        alone.settle();
        alone.advanceSeconds(2);

        assertThat(alone.first.calls).hasSize(1);
        assertThat(recorder.outcome()).isInstanceOf(Outcome.Expired.class);
    }

    @Test
    void withoutFallbackAnErrorIsRetriedAfterOneSecond() {
        List<String> retryEvents = new ArrayList<>();
        Stage alone = Stage.ofOne(new BrokerListener() {
            @Override
            public void retried(Ticket ticket, int round) {
                retryEvents.add("round " + round);
            }
        });
        Recorder recorder = alone.submit("hello?");
        alone.settle();
        alone.first.last().fail(FailureCode.PROVIDER_ERROR);
        alone.settle();
        assertThat(alone.first.calls).hasSize(1);
        assertThat(alone.permitsTaken()).isZero();
        assertThat(alone.broker.stats().queue().waiting()).isEqualTo(1);

        alone.advanceSeconds(1);
        alone.first.last().complete();
        alone.settle();

        assertThat(recorder.outcome()).isInstanceOf(Outcome.Answered.class);
        assertThat(alone.first.calls).hasSize(2);
        assertThat(retryEvents).containsExactly("round 1");
        assertThat(alone.stats("first").retries()).isEqualTo(1);
    }

    @Test
    void secondErrorFailsTheRequest() {
        Stage alone = Stage.ofOne();
        Recorder recorder = alone.submit("hello?");
        alone.settle();
        alone.first.last().fail(FailureCode.PROVIDER_ERROR);
        alone.advanceSeconds(1);
        alone.first.last().fail(FailureCode.PROVIDER_ERROR);
        alone.advanceSeconds(3600);

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCode.PROVIDER_ERROR, "scripted provider_error", false));
        assertThat(alone.first.calls).hasSize(2);
    }

    @Test
    void cancelsRequestWaitingForItsRetry() {
        Stage alone = Stage.ofOne();
        Recorder recorder = new Recorder();
        Ticket ticket = alone.submit("hello?", recorder);
        alone.settle();
        alone.first.last().fail(FailureCode.PROVIDER_ERROR);
        alone.settle();
        alone.broker.cancel(ticket);
        alone.advanceSeconds(2);

        assertThat(recorder.outcome()).isEqualTo(new Outcome.Cancelled(false));
        assertThat(alone.first.calls).hasSize(1);
        assertThat(alone.broker.stats().queue().waiting()).isZero();
    }

    @Test
    void doesNotRetryErrorsUnderAQuotaOrWithZeroRetryRounds() {
        Stage quota = Stage.ofOne();
        quota.broker.enableQuota(
                new QuotaSnapshot("game", BigDecimal.TEN, TokenPrices.of("1", "1", "1"), "day"));
        Recorder one = quota.submit(Stage.asking("hello?").tenant("game"));
        Stage noRounds = Stage.ofOne(Stage.settings(), builder -> builder.retryRounds(0));
        Recorder other = noRounds.submit("hello?");
        for (Stage alone : List.of(quota, noRounds)) {
            alone.settle();
            alone.first.last().fail(FailureCode.PROVIDER_ERROR);
            alone.advanceSeconds(60);
            assertThat(alone.first.calls).hasSize(1);
        }

        assertThat(one.outcome()).isInstanceOf(Outcome.Failed.class);
        assertThat(other.outcome()).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void reportsLastFailureWhenAllProvidersFail() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().fail(FailureCode.UNREACHABLE);
        stage.settle();
        stage.second.last().fail(FailureCode.PROVIDER_ERROR);
        stage.advanceSeconds(3600);

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Failed(
                        FailureCode.PROVIDER_ERROR, "scripted provider_error", false));
        assertThat(stage.first.calls).hasSize(1);
        assertThat(stage.second.calls).hasSize(1);
    }

    @Test
    void streamCutOffAfterAPartFailsAsPartialWithoutFallback() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("hi").fail(FailureCode.CUT_OFF);
        stage.advanceSeconds(3600);

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part hi", "ended FAILED");
        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Failed(FailureCode.CUT_OFF, "scripted cut_off", true));
        assertThat(stage.second.calls).isEmpty();
    }

    @Test
    void rateLimitAfterAPartFailsAsPartialAndCoolsTheProvider() {
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        stage.first.last().text("hi").rateLimited(9);
        stage.settle();

        assertThat(recorder.outcome())
                .isEqualTo(new Outcome.Failed(FailureCode.CUT_OFF, "scripted rate limit", true));
        assertThat(stage.broker.stats().providers().get(0).cooldown()).isPositive();
    }

    @Test
    void fallsBackWhenAProviderThrowsAtStart() {
        stage.first.onStart = call -> {
            throw new IllegalStateException("key sk-123");
        };
        Recorder recorder = stage.submit("hello?");
        stage.settle();
        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "started second/model-2");

        stage.second.last().fail(FailureCode.BAD_REQUEST);
        stage.settle();
        assertThat(stage.permitsTaken()).isZero();
    }

    @Test
    void failureOmitsMessageOfThrownException() {
        Stage one = Stage.ofOne();
        one.first.onStart = call -> {
            throw new IllegalStateException("key sk-123");
        };
        Recorder recorder = one.submit("hello?");
        one.advanceSeconds(1);

        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(FailureCode.PROVIDER_ERROR);
            assertThat(failed.message()).contains("IllegalStateException").doesNotContain("sk-123");
        });
    }

    @Test
    void exceptionThrownAfterTheAnswerIsIgnored() {
        stage.first.onStart = call -> {
            call.text("hi").complete();
            throw new IllegalStateException("too late");
        };
        Recorder recorder = stage.submit("hello?");
        stage.settle();

        assertThat(recorder.heard)
                .containsExactly("started first/model-1", "part hi", "ended ANSWERED");
    }

    @Test
    void decoderExceptionFailsAsUnreadableAndCancelsTheCall() {
        Stage one = Stage.ofOne();
        Recorder recorder = submit(one, (part, out) -> {
            throw new IllegalArgumentException("the text of an answer");
        });
        FakeProvider.Call call = one.first.last().text("o", "b");
        one.settle();

        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(FailureCode.UNREADABLE_ANSWER);
            assertThat(failed.message()).doesNotContain("the text of an answer");
            assertThat(failed.partial()).isFalse();
        });
        assertThat(call.cancels).as("otherwise it keeps costing money").isEqualTo(1);
        assertThat(one.permitsTaken()).isZero();
    }

    @Test
    void laterDecoderExceptionKeepsDeliveredParts() {
        Stage one = Stage.ofOne();
        int[] parts = {0};
        Recorder recorder = submit(one, (part, out) -> {
            if (++parts[0] == 3) {
                throw new IllegalArgumentException("no more");
            }
            out.accept("value " + parts[0]);
        });
        one.first.last().text("o", "b", "c", "d").complete();
        one.settle();

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1", "part value 1", "part value 2", "ended FAILED");
        assertThat(((Outcome.Failed) recorder.outcome()).partial()).isTrue();
    }

    @Test
    void nullFromDecoderFailsAsUnreadable() {
        Stage one = Stage.ofOne();
        Recorder recorder = submit(one, (part, out) -> emitNull(out));
        one.first.last().text("o").complete();
        one.settle();

        assertThat(((Outcome.Failed) recorder.outcome()).code())
                .isEqualTo(FailureCode.UNREADABLE_ANSWER);
    }

    @Test
    void decoderMayEmitZeroOrSeveralValuesPerPart() {
        Stage one = Stage.ofOne();
        int[] parts = {0};
        Recorder recorder = submit(one, (part, out) -> {
            for (int i = 0; i < parts[0]; i++) {
                out.accept(parts[0] + "." + i);
            }
            parts[0]++;
        });
        one.first.last().text("o", "b", "c").complete();
        one.settle();

        assertThat(recorder.heard)
                .containsExactly(
                        "started first/model-1",
                        "part 1.0",
                        "part 2.0",
                        "part 2.1",
                        "ended ANSWERED");
    }

    private static Recorder submit(Stage stage, Decoder<String> decoder) {
        Request<String> request = spy(Stage.request("hello?"));
        doReturn(decoder).when(request).decoder();
        Recorder recorder = new Recorder();
        stage.broker.submit(request, recorder);
        stage.settle();
        return recorder;
    }

    @SuppressWarnings("NullAway") // what a caller without null checks might do
    private static void emitNull(Consumer<? super String> out) {
        out.accept(null);
    }
}
