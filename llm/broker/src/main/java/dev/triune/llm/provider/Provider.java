/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Request.AnswerFormat;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A language model behind a broker. {@link #start} and {@link #close} are called on the broker's
 * owner thread and must not block. The answer may arrive on any thread, but only on one at a time
 * for each call.
 */
public interface Provider extends AutoCloseable {
    /**
     * Starts a call and returns at once. It does not retry or fall back: the broker does.
     *
     * @param sink receives text in pieces, then exactly one end, perhaps before this method returns
     * @return a handle that cancels the call
     */
    RunningCall start(ModelCall call, AnswerSink sink);

    /** Returns the remaining cooldown, zero by default. Called before each call; must not block. */
    default Duration cooldown() {
        return Duration.ZERO;
    }

    /** Returns the account's name, without its key, for shared limits; empty if it has none. */
    default String accountId() {
        return "";
    }

    /**
     * Whether the provider supports calls for {@link AnswerFormat#EMBEDDINGS}; false by default.
     */
    default boolean hasEmbeddings() {
        return false;
    }

    /**
     * Returns the options of a call that its protocol does not have, by their names in OpenAI's;
     * none by default.
     */
    default List<String> leftOut(ModelCall call) {
        return List.of();
    }

    /**
     * Lists the models of the server. Never blocks.
     *
     * @return the names, empty if unknown; or an {@link java.io.IOException} whose message names
     *     the server and the error
     */
    default CompletableFuture<List<String>> models() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Releases connections and threads. Calls in flight may end in any way. */
    @Override
    default void close() {}

    /**
     * A provider that accepts several calls in one exchange and streams their answers interleaved.
     */
    interface BatchingProvider extends Provider {
        /**
         * Starts several calls like {@link #start}; returns a handle for each, in the same order.
         */
        List<RunningCall> startBatch(List<BatchCall> calls);

        /** Returns how many calls a batch may have now, 1 or more; any number by default. */
        default int maxBatch() {
            return Integer.MAX_VALUE;
        }

        /** A call of a batch, and the sink for its answer. */
        record BatchCall(ModelCall call, AnswerSink sink) {}
    }

    /** A call in flight. */
    @FunctionalInterface
    interface RunningCall {
        /** Cancels the call, to avoid further costs. Called on the owner thread; must not block. */
        void cancel();
    }
}
