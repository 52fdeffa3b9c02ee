/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.time;

import dev.triune.llm.Timers;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Timers on one daemon thread, which starts with the first timer. Thread-safe. */
public final class DaemonTimers implements Timers, AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    public DaemonTimers(String name) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        try {
            Future<?> pending = executor.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> pending.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
