/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.util.Arrays;

/** Splits a stream of any chunks into events, in bounded memory. Not thread-safe. */
interface EventSplitter {
    /** Reads bytes and emits their events, or throws {@link EventTooLargeException}. */
    void feed(byte[] bytes, int from, int to);

    /** Ends the stream; emits a last event that only lacks its end, or throws as above. */
    void end();

    /** Returns a buffer with this capacity, at most {@code max}, and the same content. */
    static byte[] withRoom(byte[] buffer, int wanted, int max) {
        if (wanted > max) {
            throw new EventTooLargeException(max);
        }
        return wanted <= buffer.length
                ? buffer
                : Arrays.copyOf(buffer, Math.max(wanted, Math.min(2 * buffer.length, max)));
    }

    final class EventTooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int maxBytes;

        EventTooLargeException(int maxBytes) {
            super("", null, false, false);
            this.maxBytes = maxBytes;
        }

        String describe() {
            return "an event has more than " + maxBytes + " bytes";
        }
    }

    @FunctionalInterface
    interface EventHandler {
        /** Handles an event, whose name may be empty; the array must not be kept. */
        void event(String name, byte[] bytes, int from, int to);
    }
}
