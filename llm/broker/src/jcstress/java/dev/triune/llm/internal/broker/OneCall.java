/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.CancelToken;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A broker on virtual time with one provider of one permit, and one request of it. One thread is the
 * owner: the first that calls {@link #begin}. Another speaks for the provider in {@link #answer}.
 */
final class OneCall {
    /** What {@link #verdict} says of a request that has no outcome. */
    static final int NONE = -1;

    private static final int MOST_TURNS = 24;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Cancels the request; for any thread. */
    final CancelToken token = new CancelToken();

    /** Owner only. */
    final SingleOwnerBroker broker;

    private final VirtualTime time = new VirtualTime();
    private volatile @Nullable AnswerSink sink;
    private volatile boolean uncalled;
    private volatile int over;

    private int outcomes;
    private int kind = NONE;
    private int delivered;
    private int tooLate;

    OneCall() {
        BrokerBuilder builder = new BrokerBuilder()
                .ticker(time)
                .callTimeout(TIMEOUT)
                .fallback(false)
                .provider(ProviderSettings.of("one", "model-1"), (call, to) -> {
                    sink = to;
                    return () -> {};
                });
        broker = (SingleOwnerBroker) builder.build();
    }

    /** Asks and has the provider called, unless the token was cancelled first. Owner only. */
    Ticket begin() {
        Request<String> request = Request.text("model-1")
                .prompt(() -> Prompt.of("?"))
                .cancelToken(token)
                .build();
        Ticket ticket = broker.submit(request, this::hear);
        broker.doWork();
        uncalled = sink == null;
        return ticket;
    }

    private void hear(Update<String> update) {
        if (outcomes > 0) {
            tooLate++;
        }
        if (update instanceof Update.Part<String>) {
            delivered++;
        } else if (update instanceof Update.Ended<String> ended) {
            outcomes++;
            kind = ended.outcome().kind().ordinal();
        }
    }

    /** Works for some turns, more or less of them, as the provider begins to answer. Owner only. */
    void workAWhile() {
        for (int turns = ThreadLocalRandom.current().nextInt(MOST_TURNS); turns >= 0; turns--) {
            broker.doWork();
        }
    }

    /** The sink of the call, as soon as there is one; null if there will be none. */
    @Nullable
    AnswerSink called() {
        AnswerSink found = sink;
        while (found == null && !uncalled) {
            Thread.onSpinWait();
            found = sink;
        }
        return found;
    }

    /** Gives a whole answer in one part, if called at all. Thread of the provider. */
    void answer() {
        AnswerSink found = called();
        if (found != null) {
            found.text("a");
            found.complete(Usage.NONE);
        }
    }

    /** Says that one of the other threads is done. */
    synchronized void done() {
        over++;
    }

    /** The timeout of the call passes. Owner only. */
    void timeOut() {
        time.advance(TIMEOUT);
    }

    /** Works until that many threads are done and nothing is left to do. Owner only. */
    void settle(int threads) {
        while (over < threads) {
            broker.doWork();
            Thread.onSpinWait();
        }
        int turns = 0;
        while (broker.doWork() > 0) {
            if (++turns > 100) {
                throw new AssertionError("the broker never comes to rest");
            }
        }
    }

    /**
     * How it went: the kind of the one outcome, by its ordinal. 100 more for each outcome beyond the
     * first, 1,000 for each update after it, 10,000 for each permit that is missing, 100,000 for each
     * call that still counts, {@link #NONE} without any outcome. Owner only, when settled.
     */
    int verdict() {
        int missing = broker.slots.get(0).permits.inUse();
        return kind
                + 100 * Math.max(0, outcomes - 1)
                + 1_000 * tooLate
                + 10_000 * missing
                + 100_000 * broker.inFlightCalls.inFlight();
    }

    /** Parts that were delivered. Owner only. */
    int delivered() {
        return delivered;
    }

    /** A call under way of another broker, for arrivals that nobody takes in. */
    static InFlightCall<?> strange() {
        OneCall call = new OneCall();
        call.begin();
        if (call.sink instanceof InFlightCall<?> inFlightCall) {
            return inFlightCall;
        }
        throw new AssertionError("the provider was not called");
    }
}
