/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Server-sent events on their way to one client. One write is under way at a time; what comes
 * meanwhile waits, up to a limit, beyond which the client is cut off, as is one that takes nothing
 * for too long. Thread-safe; no method waits.
 */
public final class EventStream {
    private static final byte[] ALIVE = Exchange.utf8(": \n\n");

    private final Exchange exchange;
    private final Response response;
    private final StreamLimits limits;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean begun;
    private boolean refused;
    private boolean writing;
    private boolean last;

    /** Whether the client is lost: what comes for it is ignored, and the response left alone. */
    private boolean closed;

    /** Calls of the response under way; a write that ends at once may begin the next within it. */
    private int handing;

    /** What is left to do for a client that was lost while its response was in use. */
    private @Nullable Runnable whenFree;

    private long since;

    EventStream(Exchange exchange, Response response, StreamLimits limits) {
        this.exchange = exchange;
        this.response = response;
        this.limits = limits;
        this.since = limits.ticker().nanos();
    }

    /** Whether its first event was sent. */
    public synchronized boolean isOpen() {
        return begun;
    }

    /** Sends one event, as it goes over the wire, its empty line included. */
    public void send(byte[] event) {
        add(event, false);
    }

    /** Sends the last event. What comes after it is ignored. */
    public void end(byte[] event) {
        add(event, true);
    }

    private void add(byte[] event, boolean isLast) {
        boolean full;
        synchronized (this) {
            if (last || refused || closed || !open()) {
                return;
            }
            last = isLast;
            full = writing && waitingBytes > limits.bufferBytes();
            waiting.add(event);
            waitingBytes += event.length;
            refused = full;
            if (writing && !full) {
                return;
            }
            writing = true;
        }
        if (full) {
            exchange.lost(new IOException("a client was too slow for its stream"));
        } else {
            write();
        }
    }

    private boolean open() {
        if (begun) {
            return true;
        }
        if (!exchange.beginStream()) {
            refused = true;
            return false;
        }
        begun = true;
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream;charset=utf-8");
        response.getHeaders().put("X-Accel-Buffering", "no");
        return true;
    }

    /** Writes all that waits, and again if more came meanwhile; one thread at a time. */
    private void write() {
        ByteBuffer all;
        boolean isLast;
        synchronized (this) {
            if (closed) {
                return;
            }
            handing++;
            all = ByteBuffer.allocate(waitingBytes);
            waiting.forEach(all::put);
            all.flip();
            waiting.clear();
            waitingBytes = 0;
            isLast = last;
            since = limits.ticker().nanos();
        }
        if (isLast) {
            exchange.lastWrite();
        }
        try {
            response.write(isLast, all, new Written(isLast));
        } finally {
            handed();
        }
    }

    private void handed() {
        Runnable left;
        synchronized (this) {
            left = --handing == 0 ? whenFree : null;
            if (left != null) {
                whenFree = null;
            }
        }
        if (left != null) {
            left.run();
        }
    }

    /**
     * Ends it for a client that is lost.
     *
     * @param givesUp gives up the response, run once nobody uses it any more, which is at once unless
     *     a thread is within a call of it
     */
    void close(Runnable givesUp) {
        synchronized (this) {
            closed = true;
            waiting.clear();
            waitingBytes = 0;
            if (handing > 0) {
                whenFree = givesUp;
                return;
            }
        }
        givesUp.run();
    }

    private void written(boolean wasLast) {
        synchronized (this) {
            if (closed) {
                return;
            }
            since = limits.ticker().nanos();
            writing = !waiting.isEmpty();
            if (!writing && !wasLast) {
                return;
            }
        }
        if (wasLast) {
            exchange.ended();
        } else {
            write();
        }
    }

    /** Looks after the client: cuts it off if it stalls, shows it signs of life. */
    void check(long now) {
        boolean stalled;
        boolean quiet;
        synchronized (this) {
            stalled = writing && !closed && now - since > limits.stallNanos();
            quiet = !writing && !last && !closed && now - since > limits.aliveNanos();
        }
        if (stalled) {
            exchange.lost(new IOException("a client took nothing for too long"));
        } else if (quiet) {
            send(ALIVE);
        }
    }

    private final class Written implements Callback {
        private final boolean isLast;

        Written(boolean isLast) {
            this.isLast = isLast;
        }

        @Override
        public void succeeded() {
            written(isLast);
        }

        @Override
        public void failed(Throwable cause) {
            exchange.lost(cause);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
