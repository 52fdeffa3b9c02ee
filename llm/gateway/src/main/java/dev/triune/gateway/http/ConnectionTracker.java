/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Tracks open connections. Closes those that send the head of a request so slowly that they are
 * neither idle nor done, and the longest idle ones if an address has too many, or if there is
 * hardly room for others. Thread-safe.
 */
final class ConnectionTracker implements Connection.Listener, SelectorManager.AcceptListener {
    /** The sockets that were accepted and are no connections yet. */
    private final Set<SelectableChannel> opening = ConcurrentHashMap.newKeySet();

    private final Map<Connection, ConnectionState> open = new ConcurrentHashMap<>();
    private final AtomicLong uses = new AtomicLong();
    private final Ticker ticker;
    private final long maxNanos;
    private final int perAddress;
    private final int crowded;

    /**
     * Creates a tracker without connections.
     *
     * @param maxNanos the maximum time for the head of a request
     * @param perAddress the maximum number of connections per address
     * @param crowded the total number of connections above which the address with the most has to
     *     make room
     */
    ConnectionTracker(Ticker ticker, long maxNanos, int perAddress, int crowded) {
        this.ticker = ticker;
        this.maxNanos = maxNanos;
        this.perAddress = perAddress;
        this.crowded = crowded;
    }

    @Override
    public void onAccepting(SelectableChannel socket) {
        opening.add(socket);
    }

    @Override
    public void onAcceptFailed(SelectableChannel socket, Throwable cause) {
        onClosed(socket);
    }

    @Override
    public void onClosed(SelectableChannel socket) {
        opening.remove(socket);
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof ConnectionMetaData) { // HTTP/1; Jetty limits the frames of HTTP/2
            ConnectionState opened = new ConnectionState(addressOf(connection), ticker.nanos());
            open.put(connection, opened);
            makeRoom(opened.address);
        }
        opening.remove(connection.getEndPoint().getTransport());
    }

    private static String addressOf(Connection connection) {
        return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress remote
                ? remote.getHostString()
                : "";
    }

    /** Closes the longest idle connection of an address that has too many, if there is one. */
    private synchronized void makeRoom(String newcomer) {
        if (open.size() <= Math.min(perAddress, crowded)) {
            return;
        }
        Map<String, Integer> counts = new HashMap<>();
        open.values().forEach(state -> counts.merge(state.address, 1, Integer::sum));
        String from = newcomer;
        if (counts.getOrDefault(newcomer, 0) <= perAddress) {
            if (open.size() <= crowded) {
                return;
            }
            from = Collections.max(counts.entrySet(), Map.Entry.comparingByValue())
                    .getKey();
        }
        closeLongestIdle(from);
    }

    private void closeLongestIdle(String address) {
        open.entrySet().stream()
                .filter(entry -> entry.getValue().address.equals(address)
                        && entry.getValue().requests.get() == 0)
                .min(Comparator.comparingLong(entry -> entry.getValue().number))
                .map(Map.Entry::getKey)
                .ifPresent(connection -> {
                    open.remove(connection);
                    connection.getEndPoint().close(new IOException("too many connections"));
                });
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /** Records that the head of a request is complete. */
    void requestStarted(Connection connection) {
        ConnectionState state = open.get(connection);
        if (state != null) {
            state.requests.incrementAndGet();
        }
    }

    /** Records that a request was answered: later bytes belong to the next one. */
    void requestCompleted(Connection connection) {
        ConnectionState state = open.get(connection);
        if (state != null) {
            state.bytes = connection.getBytesIn();
            state.since = ticker.nanos();
            state.number = uses.incrementAndGet();
            state.requests.decrementAndGet();
        }
    }

    /** Returns whether there is a connection whose first request has no answer yet. */
    boolean hasUnanswered() {
        return !opening.isEmpty() || open.values().stream().anyMatch(state -> state.bytes == 0);
    }

    /** Closes the connections whose next request takes too long. */
    void check(long now) {
        open.forEach((connection, state) -> {
            if (connection.getEndPoint().getConnection() != connection) {
                open.remove(connection); // upgraded to another protocol
            } else if (state.isLate(connection.getBytesIn(), now)) {
                connection.getEndPoint().close(new TimeoutException("a request came too slowly"));
            }
        });
    }

    private final class ConnectionState {
        private final String address;

        /** The number of requests in progress; HTTP/2 has several. */
        private final AtomicInteger requests = new AtomicInteger();

        /** Increases with each use of any connection, so that the lowest has been idle longest. */
        private volatile long number = uses.incrementAndGet();

        private volatile long bytes;
        private volatile long since;

        ConnectionState(String address, long now) {
            this.address = address;
            this.since = now;
        }

        /** Returns whether a new request has started whose head takes too long. */
        boolean isLate(long bytesNow, long now) {
            if (requests.get() > 0) {
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
