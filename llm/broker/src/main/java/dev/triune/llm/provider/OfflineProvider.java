/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Prompt;
import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.internal.time.DaemonTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A provider without a network: an {@link OfflineModel} writes the answers, streamed with the
 * latency, rate limit and {@link FaultMode} of a real one. The same seed and clock give the same
 * behaviour. Answers arrive on the thread of its {@link Timers}, by default a daemon thread. {@link
 * #start} is called by the broker's owner only.
 */
public final class OfflineProvider implements Provider {
    private static final Logger LOG = Logger.getLogger(OfflineProvider.class.getName());

    private static final CallFailure CLOSED =
            new CallFailure.Failed(FailureCode.CUT_OFF, "the offline mind was closed");

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration USUAL_LATENCY = Duration.ofMillis(1200);
    private static final FaultMode[] SINGLE_FAULTS =
            EnumSet.complementOf(EnumSet.of(FaultMode.ALL)).toArray(FaultMode[]::new);

    final OfflineModel mind;
    private final Ticker ticker;
    private final DaemonTimers ownTimers;
    final Timers timers;
    private final RandomGenerator random;
    private final FaultMode faultMode;
    private final int requestsPerMinute;

    private final Supplier<Duration> latency;

    /** The times at which the calls of the last minute were accepted. Owner only. */
    private final Deque<Long> accepted = new ArrayDeque<>();

    /** The calls in flight. Thread-safe, since they end on the thread of the timers. */
    final Queue<OfflineCall> open = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean reported = new AtomicBoolean();
    private boolean closed;

    private OfflineProvider(Builder builder) {
        this.mind = builder.mind;
        this.ticker = builder.ticker;
        this.ownTimers = new DaemonTimers("offline-mind");
        this.timers = builder.timers == null ? ownTimers : builder.timers;
        this.random = new SplittableRandom(builder.seed);
        this.faultMode = builder.faultMode;
        this.requestsPerMinute = builder.requestsPerMinute;
        this.latency = builder.latency;
    }

    /** Creates a builder for a provider whose answers are written by rules. */
    public static Builder builder(OfflineModel mind) {
        return new Builder(mind);
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        if (closed) {
            sink.fail(CLOSED);
            return () -> {};
        }
        FaultMode fault = faultMode == FaultMode.ALL
                ? SINGLE_FAULTS[random.nextInt(SINGLE_FAULTS.length)]
                : faultMode;
        RandomGenerator ofCall = new SplittableRandom(random.nextLong());
        long now = ticker.nanos();
        dropAcceptedBefore(now - WINDOW.toNanos());
        OfflineCall offlineCall = new OfflineCall(this, call, sink, ofCall, fault);
        open.add(offlineCall);
        if (accepted.size() >= requestsPerMinute) {
            Duration advice = Duration.ofNanos(accepted.getFirst() + WINDOW.toNanos() - now);
            offlineCall.after(
                    OfflineCall.roundTrip(ofCall),
                    () -> offlineCall.fail(OfflineCall.refusal(advice)));
            return offlineCall;
        }
        accepted.add(now);
        offlineCall.begin();
        return offlineCall;
    }

    /** Returns the time that answers take, as a multiple of the usual one. */
    double pace() {
        return (double) latency.get().toMillis() / USUAL_LATENCY.toMillis();
    }

    /** Removes old times, which are in order, so that only removed ones are visited. */
    private void dropAcceptedBefore(long time) {
        while (!accepted.isEmpty() && accepted.getFirst() - time <= 0) {
            accepted.removeFirst();
        }
    }

    /** Returns the same account for all offline providers, so that brokers share it. */
    @Override
    public String accountId() {
        return "offline-mind";
    }

    /** Ends the calls in flight, on the thread of the timers. */
    @Override
    public void close() {
        closed = true;
        for (OfflineCall offlineCall : open) {
            offlineCall.cancelTimer();
            timers.after(Duration.ZERO, () -> offlineCall.fail(CLOSED));
        }
        if (timers == ownTimers) {
            timers.after(Duration.ZERO, ownTimers::close); // after those calls
        }
    }

    /** Logs the first fault of the rules; later calls report theirs as failures. */
    void report(Throwable fault) {
        if (reported.compareAndSet(false, true)) {
            String line = "offline mind " + mind.getClass().getName()
                    + " cannot answer; its further faults are not logged";
            LOG.log(Level.WARNING, line, fault);
        }
    }

    /** The fault that an {@link OfflineProvider} simulates. */
    public enum FaultMode {
        /** Works without faults. */
        NONE,
        /** Answers ten times slower. */
        SLOW,
        /** Accepts the request and never answers. */
        HANG,
        /** Cannot be reached. */
        DEAD,
        /** Answers with unusable text. */
        GARBAGE,
        /** Cuts the answer off in the middle. */
        CUT,
        /** Rejects two of three requests because of a rate limit. */
        RATELIMIT,
        /** Chooses one of these faults, or none, at random for each request. */
        ALL
    }

    /** Builds an {@link OfflineProvider}. Not thread-safe. */
    public static final class Builder {
        private final OfflineModel mind;
        private Ticker ticker = Ticker.system();
        private @Nullable Timers timers;
        private long seed;
        private FaultMode faultMode = FaultMode.NONE;
        private int requestsPerMinute = Integer.MAX_VALUE;
        private Supplier<Duration> latency = () -> USUAL_LATENCY;

        private Builder(OfflineModel mind) {
            this.mind = Objects.requireNonNull(mind);
        }

        /** Sets the clock and timers, for virtual time; the system's unless set. */
        public Builder clock(Ticker ticker, Timers timers) {
            this.ticker = Objects.requireNonNull(ticker);
            this.timers = Objects.requireNonNull(timers);
            return this;
        }

        /** Sets the seed of latency, faults and the rules' random numbers; 0 unless set. */
        public Builder seed(long value) {
            this.seed = value;
            return this;
        }

        /**
         * Sets the longest time until an answer begins, zero or more; 1.2 s unless set, of real time
         * unless {@link #clock} is. The shortest is a quarter of it, and pieces follow in proportion.
         * A headless loop that does not wait for its clock wants zero.
         */
        public Builder latency(Duration most) {
            if (most.isNegative()) {
                throw new IllegalArgumentException("latency " + most + " (expected zero or more)");
            }
            return latency(() -> most);
        }

        /**
         * Sets {@link #latency(Duration)} to what is returned at the moment, zero or more; called on
         * any thread.
         */
        public Builder latency(Supplier<Duration> most) {
            this.latency = Objects.requireNonNull(most);
            return this;
        }

        /** Sets the simulated fault; {@link FaultMode#NONE} unless set. */
        public Builder faultMode(FaultMode value) {
            this.faultMode = Objects.requireNonNull(value);
            return this;
        }

        /** Sets the rate limit in requests per minute, 1 or more; none unless set. */
        public Builder requestsPerMinute(int value) {
            if (value < 1) {
                throw new IllegalArgumentException(
                        "requests per minute " + value + " (expected 1 or more)");
            }
            this.requestsPerMinute = value;
            return this;
        }

        /** Builds the provider. */
        public OfflineProvider build() {
            return new OfflineProvider(this);
        }
    }

    /**
     * Rules in the place of a language model: a prompt in, the text of an answer out. Thread-safe. For
     * the rules of a game's agents, the core's offline minds read values instead of the prompt's text.
     */
    @FunctionalInterface
    public interface OfflineModel {
        /** Writes the answer to a prompt; chance comes only from {@code random}, seeded per call. */
        String answer(Prompt prompt, RandomGenerator random);

        /** Writes the whole answer to a call, for models that use more than its prompt. */
        default String answer(ModelCall call, RandomGenerator random) {
            return answer(call.prompt(), random);
        }

        /** Returns a model that gives these answers in order, at least one, and repeats the last one. */
        static OfflineModel scripted(String... answers) {
            List<String> script = List.of(answers);
            if (script.isEmpty()) {
                throw new IllegalArgumentException("a script of 0 answers (expected 1 or more)");
            }
            AtomicInteger next = new AtomicInteger();
            return (prompt, random) ->
                    script.get(next.getAndUpdate(i -> Math.min(i + 1, script.size() - 1)));
        }
    }
}
