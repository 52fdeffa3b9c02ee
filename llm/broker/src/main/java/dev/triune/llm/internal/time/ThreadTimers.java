/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.time;

import dev.triune.llm.Timers;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Timers on a daemon thread of their own: in real time the offline mind answers off the
 * thread of the broker, as a real model would. Thread-safe.
 */
public final class ThreadTimers implements Timers, AutoCloseable {
    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, "offline-mind");
                thread.setDaemon(true);
                return thread;
            });

    /** Starts its thread with the first action. */
    public ThreadTimers() {
        executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        Future<?> future = executor.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
