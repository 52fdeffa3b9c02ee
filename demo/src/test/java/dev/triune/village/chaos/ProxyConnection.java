/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import dev.triune.village.chaos.FaultPlan.Fate;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One connection through a {@link FaultProxy}: each request on it has its own fate. One thread
 * passes requests up, another answers down.
 */
final class ProxyConnection {
    private static final int BUFFER = 4_096;

    private final Socket client;
    private final FaultProxy proxy;
    private volatile @Nullable Socket server;
    private volatile boolean closed;
    private volatile Fate fate = Fate.NONE;

    /** Whether an answer has begun, so that what comes next from the client is another request. */
    private volatile boolean answered = true;

    /** Bytes of this answer so far; used only by the thread that passes answers down. */
    private int passed;

    /** Whether the fault of this request was counted. */
    private volatile boolean counted;

    ProxyConnection(Socket client, FaultProxy proxy) {
        this.client = client;
        this.proxy = proxy;
    }

    /** Runs until the connection ends. */
    void run() {
        try {
            Socket there = proxy.connect();
            server = there;
            if (closed) {
                close(there); // closed before the server was known
            }
            proxy.pump(() -> down(there));
            up(there);
        } catch (IOException | RejectedExecutionException e) {
            close(); // no server, or one of the two is gone
        } finally {
            close();
        }
    }

    private void up(Socket there) throws IOException {
        InputStream requests = client.getInputStream();
        OutputStream out = there.getOutputStream();
        byte[] buffer = new byte[BUFFER];
        for (int read; (read = requests.read(buffer)) >= 0; ) {
            if (answered) {
                fate = proxy.fate();
                counted = false;
                answered = false;
                once(Fault.PASS);
                once(Fault.SILENCE);
            }
            if (fate.fault() != Fault.SILENCE) {
                out.write(buffer, 0, read);
            }
        }
    }

    private void down(Socket there) {
        try {
            InputStream answers = there.getInputStream();
            byte[] buffer = new byte[BUFFER];
            for (int read; (read = answers.read(buffer)) >= 0; ) {
                if (!answered) {
                    passed = 0;
                    answered = true;
                }
                deliver(buffer, read, fate);
            }
        } catch (IOException e) {
            close(); // one of the two is gone, or the fault closed it
        } finally {
            close();
        }
    }

    private void deliver(byte[] buffer, int read, Fate now) throws IOException {
        OutputStream out = client.getOutputStream();
        switch (now.fault()) {
            case PASS, REFUSAL -> out.write(buffer, 0, read);
            case DELAY -> {
                once(Fault.DELAY);
                proxy.pause(now.millis());
                out.write(buffer, 0, read);
            }
            case SILENCE -> passed += read; // the rest of the previous answer is dropped
            case CUT, RESET, HALF -> {
                int rest = Math.min(read, Math.max(0, now.bytes() - passed));
                out.write(buffer, 0, rest);
                passed += read;
                if (rest < read) {
                    breakOff(now.fault());
                }
            }
        }
    }

    private void breakOff(Fault fault) throws IOException {
        once(fault);
        if (fault == Fault.CUT) {
            client.shutdownOutput();
            close();
        } else if (fault == Fault.RESET) {
            reset();
        }
    }

    /** Counts the fault of this request once if it is of the given kind. */
    private void once(Fault fault) {
        if (fate.fault() == fault && !counted) {
            counted = true;
            proxy.happened(fault);
        }
    }

    /** Resets the connection. */
    void reset() {
        try {
            client.setSoLinger(true, 0);
        } catch (IOException e) {
            close(); // it is closed already
        }
        close();
    }

    /** Closes the connection. */
    void close() {
        closed = true;
        close(client);
        Socket there = server;
        if (there != null) {
            close(there);
        }
        proxy.gone(this);
    }

    /** Closes a resource and ignores errors. */
    static void close(Closeable what) {
        try {
            what.close();
        } catch (IOException e) {
            return; // closed anyway
        }
    }
}
