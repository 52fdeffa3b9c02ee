/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Request.CancelToken;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A broker on virtual time with one provider with one permit, and one request. One thread is the
 * owner: the first that calls {@link #begin}. Another acts for the provider in {@link #answer}.
 */
final class OneCall {
    /** The {@link #verdict} of a request without an outcome. */
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

    /**
     * Submits the request and lets the broker call the provider, unless the token was cancelled
     * before. Owner only.
     */
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

    /** Works for a varying number of turns while the provider begins to answer. Owner only. */
    void workAWhile() {
        for (int turns = ThreadLocalRandom.current().nextInt(MOST_TURNS); turns >= 0; turns--) {
            broker.doWork();
        }
    }

    /** Waits for the sink of the call; null if there will be none. */
    @Nullable
    AnswerSink called() {
        AnswerSink found = sink;
        while (found == null && !uncalled) {
            Thread.onSpinWait();
            found = sink;
        }
        return found;
    }

    /** Gives a whole answer in one part, if the provider was called. Thread of the provider. */
    void answer() {
        AnswerSink found = called();
        if (found != null) {
            found.text("a");
            found.complete(Usage.NONE);
        }
    }

    /** Notes that one of the other threads is done. */
    synchronized void done() {
        over++;
    }

    /** Advances the time past the timeout of the call. Owner only. */
    void timeOut() {
        time.advance(TIMEOUT);
    }

    /** Works until a number of threads are done and nothing is left to do. Owner only. */
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
     * Returns the ordinal of the outcome's kind, plus 100 for each further outcome, 1,000 for each
     * update after it, 10,000 for each missing permit, 100,000 for each call still counted;
     * {@link #NONE} without an outcome. Owner only, when settled.
     */
    int verdict() {
        int missing = broker.router.slots().get(0).load(); // nothing waits once it is settled
        return kind
                + 100 * Math.max(0, outcomes - 1)
                + 1_000 * tooLate
                + 10_000 * missing
                + 100_000 * broker.inFlightCalls.inFlight();
    }

    /** Returns the number of parts delivered. Owner only. */
    int delivered() {
        return delivered;
    }

    /** Returns a call in flight of another broker, for arrivals that are never processed. */
    static InFlightCall<?> strange() {
        OneCall call = new OneCall();
        call.begin();
        if (call.sink instanceof AnswerStream<?> answer) {
            return answer.call;
        }
        throw new AssertionError("the provider was not called");
    }
}
