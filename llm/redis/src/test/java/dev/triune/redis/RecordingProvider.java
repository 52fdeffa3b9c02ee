/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Simulates one key of a provider that several brokers use, and records what they send. */
final class RecordingProvider implements Provider {
    private static final int CHARACTERS_OF_TOKEN = 4;

    private final String name;
    private final Provider provider;
    private final boolean countsMaxTokens;
    private final Ticker ticker;
    private final List<Use> requests = new ArrayList<>();
    private final List<Use> tokens = new ArrayList<>();

    private record Use(long at, long amount) {}

    RecordingProvider(String name, Provider provider, boolean countsMaxTokens, Ticker ticker) {
        this.name = name;
        this.provider = provider;
        this.countsMaxTokens = countsMaxTokens;
        this.ticker = ticker;
    }

    @Override
    public String accountId() {
        return name;
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        requests.add(new Use(ticker.nanos(), 1));
        long prompt = (call.prompt().length() + CHARACTERS_OF_TOKEN - 1L) / CHARACTERS_OF_TOKEN;
        tokens.add(new Use(ticker.nanos(), prompt + (countsMaxTokens ? call.maxTokens() : 0)));
        return provider.start(call, new AnswerSink() {
            @Override
            public void text(String piece) {
                sink.text(piece);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {
                if (!countsMaxTokens) {
                    tokens.add(new Use(ticker.nanos(), usage.output()));
                }
                sink.complete(reason, usage);
            }

            @Override
            public void fail(CallFailure failure) {
                sink.fail(failure);
            }
        });
    }

    long sent(Duration from, Duration until) {
        return sum(requests, from, until);
    }

    long tokens(Duration from, Duration until) {
        return sum(tokens, from, until);
    }

    private static long sum(List<Use> uses, Duration from, Duration until) {
        return uses.stream()
                .filter(use -> use.at >= from.toNanos() && use.at < until.toNanos())
                .mapToLong(Use::amount)
                .sum();
    }

    /** Returns the maximum of requests in any window of that length. */
    long mostRequests(Duration window) {
        return most(requests, window);
    }

    /** Returns the maximum of tokens in any window of that length. */
    long mostTokens(Duration window) {
        return most(tokens, window);
    }

    private static long most(List<Use> uses, Duration window) {
        long most = 0;
        long sum = 0;
        int first = 0;
        for (Use last : uses) {
            sum += last.amount;
            while (last.at - uses.get(first).at >= window.toNanos()) {
                sum -= uses.get(first).amount;
                first++;
            }
            most = Math.max(most, sum);
        }
        return most;
    }
}
