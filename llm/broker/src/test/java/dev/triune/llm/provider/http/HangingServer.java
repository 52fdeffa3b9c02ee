/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Begins an answer on every connection, then says nothing more, and notices when it is left. */
final class HangingServer implements AutoCloseable {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch hungUp = new CountDownLatch(1);
    private final String beginning;

    HangingServer(String beginning) throws IOException {
        this.beginning = beginning;
        daemon(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** Waits until a client has gone away. */
    boolean awaitHangUp() throws InterruptedException {
        return hungUp.await(20, TimeUnit.SECONDS);
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
            String answer = HEAD + beginning;
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            InputStream request = socket.getInputStream();
            while (request.read() >= 0) {}
        } catch (IOException reset) {
            // a client that goes away abruptly has gone away, too
        }
        hungUp.countDown();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "hanging-server");
        thread.setDaemon(true);
        thread.start();
    }
}
