/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.CallRecorder;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider.RunningCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedProviderTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int MANY = Integer.MAX_VALUE;
    private static final int SEEDS = 30;
    private static final ModelCall CALL =
            new ModelCall("m", Prompt.of("Who is it?"), AnswerFormat.TEXT, 100, 0.7);

    /** Ten characters. */
    private static final int PROMPT_TOKENS = 3;

    private VirtualTime time = new VirtualTime();

    @Test
    void answerStreamsInPiecesAndMatchesItsUsage() {
        for (long seed = 0; seed < SEEDS; seed++) {
            CallRecorder call = ask(builder().seed(seed).build(), LONG);
            int words = words(call);
            assertThat(call.usages)
                    .as("seed %d", seed)
                    .containsExactly(new Usage(PROMPT_TOKENS, 0, 0, words));
            assertThat(words).as("seed %d", seed).isBetween(1, 100);
            assertThat(call.pieces).as("seed %d", seed).hasSizeGreaterThan(1);
        }
    }

    @Test
    void usageReportingCanBeDisabled() {
        assertThat(ask(builder().reportsUsage(false).build(), LONG).usages)
                .containsExactly(Usage.NONE);
    }

    @Test
    void requestCountsOnArrivalNotOnSending() {
        SimulatedProvider provider = builder().build();
        start(provider);
        assertThat(provider.tokensCounted()).isZero();
        time.advance(Duration.ofMillis(9));
        assertThat(provider.arrived()).isZero();
        time.advance(Duration.ofMillis(141));

        assertThat(provider.arrived()).isOne();
        assertThat(provider.admitted()).isOne();
        assertThat(provider.tokensCounted()).isEqualTo(PROMPT_TOKENS + 100);
    }

    @Test
    void refusalOverTheLimitHasCorrectAdvice() {
        SimulatedProvider provider = limited(SimulatedLimitKind.SLIDING_WINDOW, 1, true);
        ask(provider, Duration.ofSeconds(10));

        RateLimited refused =
                (RateLimited) ask(provider, Duration.ofMillis(250)).failure();

        assertThat(provider.refused()).isOne();
        assertThat(provider.lastRefusal().orElseThrow().advice()).contains(refused.retryAfter());
        time.advance(refused.retryAfter());
        assertThat(ask(provider, LONG).failures).isEmpty();
        assertThat(provider.arrived()).isEqualTo(3);
        assertThat(provider.admitted()).isEqualTo(2);
    }

    @Test
    void hangingCallIsAdmittedButNeverAnswered() {
        SimulatedProvider provider = failing(new SimulatedFaults(1, 0, 0, 0, 0, 0), 1);

        assertThat(ask(provider, LONG).log).isEmpty();
        assertThat(provider.admitted()).isOne();
    }

    @Test
    void truncatedAnswerCountsItsDeliveredTokens() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SimulatedProvider provider = failing(new SimulatedFaults(0, 1, 0, 0, 0, 0), seed);
            CallRecorder call = ask(provider, LONG);
            assertThat(code(call)).as("seed %d", seed).isEqualTo(FailureCode.CUT_OFF);
            assertThat(provider.tokensCounted())
                    .as("seed %d", seed)
                    .isEqualTo(PROMPT_TOKENS + words(call));
        }
    }

    @Test
    void garbageEndsAsACompleteAnswer() {
        CallRecorder call = ask(failing(new SimulatedFaults(0, 0, 1, 0, 0, 0), 1), LONG);

        assertThat(call.text()).isNotEmpty().doesNotContain("word");
        assertThat(call.usages).hasSize(1);
    }

    @Test
    void providerErrorIsNotARateLimit() {
        SimulatedProvider provider = failing(new SimulatedFaults(0, 0, 0, 1, 0, 0), 1);

        assertThat(code(ask(provider, LONG))).isEqualTo(FailureCode.PROVIDER_ERROR);
        assertThat(provider.admitted()).isOne();
    }

    @Test
    void unreachableCallsAreNotCounted() {
        SimulatedProvider provider = failing(new SimulatedFaults(0, 0, 0, 0, 1, 0), 1);

        assertThat(code(ask(provider, LONG))).isEqualTo(FailureCode.UNREACHABLE);
        assertThat(provider.arrived()).isZero();
        assertThat(provider.tokensCounted()).isZero();
    }

    @Test
    void slowCallDeliversTheSameTextTenTimesSlower() {
        CallRecorder quick = ask(failing(SimulatedFaults.NONE, 5), LONG);
        time = new VirtualTime();
        CallRecorder slow = ask(failing(new SimulatedFaults(0, 0, 0, 0, 0, 1), 5), LONG);

        assertThat(slow.pieces).isEqualTo(quick.pieces);
        assertThat(slow.firstAt()).isBetween(10 * (quick.firstAt() - 150), 10 * quick.firstAt());
    }

    @Test
    void callsDuringAnOutageAreUnreachable() {
        SimulatedProvider provider = builder().build();
        provider.outage(Duration.ofSeconds(1).toNanos(), Duration.ofSeconds(2).toNanos());
        time.advance(Duration.ofSeconds(1).minusNanos(1));
        CallRecorder before = start(provider);
        time.advance(Duration.ofNanos(1));
        CallRecorder meanwhile = ask(provider, Duration.ofSeconds(1));
        CallRecorder afterwards = ask(provider, LONG);

        assertThat(before.usages).hasSize(1);
        assertThat(code(meanwhile)).isEqualTo(FailureCode.UNREACHABLE);
        assertThat(afterwards.usages).hasSize(1);
    }

    @Test
    void cancelBeforeArrivalPreventsTheCall() {
        SimulatedProvider provider = builder().build();
        CallRecorder call = new CallRecorder(time);
        provider.start(CALL, call).cancel();
        time.advance(LONG);

        assertThat(call.log).isEmpty();
        assertThat(provider.arrived()).isZero();
    }

    @Test
    void cancelStopsTheAnswerAndCountsDeliveredTokensOnce() {
        SimulatedProvider provider = limited(SimulatedLimitKind.TOKEN_BUCKET, MANY, false);
        List<RunningCall> runningCalls = new ArrayList<>();
        CallRecorder call = new CallRecorder(time);
        runningCalls.add(provider.start(CALL, new CancellingSink(call, runningCalls)));
        time.advance(LONG);
        runningCalls.get(0).cancel();

        assertThat(call.log).hasSize(1);
        assertThat(provider.tokensCounted()).isEqualTo(PROMPT_TOKENS + words(call));
    }

    @Test
    void cancelAfterTheEndCountsNothing() {
        SimulatedProvider provider = limited(SimulatedLimitKind.TOKEN_BUCKET, MANY, false);
        CallRecorder call = new CallRecorder(time);
        RunningCall runningCall = provider.start(CALL, call);
        time.advance(LONG);
        runningCall.cancel();

        assertThat(provider.tokensCounted()).isEqualTo(PROMPT_TOKENS + words(call));
    }

    @Test
    void runsDependOnlyOnTheSeed() {
        assertThat(conversation(7)).isEqualTo(conversation(7));
        assertThat(conversation(7)).isNotEqualTo(conversation(8));
    }

    @Test
    void startsNoThreads() throws InterruptedException {
        ThreadGroup group = new ThreadGroup("simulated");
        List<Integer> threads = new ArrayList<>();
        CallRecorder call = new CallRecorder(() -> {
            threads.add(group.activeCount());
            return time.nanos();
        });
        Thread alone = new Thread(group, () -> {
            builder().build().start(CALL, call);
            time.advance(LONG);
        });
        alone.start();
        alone.join();

        assertThat(call.usages).hasSize(1);
        assertThat(threads).isNotEmpty().containsOnly(1);
    }

    private List<String> conversation(long seed) {
        time = new VirtualTime();
        SimulatedProvider provider = builder()
                .seed(seed)
                .plan(SimulatedPlan.of(SimulatedLimitKind.TOKEN_BUCKET, 8, MANY, true))
                .faults(SimulatedFaults.each(0.1))
                .build();
        List<String> log = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            log.addAll(ask(provider, Duration.ofSeconds(4)).log);
        }
        return log;
    }

    private SimulatedProvider.Builder builder() {
        return SimulatedProvider.builder(time, time);
    }

    private SimulatedProvider limited(
            SimulatedLimitKind kind, int perMinute, boolean countsMaxTokens) {
        return builder()
                .plan(SimulatedPlan.of(kind, perMinute, MANY, countsMaxTokens))
                .build();
    }

    private SimulatedProvider failing(SimulatedFaults simulatedFaults, long seed) {
        return builder()
                .seed(seed)
                .faults(simulatedFaults)
                .plan(SimulatedPlan.of(SimulatedLimitKind.TOKEN_BUCKET, MANY, MANY, false))
                .build();
    }

    private CallRecorder start(SimulatedProvider provider) {
        CallRecorder call = new CallRecorder(time);
        provider.start(CALL, call);
        return call;
    }

    private CallRecorder ask(SimulatedProvider provider, Duration patience) {
        CallRecorder call = start(provider);
        time.advance(patience);
        return call;
    }

    private static int words(CallRecorder call) {
        return call.text().length() / "word ".length();
    }

    private static FailureCode code(CallRecorder call) {
        return ((Failed) call.failure()).code();
    }

    /** Cancels its call with the first piece. */
    private record CancellingSink(CallRecorder call, List<RunningCall> runningCalls)
            implements AnswerSink {
        @Override
        public void text(String delta) {
            call.text(delta);
            runningCalls.get(0).cancel();
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            call.complete(reason, usage);
        }

        @Override
        public void fail(CallFailure failure) {
            call.fail(failure);
        }
    }
}
