/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A language model behind a broker. {@link #start} and {@link #close} are called on the broker's
 * owner thread and must not block. The answer may come on any thread, one at a time for a call.
 */
public interface Provider extends AutoCloseable {
    /**
     * Starts a call and returns at once; retry and fallback are the broker's.
     *
     * @param sink takes text in pieces, then exactly one end, perhaps before this method returns
     */
    RunningCall start(ModelCall call, AnswerSink sink);

    /** How long it wants no call, zero by default. Asked before each call; must not block. */
    default Duration cooldown() {
        return Duration.ZERO;
    }

    /** Names the account, without its key, for shared limits; empty if they cannot be. */
    default String accountId() {
        return "";
    }

    /**
     * Lists the models of its server. Never blocks.
     *
     * @return the names, empty if unknown; or an {@link java.io.IOException} whose message names
     *     server and fault
     */
    default CompletableFuture<List<String>> models() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Lets go of connections and threads. Calls under way may end as they like. */
    @Override
    default void close() {}

    /** A call under way. */
    @FunctionalInterface
    interface RunningCall {
        /** Ends the call, so that it stops spending. Called on the owner thread; must not block. */
        void cancel();
    }
}
