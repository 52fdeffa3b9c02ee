/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.broker.BrokerOptions;
import dev.triune.llm.internal.broker.SingleOwnerBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/**
 * Runs a broker on its own thread, which sleeps until it has work: for servers and tools.
 *
 * <pre>{@code
 * try (BrokerThread broker = BrokerConfig.load(Path.of("llm.yaml")).openOnThread()) {
 *     String answer = broker.ask(
 *             Request.text("").prompt("Name a tree.").build(), Duration.ofSeconds(30));
 * }
 * }</pre>
 *
 * <p>Thread-safe. Tasks and callbacks run on the thread of the broker, which must not be blocked.
 */
public final class BrokerThread implements AutoCloseable {
    /** The maximum number of tasks that wait for the thread. */
    public static final int MAX_PENDING_TASKS = 100_000;

    private static final Logger LOG = Logger.getLogger(BrokerThread.class.getName());

    /** As many as a turn of work sends, so that a burst does not fill a queue with free permits. */
    private static final int TASKS_PER_CYCLE = BrokerOptions.CALLS_PER_CYCLE;

    /** The maximum number of replaced brokers that still have requests. */
    private static final int MAX_REPLACED = 8;

    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final int WOKEN = 2;

    private final BlockingQueue<Consumer<Broker>> tasks =
            new ArrayBlockingQueue<>(MAX_PENDING_TASKS);
    private final AtomicInteger state = new AtomicInteger(AWAKE);
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final LongConsumer parking;
    private final Thread thread;

    /** Serves requests. The thread's only, like the following. */
    private SingleOwnerBroker broker;

    /** Were replaced, and serve the requests that they had. */
    private final List<SingleOwnerBroker> replaced = new ArrayList<>();

    private volatile boolean closing;

    private BrokerThread(String name, BrokerBuilder builder, LongConsumer parking) {
        this.broker = builder.onWorkAvailable(this::wake).buildSingleOwner();
        this.parking = parking;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Builds the broker, with {@link BrokerBuilder#onWorkAvailable}, and starts its daemon. */
    public static BrokerThread start(String name, BrokerBuilder builder) {
        return start(name, builder, LockSupport::parkNanos);
    }

    /** Starts a thread that sleeps by another method, for at most the given nanoseconds. */
    static BrokerThread start(String name, BrokerBuilder builder, LongConsumer parking) {
        BrokerThread started = new BrokerThread(name, builder, parking);
        started.thread.start();
        return started;
    }

    /**
     * Runs a task on the thread, in order of submission. Exceptions of the task are logged.
     *
     * @throws RejectedExecutionException if the broker is closed, or {@value #MAX_PENDING_TASKS}
     *     tasks wait
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

    /** Runs a function on the thread; the future completes there, exceptionally if it throws. */
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

    /**
     * Requests a text.
     *
     * @return the whole text, completed on the thread of the broker, or an {@link
     *     UnansweredException}; cancelling it cancels the request
     */
    public CompletableFuture<String> ask(Request<String> request) {
        return ask(request, parts -> String.join("", parts));
    }

    /**
     * Requests a text and waits for it; cancels the request at a timeout or interrupt.
     *
     * @param timeout the longest time to wait, more than zero
     * @throws UnansweredException if the outcome is not {@link Outcome.Answered}
     * @throws TimeoutException if there is no outcome in time
     * @throws InterruptedException if the calling thread is interrupted
     * @throws IllegalStateException on the thread of the broker, which must not wait for itself
     */
    public String ask(Request<String> request, Duration timeout)
            throws TimeoutException, InterruptedException {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException("the thread of the broker cannot wait for an answer"
                    + " (call ask without a timeout, or on another thread)");
        }
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout " + timeout + " (expected more than 0)");
        }
        CompletableFuture<String> answer = ask(request);
        try {
            return answer.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(e.getCause());
        } finally {
            answer.cancel(false); // does nothing if it has ended
        }
    }

    /** Requests a plan, or any other answer in parts; otherwise like {@link #ask(Request)}. */
    public <T> CompletableFuture<List<T>> askForParts(Request<T> request) {
        return ask(request, List::copyOf);
    }

    private <T, R> CompletableFuture<R> ask(Request<T> request, Function<List<T>, R> whole) {
        Objects.requireNonNull(request, "request");
        CompletableFuture<R> answer = new CompletableFuture<>();
        CompletableFuture<Ticket> ticket = submit(owned -> {
            if (answer.isDone()) {
                throw new CancellationException();
            }
            List<T> parts = new ArrayList<>();
            return owned.submit(request, update -> {
                if (update instanceof Update.Part<T> part) {
                    parts.add(part.value());
                } else if (update instanceof Update.Ended<T> end) {
                    complete(answer, end.outcome(), parts, whole);
                }
            });
        });
        CompletableFuture<?> unusedFailed = ticket.whenComplete((submitted, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(failure);
            }
        });
        CompletableFuture<?> unusedEnded = answer.whenComplete((value, failure) -> {
            if (answer.isCancelled()) {
                execute(owned -> cancel(owned, ticket));
            }
        });
        return answer;
    }

    /** Cancels a request, unless its future was cancelled before it was submitted. */
    private static void cancel(Broker owned, CompletableFuture<Ticket> ticket) {
        if (!ticket.isCompletedExceptionally()) {
            owned.cancel(ticket.join());
        }
    }

    private static <T, R> void complete(
            CompletableFuture<R> answer,
            Outcome outcome,
            List<T> parts,
            Function<List<T>, R> whole) {
        if (outcome instanceof Outcome.Answered) {
            answer.complete(whole.apply(parts));
        } else {
            answer.completeExceptionally(new UnansweredException(outcome, parts));
        }
    }

    /**
     * Replaces the broker by one with other settings. Requests that were submitted before end at the
     * old one, which is then closed with its providers; later ones go to the new one. Tickets stay
     * unique; what keys of the same account and quotas have used counts at both, as do breakers and
     * statistics of providers that did not change; all else begins anew.
     *
     * @param builder the new settings, with the ticker of the old ones
     * @param unchanged the names of the providers whose settings are those of before
     * @return completes on the thread, with {@code false} if too many old ones still have requests
     */
    public CompletableFuture<Boolean> replace(BrokerBuilder builder, Set<String> unchanged) {
        builder.onWorkAvailable(this::wake);
        return submit(old -> {
            if (replaced.size() >= MAX_REPLACED) {
                return false;
            }
            SingleOwnerBroker next = builder.buildSingleOwner(broker, unchanged);
            replaced.add(broker);
            broker = next;
            return true;
        });
    }

    /** Wakes the thread to look for work, for clocks that are advanced manually. */
    public void wake() {
        if (state.getAndSet(WOKEN) == ASLEEP) {
            LockSupport.unpark(thread);
        }
    }

    /** Cancels all requests and waits for the end, unless called on the broker's thread. */
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
                left = runTasks(); // accepted requests get their outcomes
            } while (left > 0);
        } finally {
            closing = true;
            try {
                replaced.forEach(SingleOwnerBroker::close);
                broker.close();
            } finally { // callers of close wait for this
                ended.complete(null);
            }
        }
    }

    private int runCycle() {
        int done = runTasks();
        try {
            return done + workOnReplaced() + broker.doWork();
        } catch (RuntimeException | Error e) { // keeps the rest of the server running
            LOG.log(Level.SEVERE, "a turn of the broker failed", e);
            return done;
        }
    }

    /** Works on the brokers that were replaced, and closes those that have ended. */
    private int workOnReplaced() {
        int done = 0;
        for (int i = replaced.size() - 1; i >= 0; i--) {
            SingleOwnerBroker old = replaced.get(i);
            done += old.doWork();
            if (old.isIdle()) {
                replaced.remove(i);
                old.close();
            }
        }
        return done;
    }

    private long nanosUntilWork() {
        long nanos = broker.nanosUntilWork();
        for (SingleOwnerBroker old : replaced) {
            nanos = Math.min(nanos, old.nanosUntilWork());
        }
        return nanos;
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
        boolean unused = Thread.interrupted(); // a task may have set it: no sleep would last
        if (state.compareAndSet(AWAKE, ASLEEP)) {
            parking.accept(nanosUntilWork());
        }
        state.set(AWAKE);
    }

    /** Thrown if a request ends with an outcome other than {@link Outcome.Answered}. */
    public static final class UnansweredException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Outcome outcome;
        private final transient List<?> parts;

        UnansweredException(Outcome outcome, List<?> parts) {
            super("the request was not answered: " + outcome.canonicalCode()
                    + (outcome instanceof Outcome.Failed failed ? ": " + failed.message() : ""));
            this.outcome = outcome;
            this.parts = List.copyOf(parts);
        }

        /** Returns the outcome of the request. */
        public Outcome outcome() {
            return outcome;
        }

        /** Returns the parts of the answer that were delivered, in order; empty if none were. */
        public List<?> parts() {
            return parts;
        }

        /** Returns the delivered parts as one text; empty if there were none. */
        public String text() {
            return parts.stream().map(String::valueOf).collect(Collectors.joining());
        }
    }
}
