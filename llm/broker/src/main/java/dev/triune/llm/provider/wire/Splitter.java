/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

/**
 * Cuts the bytes of a stream into events; any split of the bytes gives the same events. Memory is
 * bounded by the limit of one event. Not thread-safe.
 */
interface Splitter {
    /**
     * Takes the next bytes and hands out the events that they complete.
     *
     * @throws EventTooLarge if an event is larger than the limit; nothing can be read after it
     */
    void feed(byte[] bytes, int from, int to) throws EventTooLarge;

    /** The stream is over: hands out an event that lacks nothing but its end, as the last one. */
    void end() throws EventTooLarge;

    /** Takes events. */
    @FunctionalInterface
    interface Events {
        /**
         * One event; the bytes are only lent.
         *
         * @param name of its kind; empty unless the stream gives one
         */
        void event(String name, byte[] bytes, int from, int to);
    }
}
