/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.time.TimerQueue;
import java.time.Duration;

/** A clock for tests; only {@link #advance} moves it and runs timers. Not thread-safe. */
public final class VirtualTime implements Ticker, Timers {
    private final TimerQueue queue = new TimerQueue();
    private volatile long now; // I/O threads may read it

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay " + delay + " (expected zero or more)");
        }
        return queue.schedule(now + delay.toNanos(), action);
    }

    /** Moves the clock by zero or more; actions run at their time and may advance it, too. */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    "advance by " + duration + " (expected zero or more)");
        }
        long target = now + duration.toNanos();
        while (true) {
            long next = queue.nextDeadline().orElse(Long.MAX_VALUE);
            if (next > target) {
                break;
            }
            now = Math.max(now, next);
            queue.runDue(now, 1);
        }
        now = Math.max(now, target); // an action may have advanced it further
    }
}
