/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A language model, or something that answers like one. The service-provider interface behind the
 * broker.
 *
 * <p>{@link #start} and {@link #close} are called on the broker's owner thread and must not block.
 * The answer may come on any thread, but one thread at a time for one call.
 */
public interface Provider extends AutoCloseable {
    /**
     * Starts one call and returns at once. The call makes no second try of its own: retry and
     * fallback are the broker's.
     *
     * @param call what is asked
     * @param sink takes the answer: text in pieces, then exactly one end. It may be called before
     *     this method returns
     */
    RunningCall start(ModelCall call, AnswerSink sink);

    /**
     * How long it wants no call, zero unless it says otherwise. Asked by the owner before each call;
     * must not block.
     */
    default Duration cooldown() {
        return Duration.ZERO;
    }

    /**
     * Names the account behind it, the same wherever its key is used and without anything of the key
     * in it, so that brokers can share its limits; empty if it is none that can be shared.
     */
    default String accountId() {
        return "";
    }

    /**
     * Lists the models that it serves, as its server names them. Never blocks.
     *
     * @return the names, empty if it cannot tell; or an {@link java.io.IOException} whose message
     *     names the server and what went wrong
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
        /**
         * Ends the call at the provider, so that it stops spending. The sink need not be told;
         * what it is told afterwards is ignored. Called on the owner thread; must not block.
         */
        void cancel();
    }
}
