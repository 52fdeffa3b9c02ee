/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.llm.Request;
import dev.triune.llm.Ticker;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/** Batches: their requests wait for credits and then for their turn. Thread of the broker only. */
final class BatchQueue {
    private final CreditQueue credits;
    private final int capacity;
    private final int perSecond;
    private final Ticker ticker;
    private final InstantSource clock;
    private int active;
    private long batches;
    private long requests;

    BatchQueue(int capacity, int perSecond, Ticker ticker, InstantSource clock) {
        this.credits = new CreditQueue(capacity, perSecond);
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.ticker = ticker;
        this.clock = clock;
    }

    /** A batch was taken. */
    void batchStarted(int size) {
        active++;
        batches++;
        requests += size;
    }

    /** The last of its requests is over. */
    void batchEnded() {
        active--;
    }

    /**
     * Starts a request once its credits are there.
     *
     * @return takes it out again, unless it was started
     */
    BooleanSupplier add(Request<String> request, Runnable start) {
        return credits.add(
                request.tenant(),
                request.cost(),
                request.priority().level(),
                ticker.nanos(),
                start);
    }

    /** Looks whether a window is over. */
    void runDue() {
        credits.runDue(ticker.nanos());
    }

    /** Hands all that wait for credits to the broker, which is about to end what it has. */
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
