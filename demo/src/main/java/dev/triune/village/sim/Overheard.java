/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

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
 * Keeps, for each agent, the last prompt that went to a provider and the raw text that came back,
 * cut at {@value #LONGEST} characters each, of the {@value #AGENTS} agents that asked last.
 * {@link #around} is for the broker's owner; what was heard can be read on any thread. Nobody waits
 * for anybody here.
 */
public final class Overheard {
    /** The most characters of a prompt or an answer that are kept. */
    public static final int LONGEST = 16_384;

    /** The most agents of whom something is kept. */
    public static final int AGENTS = 1_024;

    private final Map<String, Exchange> last = new ConcurrentHashMap<>();

    /** In the order in which they first asked; for the owner alone. */
    private final Deque<String> order = new ArrayDeque<>();

    /** That provider with an ear on it; it batches if that one does. */
    public Provider around(Provider provider) {
        return provider instanceof BatchingProvider batching
                ? new BatchingEar(batching)
                : new Ear(provider);
    }

    /** What went last between that agent, by the name under which it asks, and a model. */
    public Optional<Exchange> of(String agent) {
        return Optional.ofNullable(last.get(agent));
    }

    private AnswerSink listen(ModelCall call, AnswerSink sink) {
        String agent = call.caller().agent();
        Exchange exchange = new Exchange(call.prompt(), call.model());
        if (last.put(agent, exchange) == null) {
            order.addLast(agent);
            if (order.size() > AGENTS) {
                last.remove(order.removeFirst());
            }
        }
        return new Listening(sink, exchange);
    }

    /** One call: its prompt and as much of the answer as is there. Thread-safe. */
    public static final class Exchange {
        private final Prompt prompt;
        private final String model;

        /** A chain from the last piece to the first: whoever adds and whoever reads never wait. */
        private volatile @Nullable Piece end;

        private volatile String state = "under way";

        Exchange(Prompt prompt, String model) {
            this.prompt = prompt;
            this.model = model;
        }

        /** The model that was asked. */
        public String model() {
            return model;
        }

        /** How it stands: {@code under way}, {@code complete} or {@code failed}. */
        public String state() {
            return state;
        }

        /** The messages with their roles, in order. */
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

        /** The raw text so far, as the model wrote it. */
        public String answer() {
            List<String> pieces = new ArrayList<>();
            for (Piece piece = end; piece != null; piece = piece.before) {
                pieces.add(piece.text);
            }
            StringBuilder text = new StringBuilder();
            for (int i = pieces.size() - 1; i >= 0; i--) {
                text.append(pieces.get(i));
            }
            return cut(text);
        }

        /** Only the one thread that brings the answer calls this. */
        private void add(String text) {
            Piece before = end;
            int length = before == null ? 0 : before.length;
            if (length <= LONGEST && !text.isEmpty()) {
                end = new Piece(before, text, length + text.length());
            }
        }

        private static String cut(StringBuilder text) {
            return text.length() <= LONGEST
                    ? text.toString()
                    : text.substring(0, LONGEST) + "\n… (cut at " + LONGEST + " characters)";
        }
    }

    private record Piece(@Nullable Piece before, String text, int length) {}

    private static final class Listening implements AnswerSink {
        private final AnswerSink sink;
        private final Exchange exchange;

        Listening(AnswerSink sink, Exchange exchange) {
            this.sink = sink;
            this.exchange = exchange;
        }

        @Override
        public void text(String delta) {
            exchange.add(delta);
            sink.text(delta);
        }

        @Override
        public void complete(Usage usage) {
            exchange.state = "complete";
            sink.complete(usage);
        }

        @Override
        public void fail(CallFailure failure) {
            exchange.state = "failed";
            sink.fail(failure);
        }
    }

    private class Ear implements Provider {
        private final Provider provider;

        Ear(Provider provider) {
            this.provider = provider;
        }

        @Override
        public Running start(ModelCall call, AnswerSink sink) {
            return provider.start(call, listen(call, sink));
        }

        @Override
        public Duration pause() {
            return provider.pause();
        }

        @Override
        public String identity() {
            return provider.identity();
        }

        @Override
        public void close() {
            provider.close();
        }
    }

    private final class BatchingEar extends Ear implements BatchingProvider {
        private final BatchingProvider batching;

        BatchingEar(BatchingProvider batching) {
            super(batching);
            this.batching = batching;
        }

        @Override
        public List<Running> startBatch(List<Item> calls) {
            return batching.startBatch(calls.stream()
                    .map(item -> new Item(item.call(), listen(item.call(), item.sink())))
                    .toList());
        }
    }
}
