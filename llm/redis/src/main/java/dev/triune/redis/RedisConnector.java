/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The connection to Redis. A failed command closes it, and the next attempt follows after a
 * backoff. Thread-safe.
 */
abstract class RedisConnector implements AutoCloseable {
    private static final long FIRST_BACKOFF = 100;
    private static final long MAX_BACKOFF = 1_000;

    private @Nullable ScriptConnection connection;
    private boolean connecting;
    private boolean closed;
    private long backoff = FIRST_BACKOFF;
    private long retryAt = Long.MIN_VALUE;

    /** Opens a connection on which the scripts can run; fails if Redis cannot be reached. */
    abstract CompletableFuture<ScriptConnection> open();

    /** Describes a failure of Redis without addresses and passwords. */
    abstract String describe(Throwable failure);

    /** Releases all resources. */
    abstract void release();

    /** Returns the open connection; null if there is none. */
    synchronized @Nullable ScriptConnection connection() {
        return connection;
    }

    /** Returns whether to try to connect now. */
    synchronized boolean shouldConnect(long at) {
        return connection == null && !connecting && !closed && at >= retryAt;
    }

    /** Connects; fails if Redis cannot be reached. */
    CompletableFuture<ScriptConnection> connect() {
        synchronized (this) {
            connecting = true;
        }
        return open().whenComplete(this::connected);
    }

    private synchronized void connected(
            @Nullable ScriptConnection opened, @Nullable Throwable failure) {
        connecting = false;
        if (opened != null && closed) {
            opened.close();
        } else if (opened != null) {
            connection = opened;
        }
    }

    /** Resets the backoff, since Redis works. */
    synchronized void resetBackoff() {
        backoff = FIRST_BACKOFF;
    }

    /**
     * Records that a connection, or the attempt to connect, failed.
     *
     * @param failed the connection; null for an attempt
     * @return false if the connection was already replaced
     */
    synchronized boolean failed(@Nullable ScriptConnection failed, long at) {
        if (failed != connection) {
            return false;
        }
        if (failed != null) {
            failed.close();
        }
        connection = null;
        retryAt = at + backoff;
        backoff = Math.min(MAX_BACKOFF, 2 * backoff);
        return true;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            connection = null;
        }
        release();
    }

    /** An open connection. Thread-safe. */
    interface ScriptConnection {
        /** Returns the id of the run of Redis; empty if it is not known. */
        String runId();

        /** Runs a script; fails if there is no reply in time. */
        CompletableFuture<List<Object>> run(
                RedisScript redisScript, List<String> keys, List<String> values);

        /** Closes the connection without waiting; its pending commands fail. */
        void close();
    }
}
