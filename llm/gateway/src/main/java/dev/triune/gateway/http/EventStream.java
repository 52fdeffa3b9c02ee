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
 * A stream of server-sent events to one client. One write is in flight at a time; further events
 * are buffered up to a limit. A client that exceeds the limit, or reads nothing for too long, is
 * disconnected. Thread-safe; no method blocks.
 */
public final class EventStream {
    private static final byte[] KEEP_ALIVE = ServerExchange.utf8(": \n\n");

    private final ServerExchange exchange;
    private final Response response;
    private final StreamLimits limits;
    private final Queue<byte[]> pending = new ArrayDeque<>();
    private int pendingBytes;
    private int writingBytes;
    private boolean opened;
    private boolean rejected;
    private boolean writing;
    private boolean last;

    /** Whether the client is disconnected: events are ignored, and the response is not used. */
    private boolean closed;

    /**
     * The depth of calls of the response: a write that completes at once may start the next one.
     */
    private int responseUses;

    /** Runs when the response is no longer in use, after a disconnect. */
    private @Nullable Runnable whenReleased;

    private long since;

    EventStream(ServerExchange exchange, Response response, StreamLimits limits) {
        this.exchange = exchange;
        this.response = response;
        this.limits = limits;
        this.since = limits.ticker().nanos();
    }

    /** Returns whether the first event was sent. */
    public synchronized boolean isOpen() {
        return opened;
    }

    /**
     * Sends an event.
     *
     * @param event the bytes on the wire, including the empty line
     */
    public void send(byte[] event) {
        add(event, false);
    }

    /** Sends the last event; later events are ignored. */
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
            full = writing && limits.isTooMuch(pendingBytes);
            pending.add(event);
            pendingBytes += event.length;
            limits.buffered().addAndGet(event.length);
            rejected = full;
            if (writing && !full) {
                return;
            }
            writing = true;
            since = limits.ticker().nanos();
        }
        if (full) {
            exchange.disconnect(new IOException("a client was too slow for its stream"));
        } else {
            limits.writer().execute(this::write);
        }
    }

    private boolean ensureOpen() {
        if (opened) {
            return true;
        }
        if (!exchange.tryRespond(true)) {
            rejected = true;
            return false;
        }
        opened = true;
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream;charset=utf-8");
        response.getHeaders().put("X-Accel-Buffering", "no");
        return true;
    }

    /** Writes all buffered events; one thread at a time. */
    private void write() {
        ByteBuffer all;
        boolean isLast;
        synchronized (this) {
            if (closed) {
                return;
            }
            responseUses++;
            all = joined();
            writingBytes = pendingBytes;
            pendingBytes = 0;
            isLast = last;
            since = limits.ticker().nanos();
        }
        if (isLast) {
            exchange.beforeLastWrite();
        }
        try {
            response.write(
                    isLast,
                    all,
                    Callback.from(
                            Callback.InvocationType.NON_BLOCKING,
                            () -> writeCompleted(isLast),
                            exchange::disconnect));
        } finally {
            releaseResponse();
        }
    }

    /** Takes all buffered events. */
    private ByteBuffer joined() {
        if (pending.size() == 1) {
            return ByteBuffer.wrap(pending.remove());
        }
        ByteBuffer all = ByteBuffer.allocate(pendingBytes);
        pending.forEach(all::put);
        pending.clear();
        return all.flip();
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
     * Closes the stream of a disconnected client.
     *
     * @param release abandons the response; runs once no thread is within a call of it
     */
    void close(Runnable release) {
        synchronized (this) {
            closed = true;
            pending.clear();
            limits.buffered().addAndGet(-pendingBytes - writingBytes);
            pendingBytes = 0;
            writingBytes = 0;
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
            limits.buffered().addAndGet(-writingBytes);
            writingBytes = 0;
            writing = !pending.isEmpty();
            if (!writing && !wasLast) {
                return;
            }
        }
        if (wasLast) {
            exchange.streamCompleted();
        } else {
            write();
        }
    }

    /** Disconnects a stalled client; sends a keep-alive comment on a quiet stream. */
    void check(long now) {
        boolean stalled;
        boolean needsKeepAlive;
        synchronized (this) {
            stalled = writing && !closed && now - since > limits.stallNanos();
            long silence = opened ? limits.keepAliveNanos() : limits.patienceNanos();
            needsKeepAlive = !writing && !last && !closed && now - since > silence;
        }
        if (stalled) {
            exchange.disconnect(new IOException("a client took nothing for too long"));
        } else if (needsKeepAlive) {
            send(KEEP_ALIVE);
        }
    }
}
