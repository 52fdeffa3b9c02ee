/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.FailureCode;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.time.DaemonTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A provider without a network: an {@link OfflineMind} writes the answers, streamed with the
 * latency, rate limit and {@link FaultMode} of a real one. The same seed and clock give the same
 * behaviour. Answers arrive on the thread of its {@link Timers}, by default a daemon thread. {@link
 * #start} is called by the broker's owner only.
 */
public final class OfflineProvider implements Provider {
    private static final Logger LOG = Logger.getLogger(OfflineProvider.class.getName());

    private static final CallFailure CLOSED =
            new CallFailure.Failed(FailureCode.CUT_OFF, "the offline mind was closed");

    private static final Duration WINDOW = Duration.ofMinutes(1);
    /** Texts that models occasionally send in place of an answer. */
    private static final String[] GARBAGE = {
        "I'm sorry, but I can't help with that.",
        "<html><body><h1>502 Bad Gateway</h1></body></html>",
        "{\"action\":[{\"type\":\"gather\",\"target\":\"wood\",\"amount\":",
        "{\"action\":[{\"type\":\"teleport\",\"to\":\"the moon\"}],\"speaking\":42}",
        "{\"action\":{\"type\":[\"gather\"],\"amount\":\"many\"}}",
        "<think>One might {\"action\": [{\"type\":\"gather\"",
        "{}",
        "```json\n[1, 2, 3]\n```",
        "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{",
        "\u0000\u0001\ud83d\ude00 \"}]}]}"
    };

    private static final FaultMode[] SINGLE_FAULTS =
            EnumSet.complementOf(EnumSet.of(FaultMode.ALL)).toArray(FaultMode[]::new);

    private final OfflineMind mind;
    private final Ticker ticker;
    private final DaemonTimers ownTimers;
    private final Timers timers;
    private final RandomGenerator random;
    private final FaultMode faultMode;
    private final int requestsPerMinute;

    /** The times at which the calls of the last minute were accepted. Owner only. */
    private final Deque<Long> accepted = new ArrayDeque<>();

    /** The calls in flight. Thread-safe, since they end on the thread of the timers. */
    private final Queue<OfflineCall> open = new ConcurrentLinkedQueue<>();

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
    }

    /** Creates a builder for a provider whose answers are written by a mind. */
    public static Builder builder(OfflineMind mind) {
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
        OfflineCall offlineCall = new OfflineCall(call, sink, ofCall, fault);
        open.add(offlineCall);
        if (accepted.size() >= requestsPerMinute) {
            Duration advice = Duration.ofNanos(accepted.getFirst() + WINDOW.toNanos() - now);
            offlineCall.after(roundTrip(ofCall), () -> offlineCall.fail(refusal(advice)));
            return offlineCall;
        }
        accepted.add(now);
        offlineCall.begin();
        return offlineCall;
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

    /** Logs the first fault of the mind; later calls report theirs as failures. */
    private void report(Throwable fault) {
        if (reported.compareAndSet(false, true)) {
            String line = "offline mind " + mind.getClass().getName()
                    + " cannot answer; its further faults are not logged";
            LOG.log(Level.WARNING, line, fault);
        }
    }

    private static Duration roundTrip(RandomGenerator random) {
        return Duration.ofMillis(random.nextInt(30, 120));
    }

    private static CallFailure refusal(Duration advice) {
        return new CallFailure.RateLimited(
                advice, "rate limit reached, try again in " + advice.toMillis() + " ms");
    }

    /** An answer, delivered piece by piece. Confined to the thread of the timers. */
    private final class OfflineCall implements RunningCall {
        private final ModelCall call;
        private final AnswerSink sink;
        private final RandomGenerator random;
        private final FaultMode fault;
        private String text = "";
        private int sent;
        private int end;
        private final AtomicBoolean ended = new AtomicBoolean();
        private volatile Timers.@Nullable Timer next;

        OfflineCall(ModelCall call, AnswerSink sink, RandomGenerator random, FaultMode fault) {
            this.call = call;
            this.sink = sink;
            this.random = random;
            this.fault = fault;
        }

        @Override
        public void cancel() {
            ended.set(true);
            open.remove(this);
            cancelTimer();
        }

        void cancelTimer() {
            Timers.Timer timer = next;
            if (timer != null) {
                timer.cancel();
            }
        }

        void fail(CallFailure failure) {
            if (ended.compareAndSet(false, true)) {
                open.remove(this);
                sink.fail(failure);
            }
        }

        private void complete(Usage usage) {
            if (ended.compareAndSet(false, true)) {
                open.remove(this);
                sink.complete(FinishReason.STOP, usage);
            }
        }

        void begin() {
            switch (fault) {
                case HANG -> {}
                case DEAD ->
                    after(
                            roundTrip(random),
                            () -> fail(new CallFailure.Failed(
                                    FailureCode.UNREACHABLE,
                                    "cannot reach the offline mind: it plays dead")));
                case RATELIMIT -> after(roundTrip(random), this::refuseTwoOfThree);
                case NONE, SLOW, GARBAGE, CUT, ALL -> after(thinkingTime(), this::answer);
            }
        }

        private void refuseTwoOfThree() {
            if (random.nextInt(3) > 0) {
                fail(refusal(Duration.ofMillis(random.nextInt(1_000, 8_000))));
            } else {
                after(thinkingTime(), this::answer);
            }
        }

        private void answer() {
            boolean returned = false;
            try {
                String written = fault == FaultMode.GARBAGE
                        ? GARBAGE[random.nextInt(GARBAGE.length)]
                        : mind.answer(call, random);
                returned = true;
                text = Objects.requireNonNull(written, "it returned null (expected an answer)");
            } catch (RuntimeException | Error e) {
                report(e);
                fail(new CallFailure.Failed(
                        FailureCode.PROVIDER_ERROR,
                        "the offline mind "
                                + (returned
                                        ? "returned null"
                                        : "threw " + e.getClass().getName())));
                return;
            }
            end = fault == FaultMode.CUT ? random.nextInt(text.length() + 1) : text.length();
            piece();
        }

        private void piece() {
            int to = Math.min(end, sent + random.nextInt(6, 20));
            if (to > sent) {
                sink.text(text.substring(sent, to));
                sent = to;
            }
            if (sent < end) {
                after(scaled(random.nextInt(15, 60)), this::piece);
            } else if (fault == FaultMode.CUT) {
                fail(new CallFailure.Failed(
                        FailureCode.CUT_OFF, "the stream ended before the answer did"));
            } else {
                complete(new Usage(tokens(call.prompt().length()), 0, 0, tokens(sent)));
            }
        }

        private Duration thinkingTime() {
            return scaled(random.nextInt(300, 1_200));
        }

        private Duration scaled(int millis) {
            return Duration.ofMillis(fault == FaultMode.SLOW ? 10L * millis : millis);
        }

        private void after(Duration delay, Runnable step) {
            next = timers.after(delay, () -> {
                if (!ended.get()) {
                    run(step);
                }
            });
        }

        /** Runs a step; if the reader of the answer throws, the call fails, as with HTTP. */
        private void run(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                fail(new CallFailure.Failed(
                        FailureCode.UNREADABLE_ANSWER,
                        "its reader failed with " + e.getClass().getSimpleName()));
                throw e;
            }
        }

        /** Returns an estimate of four characters per token, as there is no tokenizer here. */
        private int tokens(int characters) {
            return (characters + 3) / 4;
        }
    }

    /** Builds an {@link OfflineProvider}. Not thread-safe. */
    public static final class Builder {
        private final OfflineMind mind;
        private Ticker ticker = Ticker.system();
        private @Nullable Timers timers;
        private long seed;
        private FaultMode faultMode = FaultMode.NONE;
        private int requestsPerMinute = Integer.MAX_VALUE;

        private Builder(OfflineMind mind) {
            this.mind = Objects.requireNonNull(mind);
        }

        /** Sets the clock and timers, for virtual time; the system's unless set. */
        public Builder clock(Ticker ticker, Timers timers) {
            this.ticker = Objects.requireNonNull(ticker);
            this.timers = Objects.requireNonNull(timers);
            return this;
        }

        /** Sets the seed of latency, faults and the mind's random numbers; 0 unless set. */
        public Builder seed(long value) {
            this.seed = value;
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
}
