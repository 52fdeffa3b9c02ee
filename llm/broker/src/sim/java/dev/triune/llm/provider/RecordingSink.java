/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Records the answer of a call, from any thread, for a test to wait for. Thread-safe. */
public class RecordingSink implements AnswerSink {
    private static final long PATIENCE_SECONDS = 60;
    private static final String END = "end";

    private final StringBuilder text = new StringBuilder();
    private final List<String> order = new ArrayList<>();
    private final CountDownLatch firstText = new CountDownLatch(1);
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private Optional<Thread> thread = Optional.empty();

    /** The end of a call: a usage or a failure. */
    private record End(
            Optional<FinishReason> reason, Optional<Usage> usage, Optional<CallFailure> failure) {}

    private final List<AnswerPart.ToolCall> toolCalls = new ArrayList<>();

    @Override
    public synchronized void text(String delta) {
        note("text");
        text.append(delta);
        firstText.countDown();
    }

    @Override
    public synchronized void toolCall(AnswerPart.ToolCall call) {
        toolCalls.add(call);
    }

    @Override
    public void complete(FinishReason reason, Usage usage) {
        end(new End(Optional.of(reason), Optional.of(usage), Optional.empty()));
    }

    @Override
    public void fail(CallFailure failure) {
        end(new End(Optional.empty(), Optional.empty(), Optional.of(failure)));
    }

    private synchronized void end(End how) {
        note(END);
        end.complete(how);
    }

    private void note(String what) {
        thread = Optional.of(Thread.currentThread());
        order.add(what);
    }

    /** Returns the tool calls of the model, in order. */
    public synchronized List<AnswerPart.ToolCall> toolCalls() {
        return List.copyOf(toolCalls);
    }

    /** Waits for a successful end; returns why the model stopped. */
    public FinishReason finishReason() throws Exception {
        End how = end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return how.reason()
                .orElseThrow(() -> new AssertionError("the call failed: " + how.failure()));
    }

    /** Returns the joined pieces of text. */
    public synchronized String text() {
        return text.toString();
    }

    /** Returns the events in order: {@code text} or {@code end}. */
    public synchronized List<String> order() {
        return List.copyOf(order);
    }

    /** Returns how often the call has ended. */
    public synchronized int ends() {
        return (int) order.stream().filter(END::equals).count();
    }

    /** Returns the thread of the last event. */
    public synchronized Thread thread() {
        return thread.orElseThrow();
    }

    /** Waits for the first text; returns whether it arrived. */
    public boolean awaitText() throws InterruptedException {
        return firstText.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until the thread of the last event has ended, after its provider was closed. */
    public void awaitQuiet() throws InterruptedException {
        Thread speaker;
        synchronized (this) {
            speaker = thread.orElse(Thread.currentThread());
        }
        if (speaker != Thread.currentThread()) {
            speaker.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            if (speaker.isAlive()) {
                throw new AssertionError("the thread of the call does not end");
            }
        }
    }

    /** Waits for the end. */
    public void awaitEnd() throws Exception {
        end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits for a successful end; returns its usage. */
    public Usage usage() throws Exception {
        End how = end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return how.usage()
                .orElseThrow(() -> new AssertionError("the call failed: " + how.failure()));
    }

    /** Waits for an end by a failure, and returns it. */
    public CallFailure failure() throws Exception {
        return outcome().orElseThrow(() -> new AssertionError("the call did not fail"));
    }

    /**
     * Waits for the end; returns the failure without the server's status and code, or empty for
     * success.
     */
    public Optional<CallFailure> outcome() throws Exception {
        return end.get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .failure()
                .map(failure -> failure instanceof CallFailure.Failed failed
                        ? new CallFailure.Failed(
                                failed.code(), failed.message(), failed.outage(), 0, "")
                        : failure);
    }
}
