/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connection to Redis. Each command has a timeout, which detects a Redis that hangs. A failed
 * command closes the connection, and the next attempt follows after a backoff. Lettuce's reconnect is
 * off, since it would repeat commands that may have had an effect. Thread-safe.
 */
final class RedisConnector implements AutoCloseable {
    private static final long FIRST_BACKOFF = 100;
    private static final long MAX_BACKOFF = 1_000;
    private static final int MAX_PENDING = 2_048;

    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;
    private final Duration timeout;
    private @Nullable ScriptConnection connection;
    private boolean connecting;
    private boolean closed;
    private long backoff = FIRST_BACKOFF;
    private long retryAt = Long.MIN_VALUE;

    /**
     * Creates a connector that is not connected.
     *
     * @param address {@code redis://user:password@host:port/database}
     * @param timeout the timeout of commands and of connecting
     * @throws IllegalArgumentException if the address is invalid; the message does not contain it
     */
    RedisConnector(String address, Duration timeout) {
        this.timeout = timeout;
        this.uri = read(address);
        uri.setTimeout(timeout);
        AtomicInteger threads = new AtomicInteger();
        resources = DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .threadFactoryProvider(pool -> task -> {
                    Thread thread = new Thread(task, "triune-redis-" + threads.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                })
                .build();
        client = RedisClient.create(resources);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MAX_PENDING)
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .build());
    }

    private static RedisURI read(String address) {
        try {
            return RedisURI.create(address);
        } catch (IllegalArgumentException e) { // its message contains the password
            throw new IllegalArgumentException(
                    "not the address of a Redis (expected redis://user:password@host:port/database)");
        }
    }

    /** Returns the open connection; null if there is none. */
    synchronized @Nullable ScriptConnection connection() {
        return connection;
    }

    /** Returns whether to try to connect now. */
    synchronized boolean shouldConnect(long at) {
        return connection == null && !connecting && !closed && at >= retryAt;
    }

    /** Connects and loads the scripts; fails if Redis cannot be reached. */
    CompletableFuture<ScriptConnection> connect() {
        synchronized (this) {
            connecting = true;
        }
        return client.connectAsync(StringCodec.UTF8, uri)
                .toCompletableFuture()
                .thenCompose(RedisConnector::loadScripts)
                .whenComplete(this::connected);
    }

    private static CompletionStage<ScriptConnection> loadScripts(
            StatefulRedisConnection<String, String> line) {
        var commands = line.async();
        // without the permission for it, an empty Redis is still detected
        var run = commands.info("server")
                .handle((info, failure) -> failure == null ? runIdOf(info) : "");
        var lease = commands.scriptLoad(RedisScript.LEASE.text());
        var presence = commands.scriptLoad(RedisScript.PRESENCE.text());
        return lease.thenCombine(presence, List::of)
                .thenCombine(run, (scripts, name) -> new ScriptConnection(line, name, scripts))
                .whenComplete((scriptConnection, failure) -> {
                    if (failure != null) {
                        closeInBackground(line);
                    }
                });
    }

    /** Closes a connection without waiting; its pending commands fail. */
    private static void closeInBackground(StatefulRedisConnection<String, String> line) {
        var unused = line.closeAsync();
    }

    private static String runIdOf(String info) {
        return info.lines()
                .filter(line -> line.startsWith("run_id:"))
                .map(line -> line.substring("run_id:".length()).strip())
                .findFirst()
                .orElse("");
    }

    private synchronized void connected(
            @Nullable ScriptConnection opened, @Nullable Throwable failure) {
        connecting = false;
        if (opened != null && closed) {
            closeInBackground(opened.connection);
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
            closeInBackground(failed.connection);
        }
        connection = null;
        retryAt = at + backoff;
        backoff = Math.min(MAX_BACKOFF, 2 * backoff);
        return true;
    }

    /** Releases all resources, within twice the timeout. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            connection = null;
        }
        client.shutdown(0, timeout.toMillis(), TimeUnit.MILLISECONDS);
        resources.shutdown(0, timeout.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }

    /** An open connection. Thread-safe. */
    static final class ScriptConnection {
        /** The id of the run of Redis; empty if it is not known. */
        final String runId;

        private final StatefulRedisConnection<String, String> connection;
        private final List<String> digests;

        private ScriptConnection(
                StatefulRedisConnection<String, String> line, String runId, List<String> digests) {
            this.connection = line;
            this.runId = runId;
            this.digests = digests;
        }

        /** Runs a script; fails if there is no reply in time. */
        CompletableFuture<List<Object>> run(
                RedisScript redisScript, List<String> keys, List<String> values) {
            try {
                return connection
                        .async()
                        .<List<Object>>evalsha(
                                digests.get(redisScript.ordinal()),
                                ScriptOutputType.MULTI,
                                keys.toArray(String[]::new),
                                values.toArray(String[]::new))
                        .toCompletableFuture();
            } catch (RuntimeException e) { // too many commands are pending, or it is closed
                return CompletableFuture.failedFuture(new CompletionException(e));
            }
        }
    }
}
