/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * A mock server of a language model with one answer, sent at once or with pauses. One thread serves
 * all connections on the loopback interface; answers are encoded in advance.
 */
final class Mock {
    private static final int MOST_CONNECTIONS = 4096;
    private static final int MOST_NUMBERED = 16;

    private final InetSocketAddress address;
    private final long firstNanos;
    private final long tokenNanos;
    private final List<ByteBuffer> answer;
    private final List<ByteBuffer> stream;
    private final List<ByteBuffer> refusal;
    private final Map<Numbered, List<ByteBuffer>> numbered = new HashMap<>();
    private final Selector selector = Selector.open();
    private final PriorityQueue<Connection> pausing =
            new PriorityQueue<>(Comparator.comparingLong(connection -> connection.due));

    /**
     * Creates a server that does not listen yet.
     *
     * @param port 1 to 65535
     * @param firstMillis the pause before the first byte of an answer
     * @param tokenMillis the pause before each further event of a stream
     * @param atOnce whether a stream is one write instead of one for each event
     * @throws IOException if there is no selector
     */
    Mock(int port, int firstMillis, int tokenMillis, boolean atOnce) throws IOException {
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        firstNanos = firstMillis * 1_000_000L;
        tokenNanos = tokenMillis * 1_000_000L;
        answer = List.of(whole("200 OK", Chat.answer()));
        refusal = List.of(whole("404 Not Found", "{\"error\":{\"message\":\"unknown path\"}}"));
        stream = streamed(Chat.events(), atOnce);
        streamed(SlowReaders.LONG); // encoding 10 MB later would delay the other streams by seconds
    }

    private static ByteBuffer whole(String status, String body) {
        return encoded(
                "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.getBytes(UTF_8).length + "\r\n\r\n" + body);
    }

    /** Encodes a stream; the first write includes the head, and the last one the last chunk. */
    private static List<ByteBuffer> streamed(List<String> events, boolean atOnce) {
        List<String> writes = new ArrayList<>();
        for (String event : events) {
            writes.add(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
        }
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                + "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n";
        writes.set(0, head + writes.get(0));
        writes.set(writes.size() - 1, writes.get(writes.size() - 1) + "0\r\n\r\n");
        return atOnce
                ? List.of(encoded(String.join("", writes)))
                : writes.stream().map(Mock::encoded).toList();
    }

    /** Returns a numbered answer, encoded on first use. */
    private List<ByteBuffer> streamed(Numbered answer) {
        if (numbered.size() == MOST_NUMBERED && !numbered.containsKey(answer)) {
            return refusal;
        }
        return numbered.computeIfAbsent(answer, added -> streamed(Chat.events(added), false));
    }

    private static ByteBuffer encoded(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /**
     * Serves until the process exits.
     *
     * @throws IOException if the port is taken or the selector fails
     */
    void run() throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(address, 1024).configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        System.out.println("mock at http://127.0.0.1:" + address.getPort() + "/v1");
        while (true) {
            if (pausing.isEmpty()) {
                selector.select(this::ready);
            } else {
                waitForPause();
            }
        }
    }

    private void waitForPause() throws IOException {
        long millis = (pausing.peek().due - System.nanoTime() + 999_999) / 1_000_000;
        if (millis > 0) {
            selector.select(this::ready, millis);
        } else {
            selector.selectNow(this::ready);
        }
        long now = System.nanoTime();
        while (!pausing.isEmpty() && pausing.peek().due <= now) {
            pausing.poll().proceed();
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof Connection connection) {
            connection.proceed();
        } else {
            accept((ServerSocketChannel) key.channel());
        }
    }

    private void accept(ServerSocketChannel server) {
        try {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            if (selector.keys().size() > MOST_CONNECTIONS) {
                channel.close();
                return;
            }
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new Connection(channel, key));
        } catch (IOException e) {
            System.err.println("a connection was not accepted: " + e.getMessage());
        }
    }

    /** A connection: reads requests and writes answers, alternately. */
    private final class Connection {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final MessageReader reader = new MessageReader();
        private List<ByteBuffer> writes = List.of();
        private int next;
        private int offset;
        private long due;
        private long pauseNanos;

        Connection(SocketChannel channel, SelectionKey key) {
            this.channel = channel;
            this.key = key;
        }

        /**
         * Reads and writes as far as possible. Closes a connection that fails, which its client
         * notices.
         */
        void proceed() {
            try {
                if (next == writes.size()) {
                    read();
                }
                if (channel.isOpen()) {
                    write();
                }
            } catch (IOException e) {
                close();
            }
        }

        private void read() throws IOException {
            if (reader.read(channel) < 0) {
                close();
            } else if (reader.complete()) {
                writes = choose();
                next = 0;
                due = firstNanos == 0 ? 0 : System.nanoTime() + firstNanos;
                reader.next();
                waitUntilDue();
            }
        }

        private List<ByteBuffer> choose() {
            if (!reader.head().startsWith("POST " + Chat.PATH + " ")) {
                return refusal;
            }
            String body = new String(reader.body(), 0, reader.bodyLength(), UTF_8);
            pauseNanos = tokenNanos;
            Optional<Numbered> counting = Numbered.askedBy(body);
            if (counting.isPresent()) {
                pauseNanos = counting.get().pauseMillis() * 1_000_000L;
                return streamed(counting.get());
            }
            return Chat.asksForStream(body) ? stream : answer;
        }

        private void write() throws IOException {
            while (next < writes.size() && (due == 0 || due <= System.nanoTime())) {
                ByteBuffer piece = writes.get(next);
                piece.clear().position(offset);
                channel.write(piece);
                if (piece.hasRemaining()) {
                    offset = piece.position();
                    key.interestOps(SelectionKey.OP_WRITE);
                    return;
                }
                offset = 0;
                next++;
                due = pauseNanos == 0 ? 0 : System.nanoTime() + pauseNanos;
                waitUntilDue();
            }
            if (next == writes.size() && key.interestOps() != SelectionKey.OP_READ) {
                key.interestOps(SelectionKey.OP_READ);
            }
        }

        private void waitUntilDue() {
            if (due > 0 && next < writes.size()) {
                pausing.add(this);
                key.interestOps(0);
            }
        }

        private void close() {
            try {
                channel.close();
            } catch (IOException e) {
                System.err.println("a connection was not closed: " + e.getMessage());
            }
        }
    }
}
