/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import redis.embedded.RedisServer;

/** A real Redis on loopback, which can be killed and started empty on the same port. */
final class TestRedis implements AutoCloseable {
    private final int port;
    private RedisServer server;

    TestRedis() {
        port = freePort();
        server = start();
    }

    /** A port on which nobody listens now. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port on loopback", e);
        }
    }

    private RedisServer start() {
        try {
            RedisServer started = RedisServer.newRedisServer()
                    .port(port)
                    .bind("127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .onShutdownForceStop(true)
                    .build();
            started.start();
            return started;
        } catch (IOException e) {
            throw new IllegalStateException("Redis does not start", e);
        }
    }

    String address() {
        return "redis://127.0.0.1:" + port;
    }

    /** Sends one command on a connection of its own and waits for it. */
    String command(Function<RedisCommands<String, String>, String> command) {
        RedisClient client = RedisClient.create(address());
        try (StatefulRedisConnection<String, String> line = client.connect()) {
            return command.apply(line.sync());
        } finally {
            client.shutdown(0, 1, TimeUnit.SECONDS);
        }
    }

    void kill() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new IllegalStateException("Redis does not stop", e);
        }
    }

    /** Starts it again with nothing in it. */
    void restartEmpty() {
        server = start();
    }

    @Override
    public void close() {
        kill();
    }
}
