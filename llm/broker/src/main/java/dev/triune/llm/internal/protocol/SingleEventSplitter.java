/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/** Treats all bytes as one event: a response that is not streamed. Not thread-safe. */
final class SingleEventSplitter implements EventSplitter {
    private static final int FIRST_ROOM = 2048;

    private final int maxBytes;
    private final EventHandler out;
    private byte[] held = new byte[FIRST_ROOM];
    private int heldBytes;

    SingleEventSplitter(int maxBytes, EventHandler out) {
        this.maxBytes = maxBytes;
        this.out = out;
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        int wanted = heldBytes + to - from;
        held = EventSplitter.withRoom(held, wanted, maxBytes);
        System.arraycopy(bytes, from, held, heldBytes, to - from);
        heldBytes = wanted;
    }

    @Override
    public void end() {
        if (heldBytes > 0) {
            out.event("", held, 0, heldBytes);
        }
    }
}
