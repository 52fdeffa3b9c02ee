/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.FailureCode;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A provider with an outage: calls during it do not reach the provider, and answers in progress
 * break off at their next piece. Same threads as any {@link Provider}.
 */
final class OutageProvider implements Provider {
    private static final CallFailure UNREACHABLE = new CallFailure.Failed(
            FailureCode.UNREACHABLE, "cannot reach the offline mind: it plays dead for a while");
    private static final CallFailure CUT_OFF = new CallFailure.Failed(
            FailureCode.CUT_OFF, "the offline mind died in the middle of its answer");

    private final Provider provider;
    private final Outage outage;
    private final Ticker ticker;
    private final long begunAt;

    /** Starts the time from which the outage counts. */
    OutageProvider(Provider provider, Outage outage, Ticker ticker) {
        this.provider = provider;
        this.outage = outage;
        this.ticker = ticker;
        this.begunAt = ticker.nanos();
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        if (isDown()) {
            sink.fail(UNREACHABLE);
            return () -> {};
        }
        return provider.start(call, new OutageSink(sink));
    }

    @Override
    public String accountId() {
        return provider.accountId();
    }

    @Override
    public void close() {
        provider.close();
    }

    private boolean isDown() {
        return outage.isActiveAt(ticker.nanos() - begunAt);
    }

    /** Breaks off once the outage has begun, and drops everything that follows. */
    private final class OutageSink implements AnswerSink {
        private final AnswerSink sink;
        private final AtomicBoolean broken = new AtomicBoolean();

        OutageSink(AnswerSink sink) {
            this.sink = sink;
        }

        @Override
        public void text(String delta) {
            if (!failIfDown()) {
                sink.text(delta);
            }
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            if (!failIfDown()) {
                sink.complete(reason, usage);
            }
        }

        @Override
        public void fail(CallFailure failure) {
            if (!broken.get()) {
                sink.fail(failure);
            }
        }

        private boolean failIfDown() {
            if (!broken.get() && isDown()) {
                broken.set(true);
                sink.fail(CUT_OFF);
            }
            return broken.get();
        }
    }
}
