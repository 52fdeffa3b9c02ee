/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connects with Lettuce. Each command has a timeout, which detects a Redis that hangs. Lettuce's
 * reconnect is disabled, since it would repeat commands that may have had an effect. Thread-safe.
 */
final class LettuceConnector extends RedisConnector {
    private static final int MAX_PENDING = 2_048;

    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;
    private final Duration timeout;

    /**
     * Creates a connector that is not connected yet.
     *
     * @param address {@code redis://user:password@host:port/database}
     * @param timeout the timeout of commands and of connecting
     * @throws IllegalArgumentException if the address is invalid; the message does not contain it
     */
    LettuceConnector(String address, Duration timeout) {
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

    @Override
    CompletableFuture<ScriptConnection> open() {
        return client.connectAsync(StringCodec.UTF8, uri)
                .toCompletableFuture()
                .thenCompose(LettuceConnector::loadScripts);
    }

    private static CompletionStage<ScriptConnection> loadScripts(
            StatefulRedisConnection<String, String> line) {
        var commands = line.async();
        // without this permission, an empty Redis is still detected
        var run = commands.info("server")
                .handle((info, failure) -> failure == null ? runIdOf(info) : "");
        CompletionStage<List<String>> digests = CompletableFuture.completedFuture(List.of());
        for (RedisScript script : RedisScript.values()) {
            digests =
                    digests.thenCombine(commands.scriptLoad(script.text()), LettuceConnector::plus);
        }
        return digests.<String, ScriptConnection>thenCombine(
                        run, (scripts, name) -> new LettuceConnection(line, name, scripts))
                .whenComplete((scriptConnection, failure) -> {
                    if (failure != null) {
                        closeInBackground(line);
                    }
                });
    }

    private static List<String> plus(List<String> digests, String next) {
        List<String> more = new ArrayList<>(digests);
        more.add(next);
        return List.copyOf(more);
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

    @Override
    String describe(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < 8 && cause != null; depth++) {
            if (cause instanceof RedisCommandTimeoutException) {
                return "Redis did not answer in time";
            }
            if (cause instanceof RedisCommandExecutionException refusal) {
                return "Redis refused: " + code(String.valueOf(refusal.getMessage()));
            }
            cause = cause.getCause();
        }
        boolean connecting = failure instanceof RedisConnectionException
                || (failure instanceof CompletionException
                        && failure.getCause() instanceof RedisConnectionException);
        return connecting ? "Redis cannot be reached" : "the connection to Redis broke";
    }

    /** Returns the first word of an error, which is its code; the rest may contain arguments. */
    private static String code(String message) {
        String word = message.split(" ", 2)[0];
        return word.matches("[A-Z]{1,20}") ? word : "an error";
    }

    /** {@inheritDoc} Takes at most twice the timeout. */
    @Override
    void release() {
        client.shutdown(0, timeout.toMillis(), TimeUnit.MILLISECONDS);
        resources.shutdown(0, timeout.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }

    private record LettuceConnection(
            StatefulRedisConnection<String, String> connection, String runId, List<String> digests)
            implements ScriptConnection {
        @Override
        public CompletableFuture<List<Object>> run(
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

        @Override
        public void close() {
            closeInBackground(connection);
        }
    }
}
