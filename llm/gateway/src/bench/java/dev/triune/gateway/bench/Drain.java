/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Terminates the gateway with SIGTERM while streams are open: each must complete, and requests
 * meanwhile, over new or existing connections, must be refused with a time to wait.
 * Single-threaded.
 */
final class Drain implements StreamConnection.Listener {
    private static final int KEPT_ALIVE = 10;
    private static final long BETWEEN_ASKING_NANOS = 100_000_000L;

    /** The time after the signal from which no request may be admitted. */
    private static final long NOTICED_NANOS = 2_000_000_000L;

    private static final long BEGIN_NANOS = 20_000_000_000L;
    private static final long SPARE_NANOS = 10_000_000_000L;
    private static final Numbered SHORT = new Numbered(1, 0, 0);

    private final InetSocketAddress address;
    private final ProcessHandle gateway;
    private final Numbered answer;
    private final int streams;
    private final boolean hung;
    private final long drainNanos;
    private final Selector selector = Selector.open();
    private final List<StreamConnection> all = new ArrayList<>();
    private final Deque<SocketChannel> keptAlive = new ArrayDeque<>();
    private int complete;
    private int told;
    private int lost;
    private int refused;
    private int refusedKeptAlive;
    private int taken;
    private boolean noticed;
    private boolean missed;
    private long signalled;
    private long lastOver;

    /**
     * Creates a drain without starting it.
     *
     * @throws IOException if there is no selector
     * @throws IllegalArgumentException if an option is missing or wrong
     */
    Drain(Options options) throws IOException {
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), options.number("port"));
        gateway = ProcessHandle.of(options.pid())
                .orElseThrow(() -> new IllegalArgumentException("--pid names no process"));
        streams = options.number("streams");
        answer = new Numbered(options.number("tokens"), options.number("token-ms"), 0);
        hung = options.has("hung");
        drainNanos = options.number("seconds") * 1_000_000_000L;
    }

    /**
     * Runs the drain and prints the result.
     *
     * @return 0, or 1 if a check failed
     * @throws IOException if the gateway accepts no connection before the signal
     */
    int run() throws IOException {
        begin();
        signalled = System.nanoTime();
        gateway.destroy();
        long askAt = signalled;
        while (left() > 0 && System.nanoTime() - signalled < drainNanos + SPARE_NANOS) {
            selector.select(Drain::ready, 20);
            if (System.nanoTime() >= askAt && left() > 0) {
                askAnew();
                askAt += BETWEEN_ASKING_NANOS;
            }
        }
        long end = signalled + drainNanos + SPARE_NANOS;
        while (gateway.isAlive() && System.nanoTime() < end) {
            selector.select(20);
        }
        print(System.nanoTime());
        return missed ? 1 : 0;
    }

    private void begin() throws IOException {
        for (int i = 0; i < KEPT_ALIVE; i++) {
            SocketChannel channel = SocketChannel.open(address);
            MessageReader answered = exchange(channel);
            if (!answered.head().startsWith("HTTP/1.1 200")) {
                throw new IOException("a request before the signal: " + answered.head());
            }
            keptAlive.add(channel);
        }
        for (int i = 0; i < streams; i++) {
            StreamConnection connection = new StreamConnection(address, selector, this);
            all.add(connection);
            connection.ask(answer, "game-" + i % 4);
        }
        long until = System.nanoTime() + BEGIN_NANOS;
        while (!all.stream().allMatch(StreamConnection::hasBegun)) {
            if (System.nanoTime() > until || left() < streams) {
                throw new IOException("the streams to drain did not all begin");
            }
            selector.select(Drain::ready, 20);
        }
    }

    private long left() {
        return all.stream().filter(StreamConnection::isAsking).count();
    }

    private static void ready(SelectionKey key) {
        try {
            ((StreamConnection) key.attachment()).proceed();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request over a new connection, and over an existing one if there is one. */
    private void askAnew() throws IOException {
        try (SocketChannel channel = SocketChannel.open(address)) {
            if (judge(exchange(channel), "a new connection")) {
                refused++;
            }
        } catch (IOException e) {
            broken("a new connection", e);
        }
        if (!noticed || keptAlive.isEmpty()) {
            return;
        }
        try (SocketChannel channel = keptAlive.poll()) {
            if (judge(exchange(channel), "a connection that was there")) {
                refusedKeptAlive++;
            }
        } catch (IOException e) {
            broken("a connection that was there", e);
        }
    }

    /** Handles a broken connection, which is correct after the last stream has ended. */
    private void broken(String where, IOException why) throws IOException {
        selector.selectNow(Drain::ready);
        if (left() > 0) {
            taken++;
            System.err.println(where + " during the drain: " + why);
        }
    }

    /** Whether a request was refused as required. */
    private boolean judge(MessageReader answered, String where) {
        String body = new String(
                answered.body(), 0, answered.bodyLength(), java.nio.charset.StandardCharsets.UTF_8);
        boolean right = answered.head().startsWith("HTTP/1.1 503")
                && body.contains("\"DRAINING\"")
                && !MessageReader.field(answered.head(), "retry-after").isEmpty();
        noticed |= right;
        if (!right && (noticed || System.nanoTime() - signalled > NOTICED_NANOS)) {
            taken++;
            System.err.println(where + " during the drain: " + answered.head() + " " + body);
        }
        return right;
    }

    private MessageReader exchange(SocketChannel channel) throws IOException {
        channel.write(StreamConnection.post(address, SHORT.request("late")));
        MessageReader reader = new MessageReader();
        while (!reader.complete()) {
            if (reader.read(channel) < 0) {
                throw new ConnectException("closed without an answer");
            }
        }
        return reader;
    }

    @Override
    public void gap(long nanos) {
        // delays of tokens are checked elsewhere
    }

    @Override
    public void ended(StreamConnection connection, String fault) {
        lastOver = System.nanoTime();
        if (fault.isEmpty()) {
            complete++;
        } else if (fault.startsWith("data: {\"type\":\"error\"")) {
            told++;
        } else if (lost++ < 5) {
            System.err.println("lost: " + fault);
        }
    }

    private void print(long end) {
        lost += (int) left();
        boolean right = hung ? told == streams : complete == streams;
        judge(
                "streams under way",
                "%d: %d complete, %d told of an error, %d lost"
                        .formatted(streams, complete, told, lost),
                right);
        judge(
                "refused meanwhile",
                "%d over new connections, %d over such as were there; other than with 503: %d"
                        .formatted(refused, refusedKeptAlive, taken),
                refused > 0 && refusedKeptAlive > 0 && taken == 0);
        judge(
                "process",
                gateway.isAlive()
                        ? "still there"
                        : "over %.1f s after the signal, %.1f s after the last stream"
                                .formatted((end - signalled) / 1e9, (end - lastOver) / 1e9),
                !gateway.isAlive());
    }

    private void judge(String what, String figure, boolean held) {
        missed |= !held;
        System.out.printf("%-22s %s   %s%n", what, figure, held ? "held" : "MISSED");
    }
}
