/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A SOCKS 5 proxy (RFC 1928) for one connection, which it makes late and to a port of its own. */
final class SlowSocksProxy implements Closeable {
    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final int target;
    private final long lateMillis;

    SlowSocksProxy(int target, long lateMillis) throws IOException {
        this.target = target;
        this.lateMillis = lateMillis;
        start(this::serve);
    }

    String url() {
        return "socks://127.0.0.1:" + socket.getLocalPort();
    }

    private void serve() throws IOException {
        try (Socket client = socket.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            InputStream in = client.getInputStream();
            OutputStream out = client.getOutputStream();
            in.readNBytes(1); // the version
            in.readNBytes(in.read()); // ways to authenticate
            out.write(new byte[] {5, 0});
            boolean named = in.readNBytes(4)[3] == 3;
            in.readNBytes((named ? in.read() : 4) + 2); // the address and the port
            byte[] reply = {5, 0, 0, 1, 0, 0, 0, 0, 0, 0};
            for (byte each : reply) { // one after the other: a silent proxy counts as gone
                long end = System.nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(lateMillis / reply.length);
                while (System.nanoTime() < end) {
                    LockSupport.parkNanos(end - System.nanoTime());
                }
                out.write(each);
            }
            start(() -> in.transferTo(server.getOutputStream()));
            server.getInputStream().transferTo(out);
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void start(Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        step.run();
                    } catch (IOException closed) {
                        // the test is over
                    }
                },
                "slow-socks");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
