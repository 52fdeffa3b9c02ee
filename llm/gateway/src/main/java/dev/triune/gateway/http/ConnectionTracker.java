/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Ticker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * The connections that clients opened. One that sends the head of a request in drops, so that it is
 * never idle and never done, is closed. Thread-safe.
 */
final class ConnectionTracker implements Connection.Listener {
    private final Map<Connection, ConnectionState> open = new ConcurrentHashMap<>();
    private final Ticker ticker;
    private final long maxNanos;

    /**
     * No connections yet.
     *
     * @param maxNanos how long the head of a request may take
     */
    ConnectionTracker(Ticker ticker, long maxNanos) {
        this.ticker = ticker;
        this.maxNanos = maxNanos;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof ConnectionMetaData) { // HTTP/1; HTTP/2 counts its frames itself
            open.put(connection, new ConnectionState(ticker.nanos()));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /** The head of a request is whole. */
    void requestStarted(Connection connection) {
        ConnectionState connectionState = open.get(connection);
        if (connectionState != null) {
            connectionState.busy = true;
        }
    }

    /** The request was answered: what comes now is another one. */
    void requestCompleted(Connection connection) {
        ConnectionState connectionState = open.get(connection);
        if (connectionState != null) {
            connectionState.bytes = connection.getBytesIn();
            connectionState.since = ticker.nanos();
            connectionState.busy = false;
        }
    }

    /** Closes those whose next request has been on its way for too long. */
    void check(long now) {
        open.forEach((connection, connectionState) -> {
            if (connection.getEndPoint().getConnection() != connection) {
                open.remove(connection); // it speaks something else by now
            } else if (connectionState.isLate(connection.getBytesIn(), now)) {
                connection.getEndPoint().close(new TimeoutException("a request came too slowly"));
            }
        });
    }

    /** What was last seen of a connection. */
    private final class ConnectionState {
        private volatile boolean busy;
        private volatile long bytes;
        private volatile long since;

        ConnectionState(long now) {
            this.since = now;
        }

        /** Bytes after the last request begin another, the head of which is to be whole in time. */
        boolean isLate(long bytesNow, long now) {
            if (busy) {
                return false;
            }
            if (bytesNow == bytes && bytesNow > 0) {
                since = now; // idle, for which there is a limit of its own
                return false;
            }
            return now - since > maxNanos;
        }
    }
}
