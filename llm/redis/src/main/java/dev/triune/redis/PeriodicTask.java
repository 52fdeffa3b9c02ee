/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Runs a task periodically on a daemon thread, and sooner on request. Thread-safe. */
final class PeriodicTask implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PeriodicTask.class.getName());

    private final Runnable work;
    private final AtomicBoolean requested = new AtomicBoolean();
    private final @Nullable ScheduledExecutorService thread;

    /**
     * Creates a task that is not started yet.
     *
     * @param startsThread false in tests, which run the task themselves
     */
    PeriodicTask(Runnable work, boolean startsThread) {
        this.work = work;
        this.thread = startsThread
                ? Executors.newSingleThreadScheduledExecutor(PeriodicTask::thread)
                : null;
    }

    private static Thread thread(Runnable task) {
        Thread created = new Thread(task, "triune-shared-limits");
        created.setDaemon(true);
        return created;
    }

    /** Starts running the task, with that delay between two runs. */
    void start(Duration interval) {
        if (thread != null) {
            var unused = thread.scheduleWithFixedDelay(
                    this::run, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Runs the task soon; further requests before that run have no effect. */
    void runSoon() {
        if (thread != null && requested.compareAndSet(false, true)) {
            try {
                thread.execute(this::run);
            } catch (RejectedExecutionException e) {
                requested.set(true); // closed
            }
        }
    }

    private void run() {
        requested.set(false);
        try {
            work.run();
        } catch (RuntimeException e) { // must not end the schedule
            LOG.log(
                    Level.WARNING,
                    "a turn of shared limits failed: " + e.getClass().getName());
        }
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.shutdownNow();
        }
    }
}
