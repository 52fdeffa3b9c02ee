/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps what a call brings, for a test to wait for. */
class RecordingSink implements AnswerSink {
    private static final long PATIENCE_SECONDS = 20;

    private final StringBuilder text = new StringBuilder();
    private final CountDownLatch firstText = new CountDownLatch(1);
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private int ends;
    private Optional<Thread> thread = Optional.empty();

    /** How a call ended: with a usage, or with a failure. */
    record End(Optional<Usage> usage, Optional<CallFailure> failure) {}

    @Override
    public synchronized void text(String delta) {
        thread = Optional.of(Thread.currentThread());
        text.append(delta);
        firstText.countDown();
    }

    @Override
    public void complete(Usage usage) {
        end(new End(Optional.of(usage), Optional.empty()));
    }

    @Override
    public void fail(CallFailure failure) {
        end(new End(Optional.empty(), Optional.of(failure)));
    }

    private synchronized void end(End how) {
        ends++;
        end.complete(how);
    }

    synchronized String text() {
        return text.toString();
    }

    synchronized int ends() {
        return ends;
    }

    synchronized Thread thread() {
        return thread.orElseThrow();
    }

    boolean awaitText() throws InterruptedException {
        return firstText.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    Usage usage() throws Exception {
        End how = end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return how.usage()
                .orElseThrow(() -> new AssertionError("the call failed: " + how.failure()));
    }

    CallFailure failure() throws Exception {
        End how = end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return how.failure().orElseThrow(() -> new AssertionError("the call did not fail"));
    }
}
