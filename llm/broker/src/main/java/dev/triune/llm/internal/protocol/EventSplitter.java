/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/**
 * Cuts the bytes of a stream into events; any split of the bytes gives the same events. Memory is
 * bounded by the limit of one event. Not thread-safe.
 */
interface EventSplitter {
    /**
     * Takes the next bytes and hands out the events that they complete; after an exception nothing
     * can be read.
     */
    void feed(byte[] bytes, int from, int to) throws EventTooLargeException;

    /** The stream is over: hands out an event that lacks nothing but its end, as the last one. */
    void end() throws EventTooLargeException;

    /** Takes events. */
    @FunctionalInterface
    interface EventHandler {
        /**
         * One event, with the name of its kind if the stream gives one; the bytes are only lent.
         */
        void event(String name, byte[] bytes, int from, int to);
    }
}
