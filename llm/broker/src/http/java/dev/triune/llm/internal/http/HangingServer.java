/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts an answer on every connection, then sends nothing more or the same data forever, and
 * notices when the client hangs up. It ends with the test; its threads are daemons.
 */
final class HangingServer implements AutoCloseable {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    private static final long PATIENCE_SECONDS = 60;

    /** The pause between two pieces: far below the timeouts of the tests. */
    private static final long DRIP_MILLIS = 20;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore hungUp = new Semaphore(0);
    private final AtomicInteger requests = new AtomicInteger();
    private final String beginning;
    private final String drip;

    /** Sends that beginning of an answer and then hangs. */
    HangingServer(String beginning) throws IOException {
        this(beginning, "");
    }

    private HangingServer(String beginning, String drip) throws IOException {
        this.beginning = beginning;
        this.drip = drip;
        daemon(this::accept);
    }

    /** Sends that text repeatedly and never ends. */
    static HangingServer dripping(String drip) throws IOException {
        return new HangingServer("", drip);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** The number of requests. Connections without one do not count: a pool may keep spare ones. */
    int requests() {
        return requests.get();
    }

    /** Waits until that many more clients have connected and received the beginning. */
    boolean awaitBegun(int clients) throws InterruptedException {
        return begun.tryAcquire(clients, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until one more client has hung up. */
    boolean awaitHangUp() throws InterruptedException {
        return hungUp.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                daemon(() -> serve(socket));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            OutputStream answer = socket.getOutputStream();
            InputStream request = socket.getInputStream();
            if (request.read() < 0) {
                return; // a spare connection of a pool
            }
            requests.incrementAndGet();
            answer.write((HEAD + beginning).getBytes(StandardCharsets.UTF_8));
            begun.release();
            if (drip.isEmpty()) {
                while (request.read() >= 0) {}
            } else {
                dripInto(answer);
            }
        } catch (IOException reset) {
            // a client that goes away abruptly has gone away, too
        }
        hungUp.release();
    }

    private void dripInto(OutputStream answer) throws IOException {
        try {
            while (true) {
                answer.write(drip.getBytes(StandardCharsets.UTF_8));
                TimeUnit.MILLISECONDS.sleep(DRIP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "hanging-server");
        thread.setDaemon(true);
        thread.start();
    }
}
