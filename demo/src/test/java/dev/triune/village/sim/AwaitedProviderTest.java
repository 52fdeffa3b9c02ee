/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.Provider;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that end before virtual time goes on. */
final class AwaitedProviderTest {
    @Test
    void answerOfAnotherThreadHasArrivedWhenStartReturns() {
        Provider slow = (call, sink) -> {
            new Thread(() -> {
                        Thread.yield();
                        sink.text("one ");
                        sink.text("two");
                        sink.complete(Usage.NONE);
                    })
                    .start();
            return () -> {};
        };
        Received received = new Received(Thread.currentThread());
        new AwaitedProvider(slow).start(null, received);
        assertThat(received.events).containsExactly("one two", "STOP");
    }

    @Test
    void failureHasArrivedWhenStartReturns() {
        Provider failing = (call, sink) -> {
            new Thread(() -> sink.fail(
                            new CallFailure.Failed(FailureCode.UNREACHABLE, "nobody there")))
                    .start();
            return () -> {};
        };
        Received received = new Received(Thread.currentThread());
        new AwaitedProvider(failing).start(null, received);
        assertThat(received.events).containsExactly("failed");
    }

    /** Notes what arrives, which must be on the thread that called. */
    private static final class Received implements AnswerSink {
        final List<String> events = new ArrayList<>();
        private final Thread owner;

        Received(Thread owner) {
            this.owner = owner;
        }

        private void note(String event) {
            assertThat(Thread.currentThread()).isSameAs(owner);
            events.add(event);
        }

        @Override
        public void text(String delta) {
            if (!delta.isEmpty()) {
                note(delta);
            }
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            note(reason.name());
        }

        @Override
        public void fail(CallFailure failure) {
            note("failed");
        }
    }
}
