/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

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
    Running start(ModelCall call, AnswerSink sink);

    /** Lets go of connections and threads. Calls under way may end as they like. */
    @Override
    default void close() {}

    /** A call under way. */
    @FunctionalInterface
    interface Running {
        /**
         * Ends the call at the provider, so that it stops spending. The sink need not be told;
         * what it is told afterwards is ignored. Called on the owner thread; must not block.
         */
        void cancel();
    }
}
