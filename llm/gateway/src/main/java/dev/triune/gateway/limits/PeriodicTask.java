/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Runs one piece of work again and again on a daemon thread, and sooner when asked. Thread-safe. */
final class PeriodicTask implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PeriodicTask.class.getName());

    private final Runnable work;
    private final AtomicBoolean requested = new AtomicBoolean();
    private final @Nullable ScheduledExecutorService thread;

    /**
     * At rest until {@link #start}.
     *
     * @param startsThread false in tests, which do the work themselves
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

    /** Works from now on, with that much rest in between. */
    void start(Duration rest) {
        if (thread != null) {
            var unused = thread.scheduleWithFixedDelay(
                    this::run, 0, rest.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Works soon; asked again before it has begun, still once. */
    void runSoon() {
        if (thread != null && requested.compareAndSet(false, true)) {
            try {
                thread.execute(this::run);
            } catch (RejectedExecutionException e) {
                requested.set(true); // closed: nothing is left to do
            }
        }
    }

    private void run() {
        requested.set(false);
        try {
            work.run();
        } catch (RuntimeException e) { // the next turn is to come all the same
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
