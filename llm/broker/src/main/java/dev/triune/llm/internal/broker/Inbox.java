/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Ticker;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The bounded queue of events for the owner. Any thread adds events, only the owner removes them. A
 * thread that is ahead of the owner waits for room, counted as a {@link Delay} of its call; the end
 * of a call and the owner's own events never wait.
 */
final class Inbox {
    private final ConcurrentLinkedQueue<Slot> slots = new ConcurrentLinkedQueue<>();
    private final Semaphore freeSlots;
    private final OwnerThread owner;
    private final Runnable onArrival;
    private final AtomicLong arrived = new AtomicLong();
    private long drained;
    private volatile boolean closed;

    /** Creates an inbox for 1 or more parts; {@code onArrival} runs after each arrival. */
    Inbox(int capacity, OwnerThread owner, Runnable onArrival) {
        this.onArrival = onArrival;
        this.freeSlots = new Semaphore(capacity);
        this.owner = owner;
    }

    /** Adds a part; waits for room unless called by the owner. */
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

    long arrived() {
        return arrived.get();
    }

    long drained() {
        return drained;
    }

    /** Removes at most {@code limit} events and returns their number. Owner only. */
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

    /** Drops present and future events, and releases all waiting threads. Owner only. */
    void close() {
        closed = true;
        drain(Integer.MAX_VALUE, dropped -> {});
        freeSlots.release();
    }

    /** The time that the I/O thread of a call or batch waited for room. Thread-safe. */
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

        /** Returns the time waited so far, in nanoseconds, including an unfinished wait. */
        synchronized long nanos() {
            return waiting == 0 ? total : total + ticker.nanos() - since;
        }
    }

    private record Slot(InboxEvent event, boolean takesRoom) {}
}
