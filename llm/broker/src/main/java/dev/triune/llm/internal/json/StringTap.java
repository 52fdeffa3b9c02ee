/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

/** Reads a JSON string as it grows, by whole characters. Not thread-safe. */
final class StringTap {
    private static final String ESCAPES = "bfnrt";
    private static final String ESCAPED = "\b\f\n\r\t";

    private enum Place {
        BEFORE,
        IN_TEXT,
        AFTER_BACKSLASH,
        IN_UNICODE,
        AFTER
    }

    private final StringBuilder text = new StringBuilder();
    private Place place = Place.BEFORE;
    private int bits; // the bits so far of a multi-byte character or an escape
    private int missing;

    void take(byte[] bytes, int from, int to) {
        for (int i = from; i < to && place != Place.AFTER; i++) {
            take(bytes[i]);
        }
    }

    /** Returns the text since the last call, without an unfinished surrogate pair; may be empty. */
    String piece() {
        int length = text.length();
        boolean splitSurrogate = length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
        int whole = splitSurrogate && place != Place.AFTER ? length - 1 : length;
        String piece = text.substring(0, whole);
        text.delete(0, whole);
        return piece;
    }

    private void take(byte octet) {
        switch (place) {
            case BEFORE -> begin(octet);
            case IN_TEXT -> read(octet & 0xFF);
            case AFTER_BACKSLASH -> escape((char) (octet & 0xFF));
            case IN_UNICODE -> {
                bits = bits << 4 | (Character.digit((char) (octet & 0xFF), 16) & 0xF);
                missing--;
                if (missing == 0) {
                    text.append((char) bits);
                    place = Place.IN_TEXT;
                }
            }
            default -> {}
        }
    }

    private void begin(byte octet) {
        if (octet == '"') {
            place = Place.IN_TEXT;
        } else if (octet != ':'
                && octet != ' '
                && octet != '\n'
                && octet != '\r'
                && octet != '\t') {
            place = Place.AFTER;
        }
    }

    private void read(int octet) {
        if (missing > 0) {
            bits = bits << 6 | (octet & 0x3F);
            missing--;
            if (missing == 0) {
                text.appendCodePoint(bits);
            }
        } else if (octet >= 0xC0) {
            missing = octet >= 0xF0 ? 3 : octet >= 0xE0 ? 2 : 1;
            bits = octet & (0x3F >> missing);
        } else if (octet == '"') {
            place = Place.AFTER;
        } else if (octet == '\\') {
            place = Place.AFTER_BACKSLASH;
        } else {
            text.append((char) octet);
        }
    }

    private void escape(char letter) {
        int simple = ESCAPES.indexOf(letter);
        place = letter == 'u' ? Place.IN_UNICODE : Place.IN_TEXT;
        if (letter == 'u') {
            bits = 0;
            missing = 4;
        } else {
            text.append(simple < 0 ? letter : ESCAPED.charAt(simple));
        }
    }
}
