/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Commands on their way from browsers to the game thread, at most {@value #CAPACITY}. Any thread may
 * add; the game thread takes and never waits for it.
 */
final class CommandQueue {
    static final int CAPACITY = 64;

    private final Queue<ViewCommand> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    /** Adds one; false if there is no room. */
    boolean offer(ViewCommand viewCommand) {
        if (size.incrementAndGet() > CAPACITY) {
            size.decrementAndGet();
            return false;
        }
        queue.add(viewCommand);
        return true;
    }

    /** The next one, or null. Game thread only. */
    @Nullable
    ViewCommand poll() {
        ViewCommand next = queue.poll();
        if (next != null) {
            size.decrementAndGet();
        }
        return next;
    }
}
