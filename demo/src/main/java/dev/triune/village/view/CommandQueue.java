/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A queue of at most {@value #CAPACITY} commands from browsers to the game thread. Any thread may
 * add commands; the game thread removes them without waiting.
 */
final class CommandQueue {
    static final int CAPACITY = 64;

    private final Queue<ViewCommand> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    /** Adds a command; returns false if the queue is full. */
    boolean offer(ViewCommand viewCommand) {
        if (size.incrementAndGet() > CAPACITY) {
            size.decrementAndGet();
            return false;
        }
        queue.add(viewCommand);
        return true;
    }

    /** Removes and returns the next command, or null. Game thread only. */
    @Nullable
    ViewCommand poll() {
        ViewCommand next = queue.poll();
        if (next != null) {
            size.decrementAndGet();
        }
        return next;
    }
}
