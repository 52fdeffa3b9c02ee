/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the little-endian values of a GGUF file in sequence. */
final class GgufInput implements Closeable {
    static final int TEXT = 8;
    static final int ARRAY = 9;
    private static final int FLOAT = 6;
    private static final int DOUBLE = 12;
    /** The sizes of types in bytes; 0 for texts and lists. */
    private static final int[] SIZES = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

    private static final int MAX_TEXT = 1 << 24;

    private final InputStream in;
    private long position;

    GgufInput(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** Thrown if a file is not a valid model. */
    static final class BrokenFileException extends IOException {
        private static final long serialVersionUID = 1;

        BrokenFileException(String fault) {
            super(fault);
        }
    }

    /** Returns the number of bytes read. */
    long position() {
        return position;
    }

    long unsigned32() throws IOException {
        return bytes(4);
    }

    /** Reads an eight-byte count or offset. */
    long count(long most) throws IOException {
        long count = bytes(8);
        if (count < 0 || count > most) {
            throw new BrokenFileException(
                    "broken, it counts " + Long.toUnsignedString(count) + " at byte " + position);
        }
        return count;
    }

    String text() throws IOException {
        int length = (int) count(MAX_TEXT);
        byte[] text = in.readNBytes(length);
        if (text.length < length) {
            throw new EOFException();
        }
        position += length;
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Reads a number of a type; truncates fractions. */
    long number(int type) throws IOException {
        if (type < 0 || type >= SIZES.length || SIZES[type] == 0) {
            throw new BrokenFileException("broken, it has a value of type " + type);
        }
        long bits = bytes(SIZES[type]);
        return switch (type) {
            case FLOAT -> (long) Float.intBitsToFloat((int) bits);
            case DOUBLE -> (long) Double.longBitsToDouble(bits);
            case 1 -> (byte) bits;
            case 3 -> (short) bits;
            case 5 -> (int) bits;
            default -> bits;
        };
    }

    private long bytes(int count) throws IOException {
        long value = 0;
        for (int i = 0; i < count; i++) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            value |= (long) next << (8 * i);
        }
        position += count;
        return value;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
