/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers every request with the same stream: each event is a separate chunk and write, after a
 * pause, as models write token by token. Each connection has a thread.
 */
final class EventServer implements AutoCloseable {
    private static final byte[] HEAD = ascii(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    private static final byte[] END = ascii("0\r\n\r\n");

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<byte[]> chunks;
    private volatile long pauseNanos;

    /** Starts a server that sends without pauses. */
    EventServer(List<String> events) throws IOException {
        this.chunks = events.stream().map(EventServer::chunk).toList();
        daemon(this::accept);
    }

    /** Sets the pause before each event. */
    void pause(long nanos) {
        pauseNanos = nanos;
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/v1";
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                daemon(() -> serve(socket));
            }
        } catch (IOException closed) {
            // the benchmark is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (skipRequest(in)) {
                answer(socket.getOutputStream());
            }
        } catch (IOException gone) {
            // the client closed its connection
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "event-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void answer(OutputStream out) throws IOException {
        out.write(HEAD);
        for (byte[] chunk : chunks) {
            if (pauseNanos > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
            out.write(chunk);
        }
        out.write(END);
    }

    /** Reads a whole request; returns false if there is none. */
    private static boolean skipRequest(InputStream in) throws IOException {
        int length = 0;
        String line = line(in);
        boolean any = !line.isEmpty();
        while (!line.isEmpty()) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length =
                        Integer.parseInt(lower.substring(lower.indexOf(':') + 1).strip());
            }
            line = line(in);
        }
        in.skipNBytes(length);
        return any;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int octet = in.read();
        while (octet >= 0 && octet != '\n') {
            if (octet != '\r') {
                line.append((char) octet);
            }
            octet = in.read();
        }
        return line.toString();
    }

    private static byte[] chunk(String event) {
        String size = Integer.toHexString(event.getBytes(StandardCharsets.UTF_8).length);
        return (size + "\r\n" + event + "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
