/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.protocol.GatewayRequestWriter.BatchEntry;
import dev.triune.llm.internal.protocol.GatewayStreamParser;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request of an exchange with a gateway. It is over once, by its end or by its cancel. The answer
 * comes on the thread of the exchange, a cancel on any.
 */
public final class BatchItem {
    private final ModelCall call;
    private final AnswerSink sink;
    private final String id;
    private final String token;
    private final AtomicBoolean done = new AtomicBoolean();
    private volatile boolean cancelled;
    private int characters;

    /** A request: its id within its exchange, and the token by which the gateway cancels it. */
    public BatchItem(ModelCall call, AnswerSink sink, String id, String token) {
        this.call = call;
        this.sink = sink;
        this.id = id;
        this.token = token;
    }

    String id() {
        return id;
    }

    String token() {
        return token;
    }

    ModelCall call() {
        return call;
    }

    Prompt prompt() {
        return call.prompt();
    }

    public BatchEntry batchEntry() {
        return new BatchEntry(id, token, call);
    }

    public boolean isDone() {
        return done.get();
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Whether it was not over before. */
    boolean cancel() {
        boolean first = done.compareAndSet(false, true);
        cancelled |= first;
        return first;
    }

    /** Hands out a piece of the answer; false if the answer is longer than any may be. */
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

    /** Whether nothing of the answer came in pieces. */
    boolean isEmpty() {
        return characters == 0;
    }

    /** Ends it, unless it is over; whether it was not. */
    boolean complete(FinishReason reason, Usage usage) {
        boolean first = done.compareAndSet(false, true);
        if (first) {
            sink.complete(reason, usage);
        }
        return first;
    }

    /** Ends it, unless it is over; whether it was not. */
    public boolean fail(CallFailure failure) {
        boolean first = done.compareAndSet(false, true);
        if (first) {
            sink.fail(failure);
        }
        return first;
    }
}
