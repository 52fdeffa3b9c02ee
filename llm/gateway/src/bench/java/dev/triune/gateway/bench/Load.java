/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A closed loop: each connection sends a request, reads and checks the whole answer, and repeats.
 * One thread serves all connections.
 */
final class Load {
    private static final long LONGEST = 10_000_000_000L;
    private static final int MOST_ERRORS = 100;

    private final InetSocketAddress address;
    private final ByteBuffer request;
    private final boolean stream;
    private final int connections;
    private final long warmupNanos;
    private final long nanos;
    private final Selector selector = Selector.open();
    private final Latencies whole = new Latencies();
    private final Latencies firstByte = new Latencies();
    private long measuredFrom;
    private long until;
    private long requests;
    private int errors;

    /**
     * Creates a load without starting it.
     *
     * @throws IOException if there is no selector
     * @throws IllegalArgumentException if an option is missing or wrong
     */
    Load(Options options) throws IOException {
        URI target = URI.create(options.text("target"));
        if (!"http".equals(target.getScheme()) || target.getPort() < 1) {
            throw new IllegalArgumentException("--target takes http://host:port/path");
        }
        address = new InetSocketAddress(target.getHost(), target.getPort());
        stream = options.has("stream");
        request = request(target, options.all("header"), Chat.request(stream));
        connections = options.number("connections");
        warmupNanos = options.number("warmup") * 1_000_000_000L;
        nanos = Math.max(1, options.number("seconds")) * 1_000_000_000L;
    }

    private static ByteBuffer request(URI target, List<String> headers, byte[] body) {
        StringBuilder head = new StringBuilder("POST " + target.getRawPath() + " HTTP/1.1\r\n");
        head.append("Host: ").append(target.getRawAuthority()).append("\r\n");
        head.append("Content-Type: application/json\r\nAccept: */*\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        byte[] first = head.toString().getBytes(ISO_8859_1);
        return ByteBuffer.allocateDirect(first.length + body.length)
                .put(first)
                .put(body)
                .flip();
    }

    /**
     * Runs for the given time and prints the measurement. Answers after that do not count, unless
     * they are more than ten seconds late, which is an error.
     *
     * @return 0, or 1 if there was an error
     * @throws IOException if the target accepts no connection
     */
    int run() throws IOException {
        measuredFrom = System.nanoTime() + warmupNanos;
        until = measuredFrom + nanos;
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            all.add(new Connection());
        }
        for (long now = System.nanoTime();
                now < until && errors < MOST_ERRORS;
                now = System.nanoTime()) {
            selector.select(this::ready, Math.max(1, (until - now) / 1_000_000));
        }
        long end = System.nanoTime();
        all.stream().filter(each -> end - each.asked > LONGEST).forEach(each -> fail("no answer"));
        print();
        return errors == 0 && whole.total() > 0 ? 0 : 1;
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "rps=%.1f p50=%.1f p99=%.1f first50=%.1f first99=%.1f requests=%d errors=%d%n",
                whole.total() * 1e9 / nanos,
                whole.micros(0.5),
                whole.micros(0.99),
                firstByte.micros(0.5),
                firstByte.micros(0.99),
                requests,
                errors);
    }

    private void ready(SelectionKey key) {
        ((Connection) key.attachment()).proceed();
    }

    /** Prints the first error; counts the others. */
    private void fail(String why) {
        if (errors++ == 0) {
            System.err.println("error: " + why);
        }
    }

    /** One connection, with one request in flight. */
    private final class Connection {
        private SocketChannel channel;
        private MessageReader reader;
        private long asked;
        private long firstAt;

        Connection() throws IOException {
            open();
        }

        private void open() throws IOException {
            channel = SocketChannel.open(address);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
            reader = new MessageReader();
            ask();
        }

        private void ask() throws IOException {
            firstAt = 0;
            asked = System.nanoTime();
            channel.write(request.clear());
            if (request.hasRemaining()) {
                throw new IOException("a request that is not taken");
            }
        }

        void proceed() {
            try {
                read();
            } catch (IOException e) {
                fail(e.getMessage());
                again();
            }
        }

        private void again() {
            try {
                channel.close();
                if (errors < MOST_ERRORS) {
                    open();
                }
            } catch (IOException e) {
                fail("no new connection: " + e.getMessage());
                errors = MOST_ERRORS;
            }
        }

        private void read() throws IOException {
            if (reader.read(channel) < 0) {
                throw new IOException(
                        "closed " + (reader.begun() ? "within" : "before") + " an answer");
            }
            boolean complete = reader.complete();
            if (firstAt == 0 && reader.bodyLength() > 0) {
                firstAt = System.nanoTime();
            }
            if (complete) {
                record(System.nanoTime());
                next();
            }
        }

        private void record(long now) {
            requests++;
            String head = reader.head();
            String fault = Chat.fault(head, reader.body(), reader.bodyLength(), stream);
            if (!fault.isEmpty()) {
                fail(fault);
            } else if (now >= measuredFrom && now < until) {
                whole.add(now - asked);
                firstByte.add(firstAt - asked);
            }
        }

        private void next() throws IOException {
            reader.next();
            if (MessageReader.field(reader.head(), "connection").equalsIgnoreCase("close")) {
                again();
            } else {
                ask();
            }
        }
    }
}
