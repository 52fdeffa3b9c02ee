/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.util.Arrays;

/** Cuts a stream into events, however its bytes come, in bounded memory. Not thread-safe. */
interface EventSplitter {
    /** Takes bytes and hands out their events, or throws {@link EventTooLargeException}. */
    void feed(byte[] bytes, int from, int to);

    /** Ends the stream, and hands out a last event that lacks only its end; throws as above. */
    void end();

    /** Returns a buffer with room for so many bytes, at most {@code max}, and the same content. */
    static byte[] withRoom(byte[] buffer, int wanted, int max) {
        if (wanted > max) {
            throw new EventTooLargeException(max);
        }
        return wanted <= buffer.length
                ? buffer
                : Arrays.copyOf(buffer, Math.max(wanted, Math.min(2 * buffer.length, max)));
    }

    @FunctionalInterface
    interface EventHandler {
        /** Takes an event; its name may be empty, and its bytes are only lent. */
        void event(String name, byte[] bytes, int from, int to);
    }
}
