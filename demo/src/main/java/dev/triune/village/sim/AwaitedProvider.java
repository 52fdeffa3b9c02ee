/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A provider that answers before {@code start} returns, so that no virtual time passes during a
 * call. Unlike others it blocks the owner thread.
 */
record AwaitedProvider(Provider provider) implements Provider {
    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        // collected, as a sink may block until the owner thread goes on
        StringBuilder text = new StringBuilder();
        CompletableFuture<Consumer<AnswerSink>> ending = new CompletableFuture<>();
        provider.start(call, new AnswerSink() {
            @Override
            public void text(String delta) {
                text.append(delta);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {
                ending.complete(waiting -> waiting.complete(reason, usage));
            }

            @Override
            public void fail(CallFailure failure) {
                ending.complete(waiting -> waiting.fail(failure));
            }
        });
        Consumer<AnswerSink> end = ending.join();
        sink.text(text.toString());
        end.accept(sink);
        return () -> {};
    }

    @Override
    public void close() {
        provider.close();
    }
}
