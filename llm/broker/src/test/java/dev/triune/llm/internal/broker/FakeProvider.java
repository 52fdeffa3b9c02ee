/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A provider that does what the test says and notes how it was called. */
public final class FakeProvider implements Provider {
    public final List<Call> calls = new ArrayList<>();
    int closed;

    /** Runs inside {@link #start}; may throw. */
    public Consumer<Call> onStart = call -> {};

    /** Runs inside {@link Call#cancel}; may throw. */
    Runnable onCancel = () -> {};

    /** Runs inside {@link #close}; may throw. */
    Runnable onClose = () -> {};

    @Override
    public RunningCall start(ModelCall asked, AnswerSink sink) {
        Call call = new Call(asked, sink);
        calls.add(call);
        onStart.accept(call);
        return call;
    }

    @Override
    public void close() {
        closed++;
        onClose.run();
    }

    /** The latest call. */
    public Call last() {
        assertThat(calls).as("calls").isNotEmpty();
        return calls.get(calls.size() - 1);
    }

    /** One call, which the test answers in place of the provider. */
    public final class Call implements RunningCall {
        final ModelCall asked;
        public final AnswerSink sink;
        private boolean sentText;
        public int cancels;

        private Call(ModelCall asked, AnswerSink sink) {
            this.asked = asked;
            this.sink = sink;
        }

        @Override
        public void cancel() {
            cancels++;
            onCancel.run();
        }

        public Call text(String... deltas) {
            for (String delta : deltas) {
                sink.text(delta);
                sentText = true;
            }
            return this;
        }

        /** Ends the answer, with a word if there was none. */
        public void complete() {
            complete(Usage.NONE);
        }

        void complete(Usage usage) {
            if (!sentText) {
                text("ok");
            }
            sink.complete(usage);
        }

        void complete(FinishReason reason) {
            sink.complete(reason, Usage.NONE);
        }

        public void fail(FailureCode code) {
            sink.fail(new CallFailure.Failed(code, "scripted " + code.code()));
        }

        void rateLimited() {
            sink.fail(new CallFailure.RateLimited(null, "scripted rate limit"));
        }

        public void rateLimited(int seconds) {
            sink.fail(new CallFailure.RateLimited(
                    Duration.ofSeconds(seconds), "scripted rate limit"));
        }

        /** Refuses as a server that loads its model. */
        void notReady(Duration advice) {
            sink.fail(new CallFailure.RateLimited(advice, "scripted loading", true, false));
        }

        /** The question, which each test makes unique. */
        String question() {
            return asked.prompt().messages().get(0).text();
        }
    }
}
