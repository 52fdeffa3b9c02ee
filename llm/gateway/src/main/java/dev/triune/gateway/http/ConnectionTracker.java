/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Ticker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Tracks open connections, and closes those that send the head of a request so slowly that they are
 * neither idle nor done. Thread-safe.
 */
final class ConnectionTracker implements Connection.Listener {
    private final Map<Connection, ConnectionState> open = new ConcurrentHashMap<>();
    private final Ticker ticker;
    private final long maxNanos;

    /**
     * Creates a tracker without connections.
     *
     * @param maxNanos how long the head of a request may take
     */
    ConnectionTracker(Ticker ticker, long maxNanos) {
        this.ticker = ticker;
        this.maxNanos = maxNanos;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof ConnectionMetaData) { // HTTP/1; Jetty limits the frames of HTTP/2
            open.put(connection, new ConnectionState(ticker.nanos()));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /** Records that the head of a request is complete. */
    void requestStarted(Connection connection) {
        ConnectionState connectionState = open.get(connection);
        if (connectionState != null) {
            connectionState.busy = true;
        }
    }

    /** Records that a request was answered: later bytes belong to the next one. */
    void requestCompleted(Connection connection) {
        ConnectionState connectionState = open.get(connection);
        if (connectionState != null) {
            connectionState.bytes = connection.getBytesIn();
            connectionState.since = ticker.nanos();
            connectionState.busy = false;
        }
    }

    /** Closes the connections whose next request takes too long. */
    void check(long now) {
        open.forEach((connection, connectionState) -> {
            if (connection.getEndPoint().getConnection() != connection) {
                open.remove(connection); // upgraded to another protocol
            } else if (connectionState.isLate(connection.getBytesIn(), now)) {
                connection.getEndPoint().close(new TimeoutException("a request came too slowly"));
            }
        });
    }

    /** The last observed state of a connection. */
    private final class ConnectionState {
        private volatile boolean busy;
        private volatile long bytes;
        private volatile long since;

        ConnectionState(long now) {
            this.since = now;
        }

        /** Returns whether a new request has started whose head takes too long. */
        boolean isLate(long bytesNow, long now) {
            if (busy) {
                return false;
            }
            if (bytesNow == bytes && bytesNow > 0) {
                since = now; // idle: Jetty limits that
                return false;
            }
            return now - since > maxNanos;
        }
    }
}
