/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A connection to the gateway for one numbered answer after another. Received data is checked at
 * once. Belongs to the thread of its selector, to whose keys it is attached.
 */
final class StreamConnection {
    private static final String TEXT = "{\"type\":\"delta\",\"text\":\"";

    private final InetSocketAddress address;
    private final Selector selector;
    private final Listener listener;
    private SocketChannel channel;
    private MessageReader reader;
    private String expected = "";
    private int right;
    private int seen;
    private long lastAt;
    private boolean complete;
    private boolean asking;
    private String fault = "";

    /** Receives the parts of answers. */
    interface Listener {
        /**
         * Called when a part of the answer has arrived, with the nanoseconds since the previous
         * one.
         */
        void gap(long nanos);

        /**
         * Called when the answer has ended.
         *
         * @param fault what was wrong with it; empty for nothing
         */
        void ended(StreamConnection connection, String fault) throws IOException;
    }

    /**
     * Connects.
     *
     * @throws IOException if that fails
     */
    StreamConnection(InetSocketAddress address, Selector selector, Listener listener)
            throws IOException {
        this.address = address;
        this.selector = selector;
        this.listener = listener;
        connect();
    }

    private void connect() throws IOException {
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, this);
        reader = new MessageReader();
    }

    /**
     * Closes it and connects again.
     *
     * @throws IOException if that fails
     */
    void reconnect() throws IOException {
        channel.close();
        connect();
    }

    /**
     * Sends a request; the previous answer must have ended.
     *
     * @throws IOException if the request is not accepted at once
     */
    void ask(Numbered answer, String session) throws IOException {
        expected = answer.text();
        right = 0;
        seen = 0;
        lastAt = 0;
        complete = false;
        fault = "";
        asking = true;
        ByteBuffer request = post(address, answer.request(session));
        channel.write(request);
        if (request.hasRemaining()) {
            throw new IOException("a request that is not taken");
        }
    }

    /** Returns an HTTP request with a body. */
    static ByteBuffer post(InetSocketAddress address, String body) {
        return ByteBuffer.wrap(("POST " + Numbered.PATH + " HTTP/1.1\r\nHost: 127.0.0.1:"
                        + address.getPort()
                        + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(UTF_8));
    }

    /** Returns whether an answer is in flight. */
    boolean isAsking() {
        return asking;
    }

    /** Returns whether a part of the answer has arrived. */
    boolean hasBegun() {
        return right > 0;
    }

    /** Reads what has arrived. */
    void proceed() throws IOException {
        try {
            boolean open = reader.read(channel) >= 0;
            boolean whole = reader.complete();
            check();
            if (whole || !open) {
                end(whole);
            }
        } catch (IOException e) {
            fault = "broken: " + e.getMessage();
            end(false);
        }
    }

    private void end(boolean whole) throws IOException {
        if (!whole) {
            channel.close();
            fault = fault.isEmpty() ? "cut off" : fault;
        }
        if (!asking) {
            return;
        }
        asking = false;
        if (fault.isEmpty() && !reader.head().startsWith("HTTP/1.1 200")) {
            fault = reader.head().lines().findFirst().orElse("no head") + " " + body(0);
        }
        if (fault.isEmpty() && !(complete && right == expected.length())) {
            fault = "not all: " + right + " of " + expected.length() + " bytes right, "
                    + (complete ? "then complete" : "no complete");
        }
        reader.next();
        listener.ended(this, fault);
    }

    /** Checks the events that have arrived. */
    private void check() {
        byte[] body = reader.body();
        for (int i = seen; i + 1 < reader.bodyLength(); i++) {
            if (body[i] == '\n' && body[i + 1] == '\n') {
                event(new String(body, seen, i - seen, UTF_8));
                seen = i + 2;
            }
        }
    }

    private void event(String event) {
        int start = event.indexOf(TEXT);
        if (start >= 0) {
            start += TEXT.length();
            text(event.substring(start, event.indexOf('"', start)));
        } else if (event.startsWith("data: {\"type\":\"complete\"")) {
            complete = true;
        } else if (!event.startsWith(":") && fault.isEmpty()) {
            fault = event;
        }
    }

    private void text(String text) {
        if (text.isEmpty()) {
            return;
        }
        if (expected.startsWith(text, right)) {
            right += text.length();
        } else if (fault.isEmpty()) {
            fault = "wrong after " + right + " bytes: " + text;
        }
        long now = System.nanoTime();
        if (lastAt > 0) {
            listener.gap(now - lastAt);
        }
        lastAt = now;
    }

    private String body(int from) {
        return new String(reader.body(), from, Math.min(300, reader.bodyLength() - from), UTF_8);
    }

    /** Closes it. */
    void close() throws IOException {
        channel.close();
    }
}
