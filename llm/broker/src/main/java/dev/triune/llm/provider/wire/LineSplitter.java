/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import java.util.Arrays;

/**
 * Cuts bytes into lines that end with LF, CR LF or CR, however the bytes come. A line that came in
 * one piece is handed out where it lies. Not thread-safe.
 */
final class LineSplitter {
    private static final int FIRST_ROOM = 256;

    private final int maxLineBytes;
    private final Lines out;
    private byte[] held = new byte[FIRST_ROOM];
    private int heldBytes;
    private boolean afterReturn;

    /** Takes lines without their ends. */
    @FunctionalInterface
    interface Lines {
        /** One line; the bytes are only lent. */
        void line(byte[] bytes, int from, int to) throws EventTooLarge;
    }

    LineSplitter(int maxLineBytes, Lines out) {
        this.maxLineBytes = maxLineBytes;
        this.out = out;
    }

    /**
     * Takes the next bytes. A CR ends its line at once, since nothing more may come for long; the LF
     * that may follow is passed over.
     *
     * @throws EventTooLarge if a line is longer than the limit
     */
    void feed(byte[] bytes, int from, int to) throws EventTooLarge {
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
                hand(bytes, begin, i);
                begin = i + 1;
            }
        }
        hold(bytes, begin, to);
    }

    /** Nothing follows: hands out what stands after the last end of a line, if anything does. */
    void end() throws EventTooLarge {
        if (heldBytes > 0) {
            hand(held, 0, 0);
        }
    }

    private void hand(byte[] bytes, int from, int to) throws EventTooLarge {
        if (heldBytes == 0) {
            requireRoom(to - from);
            out.line(bytes, from, to);
            return;
        }
        hold(bytes, from, to);
        int length = heldBytes;
        heldBytes = 0;
        out.line(held, 0, length);
    }

    private void hold(byte[] bytes, int from, int to) throws EventTooLarge {
        int wanted = heldBytes + to - from;
        requireRoom(wanted);
        if (wanted > held.length) {
            int room = Math.min(Math.max(wanted, 2 * held.length), Math.max(wanted, maxLineBytes));
            held = Arrays.copyOf(held, room);
        }
        System.arraycopy(bytes, from, held, heldBytes, to - from);
        heldBytes = wanted;
    }

    private void requireRoom(int wanted) throws EventTooLarge {
        if (wanted > maxLineBytes) {
            throw new EventTooLarge(maxLineBytes);
        }
    }
}
