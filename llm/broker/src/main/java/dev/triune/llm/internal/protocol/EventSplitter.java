/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/** Cuts a stream into events, however its bytes come, in bounded memory. Not thread-safe. */
interface EventSplitter {
    /**
     * Takes the next bytes and hands out the events they complete; fails for good once it throws.
     */
    void feed(byte[] bytes, int from, int to) throws EventTooLargeException;

    /** Ends the stream, and hands out a last event that lacks only its end. */
    void end() throws EventTooLargeException;

    @FunctionalInterface
    interface EventHandler {
        /** Takes an event; its name may be empty, and its bytes are only lent. */
        void event(String name, byte[] bytes, int from, int to);
    }
}
