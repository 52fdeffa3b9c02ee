/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.protocol.GatewayRequestWriter.BatchEntry;
import dev.triune.llm.internal.protocol.GatewayStreamParser;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import java.util.concurrent.atomic.AtomicBoolean;

/** A request of an exchange, ended once: on its thread, or by cancelling it on any thread. */
public final class BatchItem {
    public final BatchEntry entry;
    private final AnswerSink sink;
    private final AtomicBoolean done = new AtomicBoolean();
    private volatile boolean cancelled;
    private int characters;

    public BatchItem(BatchEntry entry, AnswerSink sink) {
        this.entry = entry;
        this.sink = sink;
    }

    public boolean isDone() {
        return done.get();
    }

    boolean isCancelled() {
        return cancelled;
    }

    boolean cancel() {
        boolean first = done.compareAndSet(false, true);
        cancelled |= first;
        return first;
    }

    /** Emits a piece of the answer; false if the answer exceeds the maximum length. */
    boolean text(String piece) {
        characters += piece.length();
        if (characters > GatewayStreamParser.MAX_CHARACTERS) {
            return false;
        }
        if (!piece.isEmpty() && !done.get()) {
            sink.text(piece);
        }
        return true;
    }

    void toolCall(ToolCall call) {
        if (!done.get()) {
            sink.toolCall(call);
        }
    }

    boolean isEmpty() {
        return characters == 0;
    }

    /** Completes it, unless it has ended already; whether it did so. */
    boolean complete(FinishReason reason, Usage usage) {
        boolean first = done.compareAndSet(false, true);
        if (first) {
            sink.complete(reason, usage);
        }
        return first;
    }

    /** Fails it, unless it has ended already; whether it did so. */
    public boolean fail(CallFailure failure) {
        boolean first = done.compareAndSet(false, true);
        if (first) {
            sink.fail(failure);
        }
        return first;
    }
}
