/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

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
    private static final byte[] KEEP_ALIVE = ServerExchange.utf8(": \n\n");

    private final ServerExchange serverExchange;
    private final Response response;
    private final StreamLimits limits;
    private final Queue<byte[]> pending = new ArrayDeque<>();
    private int pendingBytes;
    private boolean opened;
    private boolean rejected;
    private boolean writing;
    private boolean last;

    /** Whether the client is lost: what comes for it is ignored, and the response left alone. */
    private boolean closed;

    /** Calls of the response under way; a write that ends at once may begin the next within it. */
    private int responseUses;

    /** What is left to do for a client that was lost while its response was in use. */
    private @Nullable Runnable whenReleased;

    private long since;

    EventStream(ServerExchange serverExchange, Response response, StreamLimits limits) {
        this.serverExchange = serverExchange;
        this.response = response;
        this.limits = limits;
        this.since = limits.ticker().nanos();
    }

    /** Whether its first event was sent. */
    public synchronized boolean isOpen() {
        return opened;
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
            if (last || rejected || closed || !ensureOpen()) {
                return;
            }
            last = isLast;
            full = writing && pendingBytes > limits.bufferBytes();
            pending.add(event);
            pendingBytes += event.length;
            rejected = full;
            if (writing && !full) {
                return;
            }
            writing = true;
        }
        if (full) {
            serverExchange.disconnect(new IOException("a client was too slow for its stream"));
        } else {
            write();
        }
    }

    private boolean ensureOpen() {
        if (opened) {
            return true;
        }
        if (!serverExchange.tryOpenStream()) {
            rejected = true;
            return false;
        }
        opened = true;
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
            responseUses++;
            all = ByteBuffer.allocate(pendingBytes);
            pending.forEach(all::put);
            all.flip();
            pending.clear();
            pendingBytes = 0;
            isLast = last;
            since = limits.ticker().nanos();
        }
        if (isLast) {
            serverExchange.beforeLastWrite();
        }
        try {
            response.write(isLast, all, new WriteCallback(isLast));
        } finally {
            releaseResponse();
        }
    }

    private void releaseResponse() {
        Runnable released;
        synchronized (this) {
            released = --responseUses == 0 ? whenReleased : null;
            if (released != null) {
                whenReleased = null;
            }
        }
        if (released != null) {
            released.run();
        }
    }

    /**
     * Ends it for a client that is lost.
     *
     * @param release gives up the response, run once nobody uses it any more, which is at once unless
     *     a thread is within a call of it
     */
    void close(Runnable release) {
        synchronized (this) {
            closed = true;
            pending.clear();
            pendingBytes = 0;
            if (responseUses > 0) {
                whenReleased = release;
                return;
            }
        }
        release.run();
    }

    private void writeCompleted(boolean wasLast) {
        synchronized (this) {
            if (closed) {
                return;
            }
            since = limits.ticker().nanos();
            writing = !pending.isEmpty();
            if (!writing && !wasLast) {
                return;
            }
        }
        if (wasLast) {
            serverExchange.streamCompleted();
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
            quiet = !writing && !last && !closed && now - since > limits.keepAliveNanos();
        }
        if (stalled) {
            serverExchange.disconnect(new IOException("a client took nothing for too long"));
        } else if (quiet) {
            send(KEEP_ALIVE);
        }
    }

    private final class WriteCallback implements Callback {
        private final boolean isLast;

        WriteCallback(boolean isLast) {
            this.isLast = isLast;
        }

        @Override
        public void succeeded() {
            writeCompleted(isLast);
        }

        @Override
        public void failed(Throwable cause) {
            serverExchange.disconnect(cause);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
