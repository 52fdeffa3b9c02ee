/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A queue of the plain algorithm: sorted by priority whenever one is taken, first come first served
 * within a level; each sorting raises by two levels whatever has waited longer than 5 s.
 */
final class PlainQueue {
    private static final Duration LONG_WAIT = Duration.ofSeconds(5);
    private static final int RAISE = 2;
    private static final int MOST_URGENT = 10;

    final String name;
    final int perMinute;
    private final PlainBroker broker;
    private final String model;
    private final Provider provider;
    private final List<PlainBroker.Asked> queue = new ArrayList<>();
    private int permits;
    private long stoppedUntil = Long.MIN_VALUE;

    PlainQueue(
            PlainBroker broker,
            String name,
            String model,
            Provider provider,
            int perMinute,
            int permits) {
        this.broker = broker;
        this.name = name;
        this.model = model;
        this.provider = provider;
        this.perMinute = perMinute;
        this.permits = permits;
    }

    boolean isStopped() {
        return broker.ticker.nanos() < stoppedUntil;
    }

    void enqueue(PlainBroker.Asked asked) {
        asked.enqueuedAt = broker.ticker.nanos();
        queue.add(asked);
    }

    /** Calls for as many as there are permits. */
    void serve() {
        while (!queue.isEmpty() && permits > 0 && !isStopped()) {
            raiseAndSort();
            call(queue.remove(0));
        }
    }

    private void raiseAndSort() {
        long now = broker.ticker.nanos();
        for (PlainBroker.Asked asked : queue) {
            if (now - asked.enqueuedAt > LONG_WAIT.toNanos()) {
                asked.level = Math.min(MOST_URGENT, asked.level + RAISE);
            }
        }
        queue.sort(Comparator.comparingInt(asked -> -asked.level));
    }

    private void call(PlainBroker.Asked asked) {
        permits--;
        broker.started(asked, name, model);
        Prompt prompt = asked.request.prompt().render().orElseThrow();
        provider.start(
                new ModelCall(
                        model,
                        prompt,
                        asked.request.format(),
                        asked.request.maxTokens(),
                        asked.request.temperature()),
                new Ear(asked));
    }

    private final class Ear implements AnswerSink {
        private final PlainBroker.Asked asked;

        Ear(PlainBroker.Asked asked) {
            this.asked = asked;
        }

        @Override
        public void text(String piece) {}

        @Override
        public void complete(FinishReason reason, Usage usage) {
            permits++;
            broker.end(asked, new Outcome.Answered(name, model, usage), usage);
        }

        @Override
        public void fail(CallFailure failure) {
            permits++;
            if (failure instanceof CallFailure.RateLimited limited) {
                Duration advice = limited.retryAfter();
                Duration stop = advice == null ? PlainBroker.PAUSE : advice;
                stoppedUntil = broker.ticker.nanos() + stop.toNanos();
                broker.refused(asked);
            } else {
                CallFailure.Failed failed = (CallFailure.Failed) failure;
                broker.end(
                        asked,
                        new Outcome.Failed(failed.code(), failed.message(), false),
                        Usage.NONE);
            }
        }
    }
}
