/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.util.HashMap;
import java.util.Map;

/** One key of a provider; records advised waits and checks that calls respect them. */
final class WatchedProvider implements Provider {
    private final String name;
    private final Provider provider;
    private final boolean perModel;
    private final Ticker ticker;
    private final InvariantChecker invariantChecker;
    private final Map<String, Long> advisedUntil = new HashMap<>();
    int underWay;

    WatchedProvider(
            String name,
            Provider provider,
            boolean perModel,
            Ticker ticker,
            InvariantChecker invariantChecker) {
        this.name = name;
        this.provider = provider;
        this.perModel = perModel;
        this.ticker = ticker;
        this.invariantChecker = invariantChecker;
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        String scope = perModel ? call.model() : "";
        Long until = advisedUntil.get(scope);
        invariantChecker.must(
                until == null || ticker.nanos() - until >= 0,
                () -> name + ": sent " + (until == null ? 0 : until - ticker.nanos())
                        + " ns before the time that the provider advised");
        underWay++;
        ObservingSink observer = new ObservingSink(scope, sink);
        RunningCall runningCall = provider.start(call, observer);
        return () -> {
            observer.end();
            runningCall.cancel();
        };
    }

    private final class ObservingSink implements AnswerSink {
        private final String scope;
        private final AnswerSink sink;
        private boolean over;

        ObservingSink(String scope, AnswerSink sink) {
            this.scope = scope;
            this.sink = sink;
        }

        @Override
        public void text(String delta) {
            sink.text(delta);
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            end();
            sink.complete(reason, usage);
        }

        @Override
        public void fail(CallFailure failure) {
            end();
            if (failure instanceof CallFailure.RateLimited limited
                    && limited.retryAfter() != null) {
                long until = ticker.nanos() + limited.retryAfter().toNanos();
                advisedUntil.merge(scope, until, Long::max);
            }
            sink.fail(failure);
        }

        void end() {
            if (!over) {
                over = true;
                underWay--;
            }
        }
    }
}
