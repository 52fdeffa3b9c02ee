/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.json.AnswerReader;
import dev.triune.llm.internal.policy.TokenEstimator;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A call in flight. The provider's threads call its sink, which fills the inbox. */
final class InFlightCall<T> implements AnswerSink {
    private static final Logger LOG = Logger.getLogger(InFlightCall.class.getName());
    private static final int MAX_KEPT_CHARACTERS = 100_000;

    /** The nanoseconds without a piece after which the answer does not count as streaming. */
    private static final long SILENCE = Duration.ofSeconds(5).toNanos();

    final PendingRequest<T> pending;
    final ModelCall call;
    final Assignment<T> assignment;
    final long startedAt;
    Usage expected = Usage.NONE;
    KeyRateLimiter.@Nullable KeyReservation reservation;
    boolean started;
    double charged;
    private final Inbox inbox;
    private final AnswerReader reader;

    /** Reads a plan as plain text, until it contains more than thoughts. */
    private final AnswerReader words = AnswerReader.of(AnswerFormat.TEXT);

    /** Set at its end or after a decoder failed, by the provider's thread, or by the owner. */
    private volatile boolean finished;

    private boolean unreadable; // set by the provider's thread, before its end

    /** Whether only white space and thoughts arrived. Provider's thread only. */
    private boolean empty = true;

    /** Set by the provider's thread after its end: there is nothing left to cancel. */
    private volatile boolean ended;

    private volatile Usage reported = Usage.NONE;
    private volatile long streamed;
    private volatile long streamedAt;
    private volatile boolean complete; // whether reported is final
    private volatile boolean refused;
    boolean released; // set by the owner once the permit is released: further events are dropped

    /** The time the provider's thread waited for the owner; shared by the calls of a batch. */
    Inbox.Delay inboxDelay;

    long ownerAwayBefore; // how long the owner had been away at its start, in nanoseconds
    Duration timeLimit = Duration.ZERO; // the timeout, without waits for the owner
    boolean notProviderFault; // whether its end was not the provider's fault

    /** Whether the provider did not receive it, because the connection was closed. */
    boolean unreceived;

    private final Ticker ticker;
    private volatile @Nullable Long endedAt;
    private Provider.@Nullable RunningCall runningCall;
    Timers.@Nullable Timer timeout;

    /** The raw answer, if it may be needed again; otherwise null. */
    private final @Nullable StringBuilder text;

    InFlightCall(
            Assignment<T> assignment,
            ModelCall call,
            Inbox inbox,
            Ticker ticker,
            boolean keepText) {
        this.pending = assignment.pending();
        this.call = call;
        this.assignment = assignment;
        this.text = keepText ? new StringBuilder() : null;
        this.inbox = inbox;
        this.ticker = ticker;
        this.startedAt = ticker.nanos();
        this.inboxDelay = new Inbox.Delay(ticker);
        this.reader = AnswerReader.of(pending.request.format(), pending.request.speechPieces());
    }

    @Override
    public void text(String delta) {
        if (!finished) {
            keepText(delta);
            long before = streamed; // written by this thread only
            streamedAt = ticker.nanos();
            streamed = before + delta.length();
            if (call.format() == AnswerFormat.PLAN && empty) {
                words.feed(delta, this::notice);
            }
            read(() -> {
                pending.request.decoder().raw(delta);
                reader.feed(delta, this::decode);
            });
        }
    }

    @Override
    public void toolCall(AnswerPart.ToolCall call) {
        if (!finished) {
            empty = false;
            read(() -> decode(call));
        }
    }

    @Override
    public void logprobs(String json) {
        if (!finished) {
            read(() -> decode(new AnswerPart.Logprobs(json)));
        }
    }

    @Override
    public void usage(Usage soFar) {
        reported = soFar;
    }

    @Override
    public void complete(FinishReason reason, Usage usage) {
        complete = usage.total() > 0;
        reported = complete ? usage : reported;
        ended = true;
        if (call.format() == AnswerFormat.PLAN && empty) {
            words.end(this::notice);
        }
        boolean emptyPlan =
                call.format() == AnswerFormat.PLAN && empty; // not even a malformed plan
        if (!finished && (emptyPlan || read(() -> reader.end(this::decode)))) {
            endedAt = ticker.nanos();
            finished = true;
            FinishReason finishReason =
                    reason == FinishReason.STOP && empty ? FinishReason.EMPTY : reason;
            inbox.putEnd(new InboxEvent.Completed(this, finishReason));
        }
    }

    @Override
    public void fail(CallFailure failure) {
        refused = !(failure instanceof CallFailure.Failed failed)
                || switch (failed.code()) {
                    case PROVIDER_TIMEOUT, CUT_OFF, UNREADABLE_ANSWER -> false;
                    default -> true;
                };
        ended = true;
        failOnce(failure);
    }

    /** Returns the whole answer of a completed call; empty if not kept, too long or unreadable. */
    Optional<String> wholeText() {
        return text == null || unreadable || text.length() > MAX_KEPT_CHARACTERS
                ? Optional.empty()
                : Optional.of(text.toString());
    }

    /**
     * Returns the reported usage, completed by estimates from the lengths of prompt and answer;
     * none if the call was never sent, or rejected before an answer.
     */
    Usage used(TokenEstimator estimator) {
        Usage known = reported;
        boolean spent = started && (!refused || streamed > 0 || known.total() > 0);
        if (!spent || complete) {
            return known;
        }
        long prompt = known.prompt() > 0 ? 0 : estimator.textOf(call.prompt().length());
        long output = Math.max(known.output(), estimator.textOf(streamed));
        boolean estimated = prompt > 0 || output > known.output();
        return known.plus(new Usage(prompt, 0, 0, output - known.output(), estimated));
    }

    private void keepText(String delta) {
        if (text != null && text.length() <= MAX_KEPT_CHARACTERS) {
            text.append(delta, 0, Math.min(delta.length(), MAX_KEPT_CHARACTERS + 1));
        }
    }

    /** Sets the running call; cancels it at once if the owner has abandoned it meanwhile. */
    void onStarted(Provider.RunningCall call) {
        runningCall = call;
        if (released) {
            cancelCall();
        }
    }

    /** Returns its duration so far, or until the arrival of its end. */
    Duration took() {
        Long end = endedAt;
        return Duration.ofNanos((end == null ? ticker.nanos() : end) - startedAt);
    }

    boolean isStreaming() {
        return streamed > 0 && ticker.nanos() - streamedAt < SILENCE;
    }

    /** Whether its end was sent to the owner, who may not have processed it yet. */
    boolean hasEnded() {
        return finished;
    }

    /** Abandons it for the owner: a call that has not ended is cancelled at the provider. */
    void abandon() {
        released = true;
        if (timeout != null) {
            timeout.cancel();
        }
        finished = true;
        cancelCall();
    }

    private void cancelCall() {
        if (ended || runningCall == null) {
            return;
        }
        try {
            runningCall.cancel();
        } catch (RuntimeException e) {
            LOG.warning("a provider failed to cancel a call: " + e.getClass().getName());
        }
    }

    private void failOnce(CallFailure failure) {
        if (!finished) {
            endedAt = ticker.nanos();
            finished = true;
            inbox.putEnd(new InboxEvent.Failed(this, failure));
        }
    }

    private void decode(AnswerPart part) {
        notice(part);
        unreadable |= part instanceof AnswerPart.Malformed;
        pending.request
                .decoder()
                .decode(
                        part,
                        value -> inbox.putPart(new InboxEvent.Part(
                                this, Objects.requireNonNull(value, "decoded value"))));
    }

    private void notice(AnswerPart part) {
        empty &= !(part instanceof AnswerPart.Text text) || text.delta().isBlank();
    }

    /** Runs a decoding step; a decoder that throws ends the call. */
    private boolean read(Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException | LinkageError e) {
            failOnce(new CallFailure.Failed(
                    FailureCode.UNREADABLE_ANSWER, "the decoder failed with " + nameOf(e)));
            return false;
        }
    }

    /** Returns the name of an exception; for linkage errors also the missing or outdated class. */
    static String nameOf(Throwable thrown) {
        return thrown instanceof LinkageError
                ? (thrown.getCause() instanceof LinkageError cause ? cause : thrown)
                        + " (check the versions of the libraries on the class path)"
                : thrown.getClass().getName();
    }
}
