/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticker;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.json.AnswerReader;
import dev.triune.llm.internal.policy.TokenEstimator;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call, as it arrives: reads and decodes it, and puts its parts and its end into
 * the inbox. Written by the provider's threads, one at a time; the owner may read it and close it.
 */
final class AnswerStream<T> implements AnswerSink {
    private static final int MAX_KEPT_CHARACTERS = 100_000;
    private static final int MAX_GATHERED_CHARACTERS = 1 << 20;

    /** The nanoseconds without a piece after which the answer does not count as streaming. */
    private static final long SILENCE = Duration.ofSeconds(5).toNanos();

    final InFlightCall<T> call;
    private final Inbox inbox;
    private final Ticker ticker;
    private final AnswerReader reader;

    /** Reads a plan as plain text, until it contains more than thoughts. */
    private final AnswerReader words = AnswerReader.of(AnswerFormat.TEXT);

    /** The raw answer, if it may be needed again; otherwise null. */
    private final @Nullable StringBuilder text;

    /** The text that is delivered at the end, if it is; otherwise null. */
    private final @Nullable StringBuilder gathered;

    private boolean unreadable; // set before the end
    private boolean empty = true; // whether only white space and thoughts arrived

    /** Set after the provider's end: there is nothing left to cancel. */
    private volatile boolean ended;

    /** Set at the end, after a decoder failed, or by the owner: later pieces are ignored. */
    private volatile boolean finished;

    private volatile @Nullable Long endedAt;
    private volatile Usage reported = Usage.NONE;
    private volatile boolean complete; // whether reported is final
    private volatile boolean refused;
    private volatile long streamed;
    private volatile long streamedAt;

    AnswerStream(InFlightCall<T> call, Inbox inbox, Ticker ticker, boolean keepText) {
        this.call = call;
        this.inbox = inbox;
        this.ticker = ticker;
        Request<T> request = call.pending.request;
        this.reader =
                AnswerReader.of(request.format(), request.speechPieces(), request.actionsFirst());
        this.text = keepText ? new StringBuilder() : null;
        this.gathered = request.isGathered() ? new StringBuilder() : null;
    }

    // ---- the provider's threads

    @Override
    public void text(String delta) {
        if (!finished) {
            keepText(delta);
            long before = streamed; // written by this thread only
            streamedAt = ticker.nanos();
            streamed = before + delta.length();
            if (call.call.format() == AnswerFormat.PLAN && empty) {
                words.feed(delta, this::notice);
            }
            if (gathered == null) {
                read(() -> readText(delta));
            } else {
                gathered.append(delta);
                if (gathered.length() > MAX_GATHERED_CHARACTERS) {
                    readGathered();
                }
            }
        }
    }

    private void readText(String delta) {
        call.pending.request.decoder().raw(delta);
        reader.feed(delta, this::decode);
    }

    private void readGathered() {
        if (gathered != null && gathered.length() > 0) {
            String all = gathered.toString();
            gathered.setLength(0);
            read(() -> readText(all));
        }
    }

    @Override
    public boolean gathers() {
        return gathered != null;
    }

    @Override
    public void toolCall(AnswerPart.ToolCall toolCall) {
        if (!finished) {
            readGathered();
            empty = false;
            read(() -> decode(toolCall));
        }
    }

    @Override
    public void refusal(String delta) {
        if (!finished) {
            readGathered();
            read(() -> decode(new AnswerPart.Refusal(delta)));
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
        if (!finished) {
            readGathered();
        }
        if (call.call.format() == AnswerFormat.PLAN && empty) {
            words.end(this::notice);
        }
        boolean emptyPlan =
                call.call.format() == AnswerFormat.PLAN && empty; // not even a malformed plan
        if (!finished && (emptyPlan || read(() -> reader.end(this::decode)))) {
            endedAt = ticker.nanos();
            finished = true;
            FinishReason finishReason =
                    reason == FinishReason.STOP && empty ? FinishReason.EMPTY : reason;
            inbox.putEnd(new InboxEvent.Completed(call, finishReason));
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

    private void keepText(String delta) {
        if (text != null && text.length() <= MAX_KEPT_CHARACTERS) {
            text.append(delta, 0, Math.min(delta.length(), MAX_KEPT_CHARACTERS + 1));
        }
    }

    private void failOnce(CallFailure failure) {
        if (!finished) {
            endedAt = ticker.nanos();
            finished = true;
            inbox.putEnd(new InboxEvent.Failed(call, failure));
        }
    }

    private void decode(AnswerPart part) {
        notice(part);
        unreadable |= part instanceof AnswerPart.Malformed;
        call.pending
                .request
                .decoder()
                .decode(
                        part,
                        value -> inbox.putPart(new InboxEvent.Part(
                                call, Objects.requireNonNull(value, "decoded value"))));
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

    // ---- the owner

    /** Ignores all that arrives from now on. */
    void close() {
        finished = true;
    }

    /** Whether the end was sent to the owner, who may not have processed it yet. */
    boolean isFinished() {
        return finished;
    }

    /** Whether the provider has ended the call itself. */
    boolean hasEnded() {
        return ended;
    }

    boolean isStreaming() {
        return streamed > 0 && ticker.nanos() - streamedAt < SILENCE;
    }

    /** Returns the time of the end, or now before it. */
    long endedAt() {
        Long end = endedAt;
        return end == null ? ticker.nanos() : end;
    }

    /** Returns the whole answer of a completed call; empty if not kept, too long or unreadable. */
    Optional<String> wholeText() {
        return text == null || unreadable || text.length() > MAX_KEPT_CHARACTERS
                ? Optional.empty()
                : Optional.of(text.toString());
    }

    /**
     * Returns the reported usage, completed by estimates from the lengths of prompt and answer, at
     * most what the call could use; none if the call was never sent, or rejected before an answer.
     */
    Usage used(boolean sent, TokenEstimator estimator) {
        Usage known = reported;
        boolean spent = sent && (!refused || streamed > 0 || known.total() > 0);
        if (!spent || complete) {
            return known;
        }
        long prompt = known.prompt() > 0
                ? 0
                : Math.min(
                        estimator.textOf(call.call.prompt().length()),
                        PromptBound.tokens(call.call));
        long output = Math.max(
                known.output(), Math.min(estimator.textOf(streamed), call.call.maxTokens()));
        boolean estimated = prompt > 0 || output > known.output();
        return known.plus(new Usage(prompt, 0, 0, output - known.output(), estimated));
    }

    /** Returns the name of an exception; for linkage errors also the missing or outdated class. */
    static String nameOf(Throwable thrown) {
        return thrown instanceof LinkageError
                ? (thrown.getCause() instanceof LinkageError cause ? cause : thrown)
                        + " (check the versions of the libraries on the class path)"
                : thrown.getClass().getName();
    }
}
