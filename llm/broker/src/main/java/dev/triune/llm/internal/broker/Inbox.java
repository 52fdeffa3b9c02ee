/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * What providers hand to the owner. Any thread puts, only the owner drains. Bounded: an I/O thread
 * that is ahead of the owner waits for room, which holds back its stream and nothing else. The end
 * of a call never waits, there being one for each permit; nor does the owner, which never waits for
 * itself when a provider runs on its thread.
 */
final class Inbox {
    private final ConcurrentLinkedQueue<Slot> slots = new ConcurrentLinkedQueue<>();
    private final Semaphore freeSlots;
    private final OwnerThread owner;
    private final Runnable onArrival;
    private volatile boolean closed;

    /**
     * An empty inbox.
     *
     * @param capacity parts that may wait in it, 1 or more
     * @param onArrival run after each arrival, by the thread that puts it
     */
    Inbox(int capacity, OwnerThread owner, Runnable onArrival) {
        this.onArrival = onArrival;
        this.freeSlots = new Semaphore(capacity);
        this.owner = owner;
    }

    /** Puts a part; waits for room unless called by the owner. */
    void putPart(InboxEvent event) {
        boolean takesRoom = !owner.isCurrent();
        if (takesRoom) {
            freeSlots.acquireUninterruptibly();
        }
        if (!closed) {
            slots.add(new Slot(event, takesRoom));
            onArrival.run();
        }
        if (closed && takesRoom) {
            freeSlots.release();
        }
    }

    /** Puts the end of a call; never waits. */
    void putEnd(InboxEvent event) {
        if (!closed) {
            slots.add(new Slot(event, false));
            onArrival.run();
        }
    }

    /** Takes in at most that many, in order; returns how many. Owner only. */
    int drain(int limit, Consumer<InboxEvent> taker) {
        int drained = 0;
        while (drained < limit) {
            Slot slot = slots.poll();
            if (slot == null) {
                break;
            }
            if (slot.takesRoom) {
                freeSlots.release();
            }
            taker.accept(slot.event);
            drained++;
        }
        return drained;
    }

    /** Drops what is there and what still comes, and lets every waiting thread go. Owner only. */
    void close() {
        closed = true;
        drain(Integer.MAX_VALUE, dropped -> {});
        freeSlots.release();
    }

    private record Slot(InboxEvent event, boolean takesRoom) {}
}
