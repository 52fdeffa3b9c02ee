/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.policy.BatchPacker;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs a broker on a thread of its own: for servers and tools, which have no tick. The thread works
 * while there is something to do and sleeps otherwise; whatever arrives wakes it.
 *
 * <pre>{@code
 * try (BrokerThread thread = BrokerThread.start("broker", config.builder())) {
 *     thread.execute(broker -> broker.submit(request, update -> answer.add(update)));
 * }
 * }</pre>
 *
 * <p>All methods are thread-safe. What they are given runs on the thread of the broker, which must
 * not be blocked.
 */
public final class BrokerThread implements AutoCloseable {
    /** Tasks that may wait for the thread at the most. */
    public static final int MAX_PENDING_TASKS = 100_000;

    private static final Logger LOG = Logger.getLogger(BrokerThread.class.getName());

    /** As many as a turn of work grants: else a burst would fill a queue whose permits are free. */
    private static final int TASKS_PER_CYCLE = BatchPacker.MAX_REQUESTS;

    /** How long it sleeps while requests wait, whose turn may come with time alone. */
    private static final long BUSY_SLEEP_NANOS = Duration.ofMillis(2).toNanos();

    /** How long it sleeps otherwise: deadlines are kept as exactly. */
    private static final long IDLE_SLEEP_NANOS = Duration.ofMillis(20).toNanos();

    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final int WOKEN = 2;

    private final BlockingQueue<Consumer<Broker>> tasks =
            new ArrayBlockingQueue<>(MAX_PENDING_TASKS);
    private final AtomicInteger state = new AtomicInteger(AWAKE);
    private final WaitingCounter waitingCounter = new WaitingCounter();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Broker broker;
    private final Thread thread;
    private volatile boolean closing;

    private BrokerThread(String name, BrokerBuilder builder) {
        this.broker =
                builder.listener(waitingCounter).onWorkAvailable(this::wake).build();
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Builds the broker and starts its thread, a daemon.
     *
     * @param name of the thread
     * @param builder whose {@link BrokerBuilder#onWorkAvailable} is set here
     */
    public static BrokerThread start(String name, BrokerBuilder builder) {
        BrokerThread started = new BrokerThread(name, builder);
        started.thread.start();
        return started;
    }

    /**
     * Has the thread run a task soon, in the order of the calls. An exception of the task is logged.
     *
     * @throws RejectedExecutionException if this is closed, or {@value #MAX_PENDING_TASKS} tasks wait
     */
    public void execute(Consumer<Broker> task) {
        if (closing || !tasks.offer(task)) {
            throw new RejectedExecutionException(
                    closing
                            ? "the broker is closed"
                            : MAX_PENDING_TASKS + " tasks wait for the broker");
        }
        wake();
        if (closing && tasks.remove(task)) { // it may have missed the last turn
            throw new RejectedExecutionException("the broker is closed");
        }
    }

    /**
     * Asks the broker something.
     *
     * @return completed on the thread of the broker; with an exception if the question threw one or
     *     cannot be asked any more
     */
    public <R> CompletableFuture<R> submit(Function<Broker, R> question) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        try {
            execute(owned -> {
                try {
                    answer.complete(question.apply(owned));
                } catch (RuntimeException | Error e) {
                    answer.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    /** Has the thread look for work at once, for clocks that are moved by hand. */
    public void wake() {
        if (state.getAndSet(WOKEN) == ASLEEP) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Ends all requests as cancelled, closes the broker and waits until that is done, unless called
     * on its own thread. Closing twice does nothing.
     */
    @Override
    public void close() {
        closing = true;
        wake();
        if (Thread.currentThread() != thread) {
            ended.join();
        }
    }

    private void run() {
        try {
            while (!closing) {
                if (runCycle() == 0) {
                    sleep();
                }
            }
            int left;
            do {
                left = runTasks(); // who was taken in is told of the end
            } while (left > 0);
        } finally {
            closing = true;
            try {
                broker.close();
            } finally { // whoever closes it waits for this
                ended.complete(null);
            }
        }
    }

    private int runCycle() {
        int done = runTasks();
        try {
            return done + broker.doWork();
        } catch (RuntimeException | Error e) { // a server goes on with what is left of it
            LOG.log(Level.SEVERE, "a turn of the broker failed", e);
            return done;
        }
    }

    private int runTasks() {
        int done = 0;
        Consumer<Broker> task = tasks.poll();
        while (task != null) {
            try {
                task.accept(broker);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.SEVERE, "a task for the broker failed", e);
            }
            done++;
            task = done < TASKS_PER_CYCLE ? tasks.poll() : null;
        }
        return done;
    }

    private void sleep() {
        if (state.compareAndSet(AWAKE, ASLEEP)) {
            LockSupport.parkNanos(
                    this, waitingCounter.requests() > 0 ? BUSY_SLEEP_NANOS : IDLE_SLEEP_NANOS);
        }
        state.set(AWAKE);
    }

    /** Counts the requests that wait for a call. Thread of the broker only. */
    private static final class WaitingCounter implements BrokerListener {
        private int open;
        private int inFlight;

        int requests() {
            return open - inFlight;
        }

        @Override
        public void submitted(Ticket ticket, Request<?> request) {
            open++;
        }

        @Override
        public void callStarted(Ticket ticket, String provider, Duration waited) {
            inFlight++;
        }

        @Override
        public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
            inFlight--;
        }

        @Override
        public void ended(Ticket ticket, Outcome outcome) {
            open--;
        }
    }
}
