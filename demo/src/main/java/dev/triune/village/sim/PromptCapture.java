/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.FinishReason;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.BatchingProvider;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the last prompt and the raw answer of each agent, cut at {@value #MAX_CHARACTERS}
 * characters each, for the {@value #MAX_AGENTS} agents that asked last. {@link #wrap} is for the
 * broker's owner; captured exchanges can be read on any thread. Nothing here blocks.
 */
public final class PromptCapture {
    /** The most characters of a prompt or an answer that are kept. */
    public static final int MAX_CHARACTERS = 16_384;

    /** The most agents that are kept. */
    public static final int MAX_AGENTS = 1_024;

    private final Map<String, CapturedExchange> last = new ConcurrentHashMap<>();

    /** Exchanges in the order of their agents' first requests; used by the owner only. */
    private final Deque<String> order = new ArrayDeque<>();

    /** Returns a provider that captures the exchanges of another; it batches if the other does. */
    public Provider wrap(Provider provider) {
        return provider instanceof BatchingProvider batching
                ? new CapturingBatchingProvider(batching)
                : new CapturingProvider(provider);
    }

    /** Returns the last exchange of an agent, given the name under which it asks. */
    public Optional<CapturedExchange> of(String agent) {
        return Optional.ofNullable(last.get(agent));
    }

    private AnswerSink capture(ModelCall call, AnswerSink sink) {
        String agent = call.caller().agent();
        CapturedExchange capturedExchange = new CapturedExchange(call.prompt(), call.model());
        if (last.put(agent, capturedExchange) == null) {
            order.addLast(agent);
            if (order.size() > MAX_AGENTS) {
                last.remove(order.removeFirst());
            }
        }
        return new CapturingSink(sink, capturedExchange);
    }

    /** One call: its prompt and the part of the answer that has arrived. Thread-safe. */
    public static final class CapturedExchange {
        private final Prompt prompt;
        private final String model;

        /**
         * Pieces of the answer, linked from the last to the first, so that neither side ever waits.
         */
        private volatile @Nullable TextChunk end;

        private volatile String state = "under way";

        CapturedExchange(Prompt prompt, String model) {
            this.prompt = prompt;
            this.model = model;
        }

        /** Returns the model that was asked. */
        public String model() {
            return model;
        }

        /** Returns the state: {@code under way}, {@code complete} or {@code failed}. */
        public String state() {
            return state;
        }

        /** Returns the messages with their roles, in order. */
        public String prompt() {
            StringBuilder text = new StringBuilder();
            for (Message message : prompt.messages()) {
                text.append(text.isEmpty() ? "" : "\n\n")
                        .append('[')
                        .append(message.role())
                        .append("]\n")
                        .append(message.text());
            }
            return cut(text);
        }

        /** Returns the raw text so far, as the model wrote it. */
        public String answer() {
            List<String> pieces = new ArrayList<>();
            for (TextChunk textChunk = end; textChunk != null; textChunk = textChunk.before) {
                pieces.add(textChunk.text);
            }
            StringBuilder text = new StringBuilder();
            for (int i = pieces.size() - 1; i >= 0; i--) {
                text.append(pieces.get(i));
            }
            return cut(text);
        }

        /** Adds a piece; called by the one thread that delivers the answer. */
        private void add(String text) {
            TextChunk before = end;
            int length = before == null ? 0 : before.length;
            if (length <= MAX_CHARACTERS && !text.isEmpty()) {
                end = new TextChunk(before, text, length + text.length());
            }
        }

        private static String cut(StringBuilder text) {
            return text.length() <= MAX_CHARACTERS
                    ? text.toString()
                    : text.substring(0, MAX_CHARACTERS) + "\n… (cut at " + MAX_CHARACTERS
                            + " characters)";
        }
    }

    private record TextChunk(@Nullable TextChunk before, String text, int length) {}

    private static final class CapturingSink implements AnswerSink {
        private final AnswerSink sink;
        private final CapturedExchange exchange;

        CapturingSink(AnswerSink sink, CapturedExchange capturedExchange) {
            this.sink = sink;
            this.exchange = capturedExchange;
        }

        @Override
        public void text(String delta) {
            exchange.add(delta);
            sink.text(delta);
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            exchange.state = "complete";
            sink.complete(reason, usage);
        }

        @Override
        public void fail(CallFailure failure) {
            exchange.state = "failed";
            sink.fail(failure);
        }
    }

    private class CapturingProvider implements Provider {
        private final Provider provider;

        CapturingProvider(Provider provider) {
            this.provider = provider;
        }

        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            return provider.start(call, capture(call, sink));
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
        public void close() {
            provider.close();
        }
    }

    private final class CapturingBatchingProvider extends CapturingProvider
            implements BatchingProvider {
        private final BatchingProvider batching;

        CapturingBatchingProvider(BatchingProvider batching) {
            super(batching);
            this.batching = batching;
        }

        @Override
        public List<RunningCall> startBatch(List<BatchCall> calls) {
            return batching.startBatch(calls.stream()
                    .map(batchCall -> new BatchCall(
                            batchCall.call(), capture(batchCall.call(), batchCall.sink())))
                    .toList());
        }
    }
}
