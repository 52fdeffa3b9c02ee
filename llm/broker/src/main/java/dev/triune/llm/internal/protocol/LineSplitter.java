/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/** Splits bytes into lines ending with LF, CR LF or CR. Not thread-safe. */
final class LineSplitter implements EventSplitter {
    private static final int FIRST_ROOM = 256;

    private final int maxLineBytes;
    private final EventHandler out;
    private byte[] held = new byte[FIRST_ROOM];
    private int heldBytes;
    private boolean afterReturn;

    LineSplitter(int maxLineBytes, EventHandler out) {
        this.maxLineBytes = maxLineBytes;
        this.out = out;
    }

    /** Reads bytes. A CR ends its line at once, as no bytes may follow for long. */
    @Override
    public void feed(byte[] bytes, int from, int to) {
        int begin = from;
        for (int i = from; i < to; i++) {
            byte octet = bytes[i];
            if (octet != '\n' && octet != '\r') {
                afterReturn = false;
            } else if (afterReturn && octet == '\n') {
                afterReturn = false;
                begin = i + 1;
            } else {
                afterReturn = octet == '\r';
                emit(bytes, begin, i);
                begin = i + 1;
            }
        }
        buffer(bytes, begin, to);
    }

    /** Ends the input; emits the text after the last line break, if there is any. */
    @Override
    public void end() {
        if (heldBytes > 0) {
            emit(held, 0, 0);
        }
    }

    private void emit(byte[] bytes, int from, int to) {
        if (heldBytes == 0 && to - from <= maxLineBytes) {
            out.event("", bytes, from, to);
            return;
        }
        buffer(bytes, from, to);
        int length = heldBytes;
        heldBytes = 0;
        out.event("", held, 0, length);
    }

    private void buffer(byte[] bytes, int from, int to) {
        int wanted = heldBytes + to - from;
        held = EventSplitter.withRoom(held, wanted, maxLineBytes);
        System.arraycopy(bytes, from, held, heldBytes, to - from);
        heldBytes = wanted;
    }
}
