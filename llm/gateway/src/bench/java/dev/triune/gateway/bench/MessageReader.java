/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Reads the HTTP/1.1 messages of a connection, requests or responses, in any pieces. Bodies have a
 * length or are chunked; those that end with the connection are rejected. Not thread-safe.
 */
final class MessageReader {
    private static final int MOST = 1 << 16;

    private enum State {
        HEAD,
        BODY,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER,
        DONE
    }

    private final byte[] input = new byte[MOST];
    private final ByteBuffer free = ByteBuffer.wrap(input);
    private int from;
    private int to;
    private State state = State.HEAD;
    private String head = "";
    private int left;
    private final byte[] body = new byte[MOST];
    private int bodyLength;

    /**
     * Reads from the channel once.
     *
     * @return the number of bytes, -1 at the end
     * @throws IOException if the channel fails, or a line or a head is too long
     */
    int read(ReadableByteChannel channel) throws IOException {
        if (from > 0) {
            System.arraycopy(input, from, input, 0, to - from);
            to -= from;
            from = 0;
        }
        free.clear().position(to);
        if (!free.hasRemaining()) {
            throw new IOException("a head or a line of more than " + MOST + " bytes");
        }
        int count = channel.read(free);
        to += Math.max(count, 0);
        return count;
    }

    /**
     * Parses the bytes read so far.
     *
     * @return whether the message is complete
     * @throws IOException if it is not a message, or its body is too long
     */
    boolean complete() throws IOException {
        while (state != State.DONE && step()) {
            // each step changes the state or consumes all input
        }
        return state == State.DONE;
    }

    /** Whether a part of the next message was read. */
    boolean begun() {
        return state != State.HEAD || from < to;
    }

    /** Removes the complete message; keeps bytes after it. */
    void next() {
        state = State.HEAD;
        bodyLength = 0;
    }

    /**
     * Returns the first line and the fields, once they are complete; otherwise those of the
     * previous message.
     */
    String head() {
        return head;
    }

    /** Returns the body read so far, without chunk framing, valid up to {@link #bodyLength}. */
    byte[] body() {
        return body;
    }

    /** Returns the number of bytes of the body read so far. */
    int bodyLength() {
        return bodyLength;
    }

    private boolean step() throws IOException {
        switch (state) {
            case HEAD:
                return readHead();
            case BODY:
                return take(State.DONE);
            case CHUNK:
                return take(State.CHUNK_END);
            case CHUNK_SIZE:
                return chunkSize();
            case CHUNK_END:
                return line() >= 0 && enter(State.CHUNK_SIZE);
            case TRAILER:
                int length = line();
                return length >= 0 && (length > 0 || enter(State.DONE));
            default:
                return false;
        }
    }

    private boolean enter(State next) {
        state = next;
        return true;
    }

    private boolean readHead() throws IOException {
        for (int i = from + 3; i < to; i++) {
            if (input[i] == '\n' && input[i - 1] == '\r' && input[i - 2] == '\n') {
                head = new String(input, from, i - 1 - from, ISO_8859_1);
                from = i + 1;
                return chooseBody();
            }
        }
        return false;
    }

    private boolean chooseBody() throws IOException {
        String length = field(head, "content-length");
        if (!length.isEmpty()) {
            left = bounded(length, 10);
            return enter(left == 0 ? State.DONE : State.BODY);
        }
        if (field(head, "transfer-encoding").equalsIgnoreCase("chunked")) {
            return enter(State.CHUNK_SIZE);
        }
        if (head.startsWith("HTTP/")) {
            throw new IOException("a body without a length");
        }
        return enter(State.DONE);
    }

    private boolean chunkSize() throws IOException {
        int start = from;
        int length = line();
        if (length < 0) {
            return false;
        }
        String size = new String(input, start, length, ISO_8859_1);
        int extension = size.indexOf(';');
        left = bounded((extension < 0 ? size : size.substring(0, extension)).trim(), 16);
        return enter(left == 0 ? State.TRAILER : State.CHUNK);
    }

    /** Returns the length of the next line without its end, or -1 if it is incomplete. */
    private int line() {
        for (int i = from; i < to; i++) {
            if (input[i] == '\n') {
                int length = i - from - (i > from && input[i - 1] == '\r' ? 1 : 0);
                from = i + 1;
                return length;
            }
        }
        return -1;
    }

    private boolean take(State then) throws IOException {
        int count = Math.min(left, to - from);
        if (bodyLength + count > MOST) {
            throw new IOException("a body of more than " + MOST + " bytes");
        }
        System.arraycopy(input, from, body, bodyLength, count);
        from += count;
        bodyLength += count;
        left -= count;
        return left == 0 && enter(then);
    }

    private static int bounded(String number, int radix) throws IOException {
        try {
            int value = Integer.parseInt(number, radix);
            if (value >= 0 && value <= MOST) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IOException("not a length: " + number, e);
        }
        throw new IOException("a length of " + number);
    }

    /**
     * Returns the value of a field of a head, empty if there is none; the name must be in lower
     * case.
     */
    static String field(String head, String name) {
        int end = head.indexOf("\r\n");
        while (end >= 0) {
            int start = end + 2;
            end = head.indexOf("\r\n", start);
            int colon = start + name.length();
            if (colon < head.length()
                    && head.charAt(colon) == ':'
                    && head.regionMatches(true, start, name, 0, name.length())) {
                return head.substring(colon + 1, end < 0 ? head.length() : end).trim();
            }
        }
        return "";
    }
}
