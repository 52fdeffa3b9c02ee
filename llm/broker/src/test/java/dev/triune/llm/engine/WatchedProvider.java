/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.time.Ticker;
import java.util.HashMap;
import java.util.Map;

/** One key of a provider; remembers what it advised, and sees whether that is heeded. */
final class WatchedProvider implements Provider {
    private final String name;
    private final Provider provider;
    private final boolean perModel;
    private final Ticker ticker;
    private final Witness witness;
    private final Map<String, Long> advisedUntil = new HashMap<>();
    int underWay;

    WatchedProvider(
            String name, Provider provider, boolean perModel, Ticker ticker, Witness witness) {
        this.name = name;
        this.provider = provider;
        this.perModel = perModel;
        this.ticker = ticker;
        this.witness = witness;
    }

    @Override
    public Running start(ModelCall call, AnswerSink sink) {
        String scope = perModel ? call.model() : "";
        Long until = advisedUntil.get(scope);
        witness.must(
                until == null || ticker.nanos() - until >= 0,
                () -> name + ": sent " + (until == null ? 0 : until - ticker.nanos())
                        + " ns before the time that the provider advised");
        underWay++;
        Ear ear = new Ear(scope, sink);
        Running running = provider.start(call, ear);
        return () -> {
            ear.end();
            running.cancel();
        };
    }

    private final class Ear implements AnswerSink {
        private final String scope;
        private final AnswerSink sink;
        private boolean over;

        Ear(String scope, AnswerSink sink) {
            this.scope = scope;
            this.sink = sink;
        }

        @Override
        public void text(String delta) {
            sink.text(delta);
        }

        @Override
        public void complete(Usage usage) {
            end();
            sink.complete(usage);
        }

        @Override
        public void fail(CallFailure failure) {
            end();
            if (failure instanceof CallFailure.RateLimited limited) {
                limited.advice()
                        .ifPresent(advice -> advisedUntil.merge(
                                scope, ticker.nanos() + advice.toNanos(), Long::max));
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
