/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Ticker;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The events that providers hand to the owner. Any thread puts, only the owner drains. Bounded: an
 * I/O thread that is ahead of the owner waits for room, which delays its own stream only and counts
 * as a {@link Delay} of its call. The end of a call never waits, since there is one for each permit;
 * nor does the owner when a provider runs on its thread.
 */
final class Inbox {
    private final ConcurrentLinkedQueue<Slot> slots = new ConcurrentLinkedQueue<>();
    private final Semaphore freeSlots;
    private final OwnerThread owner;
    private final Runnable onArrival;
    private final AtomicLong arrived = new AtomicLong();
    private long drained;
    private volatile boolean closed;

    /**
     * An empty inbox for so many parts, 1 or more; after each arrival its thread runs {@code
     * onArrival}.
     */
    Inbox(int capacity, OwnerThread owner, Runnable onArrival) {
        this.onArrival = onArrival;
        this.freeSlots = new Semaphore(capacity);
        this.owner = owner;
    }

    /** Puts a part; waits for room unless called by the owner. */
    void putPart(InboxEvent.Part event) {
        boolean takesRoom = !owner.isCurrent();
        if (takesRoom && !freeSlots.tryAcquire()) {
            Delay delay = event.inFlightCall().inboxDelay;
            delay.begin();
            freeSlots.acquireUninterruptibly();
            delay.end();
        }
        if (!closed) {
            add(new Slot(event, takesRoom));
        }
        if (closed && takesRoom) {
            freeSlots.release();
        }
    }

    /** Puts the end of a call; never waits. */
    void putEnd(InboxEvent event) {
        if (!closed) {
            add(new Slot(event, false));
        }
    }

    private void add(Slot slot) {
        slots.add(slot);
        arrived.incrementAndGet();
        onArrival.run();
    }

    /** The number of events put so far. */
    long arrived() {
        return arrived.get();
    }

    /** The number of events drained so far. Owner only. */
    long drained() {
        return drained;
    }

    /** Takes at most that many events, in order; returns how many. Owner only. */
    int drain(int limit, Consumer<InboxEvent> taker) {
        int taken = 0;
        while (taken < limit) {
            Slot slot = slots.poll();
            if (slot == null) {
                break;
            }
            if (slot.takesRoom) {
                freeSlots.release();
            }
            drained++;
            taker.accept(slot.event);
            taken++;
        }
        return taken;
    }

    /** Drops what is there and what still comes, and lets every waiting thread go. Owner only. */
    void close() {
        closed = true;
        drain(Integer.MAX_VALUE, dropped -> {});
        freeSlots.release();
    }

    /**
     * How long the I/O thread of a call, or of a batch of calls, waited for room in the inbox.
     * Thread-safe.
     */
    static final class Delay {
        private final Ticker ticker;
        private int waiting;
        private long since;
        private long total;

        Delay(Ticker ticker) {
            this.ticker = ticker;
        }

        synchronized void begin() {
            if (waiting++ == 0) {
                since = ticker.nanos();
            }
        }

        synchronized void end() {
            total = nanos();
            waiting--;
            since = ticker.nanos();
        }

        /** The time waited so far, in nanoseconds, an unfinished wait included. */
        synchronized long nanos() {
            return waiting == 0 ? total : total + ticker.nanos() - since;
        }
    }

    private record Slot(InboxEvent event, boolean takesRoom) {}
}
