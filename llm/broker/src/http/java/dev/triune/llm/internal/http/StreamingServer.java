/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Answers each POST with a stream of events, all connections on one thread, so that threads and
 * memory seen in a test are those of the client. Streams are fed in turns, one event each. While
 * {@link #hold held}, each stream has its first event and waits. Thread-safe.
 */
final class StreamingServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_CONNECTIONS = 2048;
    private static final int READ_BYTES = 16 * 1024;

    private final Script script;
    private final Selector selector = Selector.open();
    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final Thread thread = new Thread(this::run, "streaming-server");
    private final Set<StreamingConnection> streaming = new LinkedHashSet<>();
    private final ByteBuffer received = ByteBuffer.allocate(READ_BYTES);
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger hangUps = new AtomicInteger();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> trouble = new AtomicReference<>();
    private volatile boolean held;
    private volatile boolean closed;

    /** What is answered. */
    @FunctionalInterface
    interface Script {
        /**
         * The events of one answer as they go over the wire, at least one; asked for one at a time,
         * and none of them changed.
         *
         * @param number what stands between two # in the request
         */
        Iterator<byte[]> events(int number);
    }

    /** A server on a free port of the loopback interface. */
    StreamingServer(Script script) throws IOException {
        this.script = script;
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MOST_CONNECTIONS);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        thread.setDaemon(true);
        thread.start();
    }

    String url() throws IOException {
        return "http://127.0.0.1:" + ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    /** From now on, no stream gets more than its first event. */
    void hold() {
        held = true;
    }

    /** Ends the hold. */
    void letGo() {
        held = false;
        selector.wakeup();
    }

    /** Waits on this thread: tests count the others. */
    private static ConditionFactory patiently(String what) {
        return await(what).pollInSameThread().atMost(PATIENCE);
    }

    /** Waits until that many answers are under way at the same time. */
    void awaitOpen(int streams) {
        patiently("open streams")
                .failFast("a client misbehaved", this::requireNoTrouble)
                .until(() -> open.get() == streams);
    }

    /** The number of answers being sent. */
    int open() {
        return open.get();
    }

    /** Connections so far. */
    int accepted() {
        return accepted.get();
    }

    /** Waits until that many clients have gone away in the middle of an answer. */
    void awaitHangUps(int clients) {
        patiently("hang-ups").until(() -> hangUps.get() == clients);
    }

    /** The number of clients that hung up in the middle of an answer. */
    int hangUps() {
        return hangUps.get();
    }

    /** Bytes of all answers that the network took so far. */
    long bytesSent() {
        return bytesSent.get();
    }

    /**
     * Ends all connections and the thread.
     *
     * @throws AssertionError if a client misbehaved
     */
    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        patiently("the end of the server").until(() -> !thread.isAlive());
        listener.close();
        selector.close();
        requireNoTrouble();
    }

    private void requireNoTrouble() {
        Throwable seen = trouble.get();
        if (seen != null) {
            throw new AssertionError("a client misbehaved: " + seen.getMessage(), seen);
        }
    }

    // ---- on the server's thread

    private void run() {
        try {
            while (!closed) {
                turn();
            }
        } catch (IOException | RuntimeException | Error e) {
            trouble.compareAndSet(null, e);
        } finally {
            connections().forEach(StreamingConnection::drop);
        }
    }

    private Stream<StreamingConnection> connections() {
        return selector.keys().stream().filter(key -> key.attachment() != null).map(key ->
                (StreamingConnection) key.attachment());
    }

    private void turn() throws IOException {
        boolean waiting = !held && streaming.stream().anyMatch(StreamingConnection::isReady);
        if (waiting) {
            selector.selectNow(this::serve);
        } else {
            selector.select(this::serve);
        }
        if (!held) {
            for (StreamingConnection stream : List.copyOf(streaming)) {
                guard(stream, StreamingConnection::sendNext);
            }
        }
    }

    private void serve(SelectionKey key) {
        if (key.isAcceptable()) {
            accept();
            return;
        }
        StreamingConnection connection = (StreamingConnection) key.attachment();
        if (key.isValid() && key.isReadable()) {
            guard(connection, this::receive);
        }
        if (key.isValid() && key.isWritable()) {
            guard(connection, StreamingConnection::send);
        }
    }

    private void accept() {
        try {
            SocketChannel channel = listener.accept();
            if (channel == null) {
                return;
            }
            if (selector.keys().size() > MOST_CONNECTIONS) {
                channel.close();
                throw new IllegalStateException("more than " + MOST_CONNECTIONS + " connections");
            }
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new StreamingConnection(channel, key, bytesSent));
            accepted.incrementAndGet();
        } catch (IOException | IllegalStateException e) {
            trouble.compareAndSet(null, e);
        }
    }

    private void receive(StreamingConnection connection) throws IOException {
        int number = connection.receive(received);
        if (number >= 0) {
            streaming.add(connection);
            open.incrementAndGet();
            connection.begin(script.events(number));
        }
    }

    /** Distinguishes clients that hang up from clients that break the rules. */
    private void guard(StreamingConnection connection, Step step) {
        try {
            step.run(connection);
            if (connection.isDone() && streaming.remove(connection)) {
                open.decrementAndGet();
            }
        } catch (IOException gone) {
            connection.drop();
            if (streaming.remove(connection)) {
                open.decrementAndGet();
                hangUps.incrementAndGet();
            }
        } catch (IllegalStateException broken) {
            trouble.compareAndSet(null, broken);
            connection.drop();
            streaming.remove(connection);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run(StreamingConnection connection) throws IOException;
    }
}
