/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.session;

import dev.triune.llm.time.Ticker;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/** Batches: their requests wait for credits and then for their turn. Thread of the broker only. */
final class Batches {
    private final CreditQueue credits;
    private final int capacity;
    private final int perSecond;
    private final Ticker ticker;
    private final InstantSource clock;
    private int active;
    private long batches;
    private long requests;

    Batches(int capacity, int perSecond, Ticker ticker, InstantSource clock) {
        this.credits = new CreditQueue(capacity, perSecond);
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.ticker = ticker;
        this.clock = clock;
    }

    /** A batch was taken. */
    void begun(int size) {
        active++;
        batches++;
        requests += size;
    }

    /** The last of its requests is over. */
    void over() {
        active--;
    }

    /**
     * Starts a request once its credits are there.
     *
     * @return takes it out again, unless it was started
     */
    BooleanSupplier add(GameRequest request, Runnable start) {
        return credits.add(
                request.session(),
                request.cost(),
                request.priority().level(),
                ticker.nanos(),
                start);
    }

    /** Looks whether a window is over. */
    void work() {
        credits.work(ticker.nanos());
    }

    /** Hands all that wait for credits to the broker, which is about to end what it has. */
    void startAll() {
        credits.startAll();
    }

    int waiting() {
        return credits.waiting();
    }

    CreditsLeft left() {
        long now = ticker.nanos();
        long next = clock.millis() + Cooldown.millis(credits.untilNext(now));
        return new CreditsLeft(credits.available(now), next);
    }

    BatchFigures figures() {
        long now = ticker.nanos();
        return new BatchFigures(
                active,
                batches,
                requests,
                credits.waiting(),
                credits.available(now),
                capacity,
                perSecond,
                Cooldown.millis(credits.untilWindow(now)));
    }
}
