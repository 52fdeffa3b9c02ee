/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.util.Arrays;

/** Cuts bytes into lines ending with LF, CR LF or CR. Not thread-safe. */
final class LineSplitter implements EventSplitter {
    private static final int FIRST_ROOM = 256;

    private final int maxLineBytes;
    private final LineHandler out;
    private byte[] held = new byte[FIRST_ROOM];
    private int heldBytes;
    private boolean afterReturn;

    @FunctionalInterface
    interface LineHandler {
        /** One line; the bytes are only lent. */
        void line(byte[] bytes, int from, int to) throws EventTooLargeException;
    }

    LineSplitter(int maxLineBytes, LineHandler out) {
        this.maxLineBytes = maxLineBytes;
        this.out = out;
    }

    /** Takes bytes. A CR ends its line at once, since nothing may come for long after it. */
    @Override
    public void feed(byte[] bytes, int from, int to) throws EventTooLargeException {
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

    /** Nothing follows: hands out what stands after the last end of a line, if anything does. */
    @Override
    public void end() throws EventTooLargeException {
        if (heldBytes > 0) {
            emit(held, 0, 0);
        }
    }

    private void emit(byte[] bytes, int from, int to) throws EventTooLargeException {
        if (heldBytes == 0) {
            checkSize(to - from);
            out.line(bytes, from, to);
            return;
        }
        buffer(bytes, from, to);
        int length = heldBytes;
        heldBytes = 0;
        out.line(held, 0, length);
    }

    private void buffer(byte[] bytes, int from, int to) throws EventTooLargeException {
        int wanted = heldBytes + to - from;
        checkSize(wanted);
        if (wanted > held.length) {
            int room = Math.min(Math.max(wanted, 2 * held.length), Math.max(wanted, maxLineBytes));
            held = Arrays.copyOf(held, room);
        }
        System.arraycopy(bytes, from, held, heldBytes, to - from);
        heldBytes = wanted;
    }

    private void checkSize(int wanted) throws EventTooLargeException {
        if (wanted > maxLineBytes) {
            throw new EventTooLargeException(maxLineBytes);
        }
    }
}
