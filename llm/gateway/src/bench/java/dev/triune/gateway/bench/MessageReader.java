/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Reads the HTTP/1.1 messages of one connection, requests or responses, in whatever pieces they
 * come. Bodies have a length or are chunked; what ends with its connection is refused. Not
 * thread-safe.
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
     * Reads what the channel has, once.
     *
     * @return how many bytes, -1 at the end
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
     * Goes through what was read.
     *
     * @return whether the message is complete
     * @throws IOException if it is no message, or its body is too long
     */
    boolean complete() throws IOException {
        while (state != State.DONE && step()) {
            // Each step leaves the state or has used up what was read.
        }
        return state == State.DONE;
    }

    /** Whether anything of the next message was read. */
    boolean begun() {
        return state != State.HEAD || from < to;
    }

    /** Forgets the message that is complete; what came after it stays. */
    void next() {
        state = State.HEAD;
        bodyLength = 0;
    }

    /** The first line and the fields, once they are there; else those of the message before. */
    String head() {
        return head;
    }

    /** The body as far as it was read, without the frames of its chunks, valid up to its length. */
    byte[] body() {
        return body;
    }

    /** How many bytes of the body were read. */
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

    /** The length of the line that comes next, without its end, or -1 if it is not all there. */
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

    /** The value of a field of a head, empty if there is none; the name in small letters. */
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
