/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OfflineProviderTest {
    private static final int SEEDS = 100;
    private static final String ANSWER =
            "The gate is open, and the guard has gone to sleep beside his lamp.";
    private static final Duration LONG = Duration.ofMinutes(5);

    private VirtualTime time = new VirtualTime();

    @Test
    void deliversTheAnswerInPiecesThenTheUsage() {
        CallRecorder call = ask(provider(FaultMode.NONE, 1), LONG);

        assertThat(call.pieces).hasSizeGreaterThan(2);
        assertThat(call.text()).isEqualTo(ANSWER);
        assertThat(call.usages).containsExactly(new Usage(2, 0, 0, (ANSWER.length() + 3) / 4));
        assertThat(call.failures).isEmpty();
    }

    @Test
    void deliversNothingBeforeTheClockMoves() {
        assertThat(ask(provider(FaultMode.NONE, 1), Duration.ZERO).log).isEmpty();
    }

    @Test
    void emptyAnswerIsComplete() {
        CallRecorder call =
                ask(builder(FaultMode.NONE, 1, OfflineModel.scripted("")).build(), LONG);

        assertThat(call.pieces).isEmpty();
        assertThat(call.usages).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(FaultMode.class)
    void sameSeedYieldsTheSameStream(FaultMode how) {
        assertThat(conversation(how, 7)).isEqualTo(conversation(how, 7));
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultMode.class,
            names = {"HANG"},
            mode = EnumSource.Mode.EXCLUDE)
    void differentSeedsYieldDifferentStreams(FaultMode how) {
        assertThat(conversation(how, 7)).isNotEqualTo(conversation(how, 8));
    }

    @ParameterizedTest
    @EnumSource(FaultMode.class)
    void noCallEndsTwice(FaultMode how) {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(ask(provider(how, seed), LONG).ends())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(1);
        }
    }

    @Test
    void slowModeTakesTenTimesAsLong() {
        long quick = ask(provider(FaultMode.NONE, 3), LONG).firstAt();
        time = new VirtualTime();
        CallRecorder slow = ask(provider(FaultMode.SLOW, 3), LONG);

        assertThat(slow.firstAt()).isEqualTo(10 * quick);
        assertThat(slow.text()).isEqualTo(ANSWER);
    }

    @Test
    void latencyScalesTheWholeAnswer() {
        long usual = ask(provider(FaultMode.NONE, 3), LONG).firstAt();
        time = new VirtualTime();
        OfflineProvider.Builder half = builder(FaultMode.NONE, 3, OfflineModel.scripted(ANSWER));
        CallRecorder call = ask(half.latency(Duration.ofMillis(600)).build(), LONG);

        assertThat(call.firstAt()).isEqualTo(usual / 2);
        assertThat(call.text()).isEqualTo(ANSWER);
    }

    @Test
    void withoutLatencyTheAnswerNeedsNoTime() {
        OfflineProvider.Builder none = builder(FaultMode.NONE, 3, OfflineModel.scripted(ANSWER));
        CallRecorder call = ask(none.latency(Duration.ZERO).build(), Duration.ZERO);

        assertThat(call.text()).isEqualTo(ANSWER);
    }

    @Test
    void hangModeNeverAnswers() {
        assertThat(ask(provider(FaultMode.HANG, 3), Duration.ofDays(1)).log).isEmpty();
    }

    @Test
    void deadModeIsUnreachable() {
        CallRecorder call = ask(provider(FaultMode.DEAD, 3), LONG);

        assertThat(call.failure())
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(FailureCode.UNREACHABLE));
        assertThat(call.pieces).isEmpty();
    }

    @Test
    void garbageModeAnswersWithOtherText() {
        for (long seed = 0; seed < SEEDS; seed++) {
            CallRecorder call = ask(provider(FaultMode.GARBAGE, seed), LONG);
            assertThat(call.text()).as("seed %d", seed).isNotEmpty().isNotEqualTo(ANSWER);
            assertThat(call.usages).as("seed %d", seed).hasSize(1);
        }
    }

    @Test
    void cutModeEndsAfterPartOfTheAnswer() {
        for (long seed = 0; seed < SEEDS; seed++) {
            CallRecorder call = ask(provider(FaultMode.CUT, seed), LONG);
            assertThat(ANSWER).as("seed %d", seed).startsWith(call.text());
            assertThat(((Failed) call.failure()).code())
                    .as("seed %d", seed)
                    .isEqualTo(FailureCode.CUT_OFF);
        }
    }

    @Test
    void rateLimitModeRefusesAboutTwoThirdsWithAdvice() {
        int refused = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            CallRecorder call = ask(provider(FaultMode.RATELIMIT, seed), LONG);
            if (!call.failures.isEmpty()) {
                refused++;
                assertThat(((RateLimited) call.failure()).retryAfter())
                        .as("seed %d", seed)
                        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(8));
            }
        }
        assertThat(refused).isBetween(SEEDS / 2, SEEDS * 4 / 5);
    }

    @Test
    void allModeProducesEveryKindOfEnd() {
        OfflineProvider provider = provider(FaultMode.ALL, 5);
        int hung = 0;
        int answered = 0;
        int failed = 0;
        for (int i = 0; i < 100; i++) {
            CallRecorder call = ask(provider, LONG);
            hung += call.ends() == 0 ? 1 : 0;
            answered += call.usages.size();
            failed += call.failures.size();
        }
        assertThat(hung).isPositive();
        assertThat(answered).isPositive();
        assertThat(failed).isPositive();
    }

    @Test
    void refusesRequestsOverTheLimitWithTheWait() {
        OfflineProvider provider = builder(FaultMode.NONE, 1, OfflineModel.scripted(ANSWER))
                .requestsPerMinute(2)
                .build();
        ask(provider, Duration.ofSeconds(10));
        ask(provider, Duration.ofSeconds(10));

        CallRecorder refused = ask(provider, Duration.ofSeconds(1));
        assertThat(((RateLimited) refused.failure()).retryAfter())
                .isEqualTo(Duration.ofSeconds(40));
        time.advance(Duration.ofSeconds(39));
        assertThat(ask(provider, Duration.ofSeconds(9)).failures).isEmpty();
        assertThat(ask(provider, Duration.ofSeconds(1)).failures).hasSize(1);
    }

    @Test
    void refusedRequestsDoNotCountTowardsTheLimit() {
        OfflineProvider provider = builder(FaultMode.NONE, 1, OfflineModel.scripted(ANSWER))
                .requestsPerMinute(1)
                .build();
        ask(provider, Duration.ofSeconds(30));
        ask(provider, Duration.ofSeconds(30));

        assertThat(ask(provider, LONG).usages).hasSize(1);
    }

    @Test
    void cancelStopsTheStream() {
        CallRecorder call = new CallRecorder(time);
        Provider.RunningCall runningCall = provider(FaultMode.NONE, 1).start(call(), call);
        while (call.pieces.isEmpty()) {
            time.advance(Duration.ofMillis(10));
        }
        int before = call.log.size();

        runningCall.cancel();
        runningCall.cancel();
        time.advance(LONG);

        assertThat(call.log).hasSize(before);
    }

    @Test
    void cancelBeforeTheFirstPieceStopsTheCall() {
        CallRecorder call = new CallRecorder(time);
        provider(FaultMode.DEAD, 1).start(call(), call).cancel();
        time.advance(LONG);

        assertThat(call.log).isEmpty();
    }

    @Test
    void failureOfAThrowingMindHidesItsMessage() {
        OfflineModel broken = (prompt, random) -> {
            throw new IllegalStateException("the prompt said: ...");
        };
        CallRecorder call = ask(builder(FaultMode.NONE, 1, broken).build(), LONG);

        assertThat(call.failure()).isInstanceOfSatisfying(Failed.class, failure -> {
            assertThat(failure.code()).isEqualTo(FailureCode.PROVIDER_ERROR);
            assertThat(failure.message())
                    .contains("IllegalStateException")
                    .doesNotContain("prompt said");
        });
    }

    @Test
    @SuppressWarnings("NullAway") // a mind that was written without null checks
    void mindReturningNullFailsItsCallsAndIsLoggedOnce() {
        Logger logger = Logger.getLogger(OfflineProvider.class.getName());
        List<LogRecord> lines = new ArrayList<>();
        Filter before = logger.getFilter();
        logger.setLevel(Level.ALL); // regardless of how other tests configured its parents
        logger.setFilter(line -> {
            lines.add(line);
            return false;
        });
        try {
            OfflineProvider provider =
                    builder(FaultMode.NONE, 1, (prompt, random) -> null).build();
            for (int i = 0; i < 3; i++) {
                CallRecorder call = ask(provider, LONG);
                assertThat(call.failure()).isInstanceOfSatisfying(Failed.class, failure -> {
                    assertThat(failure.code()).isEqualTo(FailureCode.PROVIDER_ERROR);
                    assertThat(failure.message()).isEqualTo("the offline mind returned null");
                });
            }
        } finally {
            logger.setFilter(before);
            logger.setLevel(null);
        }
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0).getMessage()).contains("OfflineProviderTest", "cannot answer");
        assertThat(lines.get(0).getThrown()).hasMessageContaining("returned null");
    }

    @Test
    void mindReceivesOnlyThePrompt() {
        List<Prompt> seen = new ArrayList<>();
        OfflineModel mind = (prompt, random) -> {
            seen.add(prompt);
            return "";
        };
        ask(builder(FaultMode.NONE, 1, mind).build(), LONG);

        assertThat(seen).containsExactly(call().prompt());
    }

    @Test
    void rejectsOutOfRangeRateLimits() {
        OfflineProvider.Builder builder = OfflineProvider.builder(OfflineModel.scripted("a"));

        assertThatIllegalArgumentException().isThrownBy(() -> builder.requestsPerMinute(0));
    }

    @Test
    void usesItsOwnThreadWithoutAClock() throws Exception {
        OfflineProvider provider =
                OfflineProvider.builder(OfflineModel.scripted("a")).build();
        CompletableFuture<String> failed = new CompletableFuture<>();

        provider.start(call(), new AnswerSink() {
            @Override
            public void text(String piece) {}

            @Override
            public void complete(FinishReason reason, Usage usage) {}

            @Override
            public void fail(CallFailure failure) {
                failed.complete(Thread.currentThread().getName());
            }
        });
        provider.close();

        assertThat(failed.get(60, TimeUnit.SECONDS)).isEqualTo("offline-mind");
    }

    @Test
    void readerThatThrowsAnErrorEndsTheCall() {
        List<CallFailure> failures = new ArrayList<>();
        provider(FaultMode.NONE, 1).start(call(), new AnswerSink() {
            @Override
            public void text(String piece) {
                throw new AssertionError("a record's constructor");
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {}

            @Override
            public void fail(CallFailure failure) {
                failures.add(failure);
            }
        });
        assertThatThrownBy(() -> time.advance(LONG)).isInstanceOf(AssertionError.class);

        assertThat(failures)
                .singleElement()
                .isEqualTo(new Failed(
                        FailureCode.UNREADABLE_ANSWER, "its reader failed with AssertionError"));
    }

    private List<String> conversation(FaultMode how, long seed) {
        time = new VirtualTime();
        OfflineProvider provider = provider(how, seed);
        List<String> log = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            log.addAll(ask(provider, LONG).log);
        }
        return log;
    }

    private CallRecorder ask(OfflineProvider provider, Duration patience) {
        CallRecorder recorder = new CallRecorder(time);
        provider.start(call(), recorder);
        time.advance(patience);
        return recorder;
    }

    private OfflineProvider provider(FaultMode how, long seed) {
        return builder(how, seed, OfflineModel.scripted(ANSWER)).build();
    }

    private OfflineProvider.Builder builder(FaultMode how, long seed, OfflineModel mind) {
        return OfflineProvider.builder(mind).clock(time, time).seed(seed).faultMode(how);
    }

    private static ModelCall call() {
        return new ModelCall("model", Prompt.of("hello?"), AnswerFormat.TEXT, 100, 0.7);
    }
}
