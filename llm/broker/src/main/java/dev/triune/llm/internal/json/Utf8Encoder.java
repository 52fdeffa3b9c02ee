/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

/**
 * Encodes text that comes in pieces as UTF-8, into a buffer of its own that is used again and
 * again. A surrogate pair may be cut in two; a surrogate without its other half becomes U+FFFD. Not
 * thread-safe.
 */
final class Utf8Encoder {
    private static final int BUFFER_BYTES = 1024;

    /** The most bytes that one character can add: U+FFFD for a half carried, and its own three. */
    private static final int MAX_BYTES_PER_UNIT = 6;

    private static final char REPLACEMENT = '\uFFFD';
    private static final char NONE = 0;

    private final byte[] bytes = new byte[BUFFER_BYTES];
    private int length;

    /** The first half of a pair whose second half is still to come, or {@link #NONE}. */
    private char carried = NONE;

    /** The bytes encoded last, from index 0. Valid until more is encoded. */
    byte[] bytes() {
        return bytes;
    }

    /** How many bytes were encoded last; may be 0. */
    int length() {
        return length;
    }

    /**
     * Encodes the piece from an index on as far as the buffer goes, in place of what was in it.
     *
     * @return the index of the first character that is left for the next call, at most {@code to}
     */
    int encode(String piece, int from, int to) {
        length = 0;
        int at = from;
        if (carried == NONE) {
            at = ascii(piece, from, Math.min(to, from + BUFFER_BYTES));
        }
        while (at < to && length <= BUFFER_BYTES - MAX_BYTES_PER_UNIT) {
            add(piece.charAt(at++));
        }
        return at;
    }

    /** No piece follows: a half that was carried has no other half. */
    void end() {
        length = 0;
        if (carried != NONE) {
            carried = NONE;
            unit(REPLACEMENT);
        }
    }

    /** Nearly all text is ASCII: encodes as long as it is, and returns where it is not. */
    private int ascii(String piece, int from, int to) {
        byte[] target = bytes;
        int at = from;
        int filled = 0;
        while (at < to) {
            char next = piece.charAt(at);
            if (next >= 0x80) {
                break;
            }
            target[filled++] = (byte) next;
            at++;
        }
        length = filled;
        return at;
    }

    private void add(char next) {
        char first = carried;
        carried = NONE;
        if (first != NONE && Character.isLowSurrogate(next)) {
            pair(Character.toCodePoint(first, next));
            return;
        }
        if (first != NONE) {
            unit(REPLACEMENT);
        }
        if (Character.isHighSurrogate(next)) {
            carried = next;
        } else {
            unit(Character.isLowSurrogate(next) ? REPLACEMENT : next);
        }
    }

    private void unit(char unit) {
        if (unit < 0x80) {
            bytes[length++] = (byte) unit;
        } else if (unit < 0x800) {
            bytes[length++] = (byte) (0xC0 | (unit >> 6));
            follow(unit);
        } else {
            bytes[length++] = (byte) (0xE0 | (unit >> 12));
            follow(unit >> 6);
            follow(unit);
        }
    }

    private void pair(int codePoint) {
        bytes[length++] = (byte) (0xF0 | (codePoint >> 18));
        follow(codePoint >> 12);
        follow(codePoint >> 6);
        follow(codePoint);
    }

    /** A byte with the lowest six bits, one that follows the first of a character. */
    private void follow(int bits) {
        bytes[length++] = (byte) (0x80 | (bits & 0x3F));
    }
}
