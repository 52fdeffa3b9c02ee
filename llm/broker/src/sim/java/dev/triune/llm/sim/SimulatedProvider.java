/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.protocol.signal.RateLimitSignals;
import dev.triune.llm.internal.protocol.signal.RetryAdvice;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated provider: seeded times for network, thinking and writing, limits that count arriving
 * requests like real ones, refusals in the formats of real providers, which pass through the parser
 * for these, and faults that can be changed at run time. It starts no threads: everything happens
 * on the thread of its timers, which must be the broker's.
 */
public final class SimulatedProvider implements Provider {
    private static final CallFailure CLOSED =
            new CallFailure.Failed(FailureCode.CUT_OFF, "simulated: the provider was closed");
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    private static final int CHARACTERS_OF_TOKEN = 4;

    /** One token of an answer or of garbage. */
    private static final String WORD = "word ";

    private static final String GARBAGE = "}{[\u0000\"";

    private final Ticker ticker;
    private final Timers timers;
    private final RandomGenerator random;

    /** The calls in flight, in the order in which they began. */
    private final Set<Exchange> open = new LinkedHashSet<>();

    private final SimulatedLimits limits;
    private final RefusalStyle style;
    private final boolean reportsUsage;
    private final double tokensPerSecond;
    private final RateLimitSignals signals;
    private SimulatedFaults simulatedFaults;
    private Duration wallClockOffset = Duration.ZERO;
    private long outageFrom;
    private long outageUntil;
    private boolean outage;
    private boolean closed;
    private long arrived;
    private long admitted;
    private long refused;
    private @Nullable Refused lastRefusal;

    private SimulatedProvider(Builder builder) {
        this.ticker = Objects.requireNonNull(builder.ticker);
        this.timers = Objects.requireNonNull(builder.timers);
        this.random = new SplittableRandom(builder.seed);
        this.limits = new SimulatedLimits(builder.plan);
        this.style = builder.style;
        this.reportsUsage = builder.reportsUsage;
        this.tokensPerSecond = builder.tokensPerSecond;
        this.simulatedFaults = builder.simulatedFaults;
        this.signals = new RateLimitSignals(() -> EPOCH.plusNanos(ticker.nanos()));
    }

    /** Returns a builder of a provider with a clock. */
    public static Builder builder(Ticker ticker, Timers timers) {
        return new Builder(ticker, timers);
    }

    /**
     * A refusal.
     *
     * @param model the model of the request
     * @param at the time when it was sent
     * @param advice the time to wait that it contained, if any
     */
    public record Refused(String model, long at, Optional<Duration> advice) {}

    /** Sets the faults from now on. */
    public void faults(SimulatedFaults value) {
        this.simulatedFaults = value;
    }

    /** Makes it unreachable for a period, in nanoseconds of its ticker. */
    public void outage(long from, long until) {
        this.outage = true;
        this.outageFrom = from;
        this.outageUntil = until;
    }

    /** Shifts its wall clock, forwards or back. */
    public void stepWallClock(Duration by) {
        this.wallClockOffset = wallClockOffset.plus(by);
    }

    /** Returns the number of requests that reached it. */
    public long arrived() {
        return arrived;
    }

    /** Returns the number of requests that it served or began to serve. */
    public long admitted() {
        return admitted;
    }

    /** Returns the number of requests refused by its limits. */
    public long refused() {
        return refused;
    }

    /** Returns the tokens counted against its limit. */
    public long tokensCounted() {
        return limits.tokensCounted();
    }

    /** Returns its latest refusal, if there was one. */
    public Optional<Refused> lastRefusal() {
        return Optional.ofNullable(lastRefusal);
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        if (closed) {
            sink.fail(CLOSED);
            return () -> {};
        }
        Exchange exchange = new Exchange(call, sink, new SplittableRandom(random.nextLong()));
        open.add(exchange);
        exchange.begin();
        return exchange;
    }

    /** Ends the calls in flight, which learn of it when the timers run next. */
    @Override
    public void close() {
        closed = true;
        for (Exchange exchange : open) {
            exchange.cancelTimer();
            exchange.after(Duration.ZERO, () -> exchange.fail(CLOSED));
        }
    }

    private boolean isOut(long now) {
        return outage && now - outageFrom >= 0 && outageUntil - now > 0;
    }

    /** A call in flight. */
    private final class Exchange implements RunningCall {
        private final ModelCall call;
        private final AnswerSink sink;
        private final RandomGenerator random;
        private final long prompt;
        private boolean cancelled;
        private boolean ended;
        private boolean slow;
        private Timers.@Nullable Timer next;
        private int written;
        private int length;
        private int breakAt = Integer.MAX_VALUE;

        Exchange(ModelCall call, AnswerSink sink, RandomGenerator random) {
            this.call = call;
            this.sink = sink;
            this.random = random;
            this.prompt = tokensOf(call.prompt().length());
        }

        @Override
        public void cancel() {
            if (cancelled || ended) {
                return; // count written tokens once
            }
            cancelled = true;
            open.remove(this);
            cancelTimer();
            if (written > 0) {
                limits.ended(call.model(), written, ticker.nanos());
            }
        }

        private void cancelTimer() {
            if (next != null) {
                next.cancel();
            }
        }

        private void fail(CallFailure failure) {
            open.remove(this);
            sink.fail(failure);
        }

        void begin() {
            double fate = random.nextDouble();
            SimulatedFaults now = simulatedFaults;
            boolean unreachable = isOut(ticker.nanos()) || fate < now.unreachable();
            if (unreachable) {
                after(millis(20, 200), () -> broken(FailureCode.UNREACHABLE, "no connection"));
            } else {
                after(millis(10, 150), () -> arrive(fate - now.unreachable(), now));
            }
        }

        private void arrive(double fate, SimulatedFaults simulatedFaults) {
            arrived++;
            Optional<SimulatedLimits.Shortage> shortage =
                    limits.admit(call.model(), prompt, call.maxTokens(), ticker.nanos());
            if (shortage.isPresent()) {
                refuse(shortage.get());
                return;
            }
            admitted++;
            double left = fate - simulatedFaults.hang();
            if (left < 0) {
                return;
            }
            left -= simulatedFaults.serverError();
            if (left < 0) {
                after(millis(50, 500), () -> broken(FailureCode.PROVIDER_ERROR, "status 503"));
                return;
            }
            left -= simulatedFaults.slow();
            slow = left < 0;
            length = 1 + (int) (call.maxTokens() * (0.2 + 0.8 * random.nextDouble()));
            length = Math.min(length, call.maxTokens());
            left = slow ? 1 : left - simulatedFaults.cut();
            breakAt = left < 0 ? random.nextInt(length) : Integer.MAX_VALUE;
            boolean garbage = left >= 0 && left - simulatedFaults.garbage() < 0;
            after(thinking(), () -> piece(garbage ? GARBAGE : WORD));
        }

        private void refuse(SimulatedLimits.Shortage shortage) {
            refused++;
            Refusal refusal =
                    style.write(shortage, EPOCH.plusNanos(ticker.nanos()).plus(wallClockOffset));
            RetryAdvice retryAdvice = signals.read(refusal.parsed());
            Duration advice = retryAdvice instanceof RetryAdvice.Wait wait ? wait.duration() : null;
            after(millis(5, 50), () -> {
                lastRefusal =
                        new Refused(call.model(), ticker.nanos(), Optional.ofNullable(advice));
                CallFailure limited = new CallFailure.RateLimited(advice, "rate limit reached");
                fail(
                        retryAdvice instanceof RetryAdvice.Permanent end
                                ? new CallFailure.Failed(end.code(), "refused for good")
                                : limited);
            });
        }

        private void piece(String word) {
            int tokens = Math.min(Math.min(length, breakAt) - written, 1 + random.nextInt(20));
            if (tokens > 0) {
                written += tokens; // first, since the sink may cancel there and then
                sink.text(word.repeat(tokens));
            }
            if (cancelled) {
                return;
            }
            if (written >= breakAt) {
                ended = true;
                limits.ended(call.model(), written, ticker.nanos());
                broken(FailureCode.CUT_OFF, "the stream ended early");
            } else if (written >= length) {
                ended = true;
                limits.ended(call.model(), written, ticker.nanos());
                open.remove(this);
                boolean full = length > 1 && length == call.maxTokens();
                sink.complete(
                        full ? FinishReason.LENGTH : FinishReason.STOP,
                        reportsUsage ? new Usage(prompt, 0, 0, written) : Usage.NONE);
            } else {
                after(writing(tokens), () -> piece(word));
            }
        }

        private void broken(FailureCode code, String message) {
            fail(new CallFailure.Failed(code, "simulated: " + message));
        }

        /** Returns the thinking time, with a log-normal distribution. */
        private Duration thinking() {
            double millis = 300 * Math.exp(0.5 * random.nextGaussian());
            return scaled((long) Math.min(millis, 5_000));
        }

        private Duration writing(int tokens) {
            return scaled((long) (1_000 * tokens / tokensPerSecond));
        }

        private Duration scaled(long millis) {
            return Duration.ofMillis(slow ? 10 * millis : millis);
        }

        private Duration millis(int least, int most) {
            return Duration.ofMillis(random.nextInt(least, most));
        }

        private void after(Duration delay, Runnable step) {
            next = timers.after(delay, () -> {
                if (!cancelled) {
                    step.run();
                }
            });
        }
    }

    private static long tokensOf(int characters) {
        return (characters + CHARACTERS_OF_TOKEN - 1L) / CHARACTERS_OF_TOKEN;
    }

    /** Builds a {@link SimulatedProvider}. Not thread-safe. */
    public static final class Builder {
        private final Ticker ticker;
        private final Timers timers;
        private long seed;
        private SimulatedPlan plan = SimulatedPlan.UNLIMITED;
        private RefusalStyle style = RefusalStyle.RETRY_AFTER_SECONDS;
        private SimulatedFaults simulatedFaults = SimulatedFaults.NONE;
        private boolean reportsUsage = true;
        private double tokensPerSecond = 200;

        private Builder(Ticker ticker, Timers timers) {
            this.ticker = ticker;
            this.timers = timers;
        }

        /** Sets the seed of everything random; 0 by default. */
        public Builder seed(long value) {
            this.seed = value;
            return this;
        }

        /** Sets its limits; none by default. */
        public Builder plan(SimulatedPlan value) {
            this.plan = value;
            return this;
        }

        /** Sets the format of refusals; {@link RefusalStyle#RETRY_AFTER_SECONDS} by default. */
        public Builder style(RefusalStyle value) {
            this.style = value;
            return this;
        }

        /** Sets its faults; none by default. */
        public Builder faults(SimulatedFaults value) {
            this.simulatedFaults = value;
            return this;
        }

        /** Sets whether it reports the usage of calls; true by default. */
        public Builder reportsUsage(boolean value) {
            this.reportsUsage = value;
            return this;
        }

        /** Sets its speed, in tokens per second, more than 0; 200 by default. */
        public Builder tokensPerSecond(double value) {
            if (!(value > 0)) {
                throw new IllegalArgumentException(
                        "tokens per second " + value + " (expected more than 0)");
            }
            this.tokensPerSecond = value;
            return this;
        }

        /** Builds the provider. */
        public SimulatedProvider build() {
            return new SimulatedProvider(this);
        }
    }
}
