/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Timers;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.Provider.BatchingProvider;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A provider with faults that can be changed at run time. A dead one cannot be reached and breaks
 * off answers in progress; a hanging one sends nothing more; a slow one is {@link #DELAY} late;
 * garbage replaces the text. Other faults are not simulated. Same threads as any {@link Provider},
 * and those of the timers.
 */
final class FaultyProvider implements BatchingProvider {
    /** The delay of answers of a slow provider. */
    static final Duration DELAY = Duration.ofSeconds(8);

    /** The answer of a provider in the mode garbage. */
    static final String GARBAGE = "<html><body><h1>502 Bad Gateway</h1></body></html>";

    private static final CallFailure UNREACHABLE = new CallFailure.Failed(
            FailureCode.UNREACHABLE, "cannot reach the model: it plays dead for a while");
    private static final CallFailure CUT_OFF = new CallFailure.Failed(
            FailureCode.CUT_OFF, "the model died in the middle of its answer");

    private final Provider provider;
    private final Supplier<FaultMode> fault;
    private final Timers timers;
    private final UnaryOperator<AnswerSink> sinks;

    /**
     * Wraps a provider.
     *
     * @param fault the current fault; called on any thread
     * @param sinks wraps the sink of each call
     */
    FaultyProvider(
            Provider provider,
            Supplier<FaultMode> fault,
            Timers timers,
            UnaryOperator<AnswerSink> sinks) {
        this.provider = provider;
        this.fault = fault;
        this.timers = timers;
        this.sinks = sinks;
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        FaultMode mode = fault.get();
        if (mode == FaultMode.DEAD) {
            sink.fail(UNREACHABLE);
        } else if (mode != FaultMode.HANG) {
            return provider.start(call, new FaultySink(sinks.apply(sink), mode));
        }
        return () -> {};
    }

    @Override
    public List<RunningCall> startBatch(List<BatchCall> calls) {
        FaultMode mode = fault.get();
        boolean reached = mode != FaultMode.DEAD && mode != FaultMode.HANG;
        if (!reached || !(provider instanceof BatchingProvider batches)) {
            return calls.stream().map(call -> start(call.call(), call.sink())).toList();
        }
        return batches.startBatch(calls.stream()
                .map(call ->
                        new BatchCall(call.call(), new FaultySink(sinks.apply(call.sink()), mode)))
                .toList());
    }

    @Override
    public int maxBatch() {
        return provider instanceof BatchingProvider batches ? batches.maxBatch() : 1;
    }

    @Override
    public Duration cooldown() {
        return provider.cooldown();
    }

    @Override
    public String accountId() {
        return provider.accountId();
    }

    @Override
    public CompletableFuture<List<String>> models() {
        return provider.models();
    }

    @Override
    public void close() {
        provider.close();
    }

    /** Applies the fault of the call's beginning, and ends when the provider dies or hangs. */
    private final class FaultySink implements AnswerSink {
        private final AnswerSink sink;
        private final FaultMode mode;
        private final AtomicBoolean broken = new AtomicBoolean();

        FaultySink(AnswerSink sink, FaultMode mode) {
            this.sink = sink;
            this.mode = mode;
        }

        @Override
        public void text(String delta) {
            if (mode != FaultMode.GARBAGE) {
                pass(() -> sink.text(delta));
            }
        }

        @Override
        public void toolCall(AnswerPart.ToolCall call) {
            if (mode != FaultMode.GARBAGE) {
                pass(() -> sink.toolCall(call));
            }
        }

        @Override
        public void usage(Usage soFar) {
            pass(() -> sink.usage(soFar));
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            if (mode == FaultMode.GARBAGE) {
                pass(() -> sink.text(GARBAGE));
            }
            pass(() -> sink.complete(reason, usage));
        }

        @Override
        public void fail(CallFailure failure) {
            pass(() -> sink.fail(failure));
        }

        private void pass(Runnable event) {
            if (isBroken()) {
                return;
            }
            if (mode == FaultMode.SLOW) {
                timers.after(DELAY, event);
            } else {
                event.run();
            }
        }

        private boolean isBroken() {
            FaultMode now = fault.get();
            boolean breaks = now == FaultMode.DEAD || now == FaultMode.HANG;
            if (breaks && broken.compareAndSet(false, true) && now == FaultMode.DEAD) {
                sink.fail(CUT_OFF);
            }
            return broken.get();
        }
    }
}
