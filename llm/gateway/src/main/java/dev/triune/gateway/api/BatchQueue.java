/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.llm.Request;
import dev.triune.llm.Ticker;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/** The open batches, whose requests wait for credits. Broker's thread only. */
final class BatchQueue {
    private final CreditQueue credits;
    private final int capacity;
    private final int perSecond;
    private final Ticker ticker;
    private final InstantSource clock;
    private int active;
    private long batches;
    private long requests;

    /**
     * The credits available to batches. Immutable.
     *
     * @param nextAvailableAt when the next credit becomes available, in milliseconds since 1970
     */
    record CreditBalance(int available, long nextAvailableAt) {}

    BatchQueue(int capacity, int perSecond, Ticker ticker, InstantSource clock) {
        this.credits = new CreditQueue(capacity, perSecond);
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.ticker = ticker;
        this.clock = clock;
    }

    /** Records that a batch has started. */
    void batchStarted(int size) {
        active++;
        batches++;
        requests += size;
    }

    /** Records that the last request of a batch has ended. */
    void batchEnded() {
        active--;
    }

    /**
     * Starts a request as soon as its credits are available.
     *
     * @param start starts the request
     * @return an action that removes the request from the queue; false if it has started
     */
    BooleanSupplier add(Request<String> request, Runnable start) {
        return credits.add(
                request.tenant(),
                request.cost(),
                request.priority().level(),
                ticker.nanos(),
                start);
    }

    /** Distributes credits if the current window has ended. */
    void runDue() {
        credits.runDue(ticker.nanos());
    }

    /** Starts all waiting requests without credits, since the broker is about to cancel them. */
    void startAll() {
        credits.startAll();
    }

    int waiting() {
        return credits.waiting();
    }

    CreditBalance creditBalance() {
        long now = ticker.nanos();
        long next = clock.millis() + CooldownNotice.roundUpMillis(credits.timeUntilNextCredit(now));
        return new CreditBalance(credits.available(now), next);
    }

    BatchStats stats() {
        long now = ticker.nanos();
        return new BatchStats(
                active,
                batches,
                requests,
                credits.waiting(),
                credits.available(now),
                capacity,
                perSecond,
                CooldownNotice.roundUpMillis(credits.timeUntilWindow(now)));
    }
}
