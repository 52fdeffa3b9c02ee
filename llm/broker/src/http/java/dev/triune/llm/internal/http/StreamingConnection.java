/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One client of a {@link StreamingServer}: requests one after the other, each read whole, then
 * answered in chunks. Used by the server's thread only. Methods throw {@link IllegalStateException}
 * if the client breaks the rules, {@link IOException} if it has gone away.
 */
final class StreamingConnection {
    private static final int MOST_REQUEST_BYTES = 64 * 1024;
    private static final String BLANK_LINE = "\r\n\r\n";
    private static final Pattern LENGTH =
            Pattern.compile("(?i)\r\ncontent-length: *(\\d{1,5})\r\n");
    private static final Pattern NUMBER = Pattern.compile("#(\\d{1,9})#");
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n";

    private final SocketChannel channel;
    private final SelectionKey key;
    private final AtomicLong bytesSent;
    private final ByteArrayOutputStream request = new ByteArrayOutputStream();
    private Iterator<byte[]> events = Collections.emptyIterator();
    private ByteBuffer[] pending = {ByteBuffer.allocate(0)};

    /**
     * A connection without a request as yet.
     *
     * @param bytesSent counts what the network takes
     */
    StreamingConnection(SocketChannel channel, SelectionKey key, AtomicLong bytesSent) {
        this.channel = channel;
        this.key = key;
        this.bytesSent = bytesSent;
    }

    /**
     * Takes what has come.
     *
     * @param buffer what to read with, lent
     * @return the number in the request if it is whole now, else -1
     */
    int receive(ByteBuffer buffer) throws IOException {
        buffer.clear();
        int count = channel.read(buffer);
        if (count < 0) {
            throw new EOFException("the client closed the connection");
        }
        require(count == 0 || isDone(), "it sends before its answer has ended");
        byte[] bytes = new byte[count];
        buffer.flip().get(bytes);
        request.write(bytes, 0, count);
        require(request.size() <= MOST_REQUEST_BYTES, "its request is too large");
        return numberOf(request.toString(ISO_8859_1));
    }

    private int numberOf(String text) {
        int head = text.indexOf(BLANK_LINE);
        if (head < 0) {
            return -1;
        }
        require(text.startsWith("POST "), "it asks for something else than an answer");
        Matcher length = LENGTH.matcher(text).region(0, head + 2);
        require(length.find(), "it does not say how long its request is");
        int missing =
                head + BLANK_LINE.length() + Integer.parseInt(length.group(1)) - text.length();
        require(missing >= 0, "it sends more than one request at a time");
        if (missing > 0) {
            return -1;
        }
        Matcher number = NUMBER.matcher(text).region(head, text.length());
        require(number.find(), "its request bears no number");
        int found = Integer.parseInt(number.group(1));
        require(!number.find(), "its request bears two numbers");
        request.reset();
        return found;
    }

    /** Begins an answer with its head and its first event. */
    void begin(Iterator<byte[]> answer) throws IOException {
        events = answer;
        pending = framed(HEAD + "\r\n", events.next());
        send();
    }

    /** Whether the next event could be sent at once. */
    boolean isReady() {
        return events.hasNext() && !isPending();
    }

    /** Whether no answer is being sent. */
    boolean isDone() {
        return !events.hasNext() && !isPending();
    }

    /** Sends the next event, unless the one before still waits. */
    void sendNext() throws IOException {
        if (isReady()) {
            pending = framed("", events.next());
            send();
        }
    }

    /** Sends what waits, as far as the network takes it. */
    void send() throws IOException {
        bytesSent.addAndGet(channel.write(pending));
        key.interestOps(
                isPending() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /** Closes the connection without sending anything. */
    void drop() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("a connection cannot be closed", e);
        }
    }

    private boolean isPending() {
        return pending[pending.length - 1].hasRemaining();
    }

    /** Two chunks to an event, so that the cut lies anywhere, even within a character. */
    private ByteBuffer[] framed(String before, byte[] event) {
        int half = event.length / 2;
        int rest = event.length - half;
        require(half > 0, "an event of less than two bytes");
        return new ByteBuffer[] {
            ascii(before + Integer.toHexString(half) + "\r\n"),
            ByteBuffer.wrap(event, 0, half),
            ascii("\r\n" + Integer.toHexString(rest) + "\r\n"),
            ByteBuffer.wrap(event, half, rest),
            ascii(events.hasNext() ? "\r\n" : "\r\n0" + BLANK_LINE)
        };
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }

    private static void require(boolean held, String otherwise) {
        if (!held) {
            throw new IllegalStateException(otherwise);
        }
    }
}
