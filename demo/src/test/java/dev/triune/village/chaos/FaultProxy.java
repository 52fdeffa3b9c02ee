/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import dev.triune.testsupport.StablePort;
import dev.triune.village.chaos.FaultPlan.Fate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An unreliable network on loopback: passes bytes on to a server and applies the faults of a {@link
 * FaultPlan}. It knows of HTTP only that a request comes before its answer. No more than {@value
 * #MOST_LINKS} connections, two threads and two small buffers for each. Thread-safe.
 */
final class FaultProxy implements AutoCloseable {
    private static final int MOST_LINKS = 128;
    /** Twice what open links need, since closed ones may keep their threads for a moment. */
    private static final int MOST_THREADS = 4 * MOST_LINKS;

    private static final int ROUND_MILLIS = 20;
    private static final int CONNECT_MILLIS = 5_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final InetSocketAddress target;
    private final FaultPlan plan;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Set<ProxyConnection> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger threads = new AtomicInteger();
    private final ThreadPoolExecutor pumps;
    private final Thread acceptor;
    private final int port;
    private volatile ServerSocket listening;

    /** Starts listening on a free port. */
    FaultProxy(String name, int target, long seed) {
        this.name = name;
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), target);
        this.plan = new FaultPlan(seed);
        this.pumps = new ThreadPoolExecutor(
                0, MOST_THREADS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), this::thread);
        try {
            this.listening = listen(StablePort.next());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.port = listening.getLocalPort();
        this.acceptor = thread(this::serve);
        acceptor.start();
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(task, "chaos-" + name + "-" + threads.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setSoTimeout(ROUND_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** The URL that it listens on. */
    String url() {
        return "http://" + target.getAddress().getHostAddress() + ":" + port;
    }

    /** Stops new faults; connections that a fault already holds stay as they are. */
    void calmDown() {
        plan.calmDown();
    }

    /** How often each fault happened. */
    Map<Fault, Long> counts() {
        return plan.counts();
    }

    /** How many connections there are. */
    int open() {
        return links.size();
    }

    // ---- accepting connections

    private void serve() {
        long refusal = System.nanoTime() + nanos(plan.peaceMillis());
        while (!isClosing()) {
            if (System.nanoTime() - refusal > 0 && !plan.isCalm()) {
                refuse();
                refusal = System.nanoTime() + nanos(plan.peaceMillis());
            }
            accept();
        }
    }

    private void accept() {
        try {
            Socket client = listening.accept();
            if (links.size() >= MOST_LINKS) {
                client.close();
                return;
            }
            ProxyConnection proxyConnection = new ProxyConnection(client, this);
            links.add(proxyConnection);
            begin(proxyConnection);
            if (isClosing()) {
                proxyConnection.close(); // close() ran meanwhile and missed this connection
            }
        } catch (SocketTimeoutException timeout) {
            return; // no connection in this round
        } catch (IOException e) {
            pause(ROUND_MILLIS); // the port is closed, or the client is gone
        }
    }

    /** Closes a connection for which there is no thread. */
    private void begin(ProxyConnection proxyConnection) {
        try {
            pumps.execute(proxyConnection::run);
        } catch (RejectedExecutionException full) {
            proxyConnection.close();
        }
    }

    /** Closes the port, resets all connections, and reopens the same port after a while. */
    private void refuse() {
        plan.happened(Fault.REFUSAL);
        ProxyConnection.close(listening);
        links.forEach(ProxyConnection::reset);
        pause(plan.refusalMillis());
        while (!isClosing()) {
            try {
                listening = listen(port);
                return;
            } catch (IOException taken) {
                pause(ROUND_MILLIS); // the port is still in use for a moment
            }
        }
    }

    private static long nanos(int millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    // ---- for links

    Socket connect() throws IOException {
        Socket server = new Socket();
        try {
            server.connect(target, CONNECT_MILLIS);
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    void pump(Runnable task) {
        pumps.execute(task);
    }

    Fate fate() {
        return plan.next();
    }

    void happened(Fault fault) {
        plan.happened(fault);
    }

    void gone(ProxyConnection proxyConnection) {
        links.remove(proxyConnection);
    }

    /** Waits for the given time or until the proxy is closed. */
    void pause(int millis) {
        try {
            closing.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- the end

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    /** Closes everything, and waits for its threads. */
    @Override
    public void close() {
        closing.countDown();
        try {
            acceptor.join(PATIENCE.toMillis());
            links.forEach(ProxyConnection::close);
            pumps.shutdown();
            pumps.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ProxyConnection.close(listening);
    }
}
