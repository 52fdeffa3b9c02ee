/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/**
 * Cuts the bytes of a stream into events; any split of the bytes gives the same events. Memory is
 * bounded by the limit of one event. Not thread-safe.
 */
interface EventSplitter {
    /**
     * Takes the next bytes and hands out the events that they complete.
     *
     * @throws EventTooLargeException if an event is larger than the limit; nothing can be read after it
     */
    void feed(byte[] bytes, int from, int to) throws EventTooLargeException;

    /** The stream is over: hands out an event that lacks nothing but its end, as the last one. */
    void end() throws EventTooLargeException;

    /** Takes events. */
    @FunctionalInterface
    interface EventHandler {
        /**
         * One event; the bytes are only lent.
         *
         * @param name of its kind; empty unless the stream gives one
         */
        void event(String name, byte[] bytes, int from, int to);
    }
}
