/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.testsupport.StablePort;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import redis.embedded.RedisServer;

/** A real Redis on loopback, which can be killed and started empty on the same port. */
final class TestRedis implements AutoCloseable {
    private final int port;
    private RedisServer server;
    private String frozen = "";

    TestRedis() {
        port = StablePort.next();
        server = start();
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

    /** Sends one command on a separate connection and waits for the reply. */
    String command(Function<RedisCommands<String, String>, String> command) {
        RedisClient client = RedisClient.create(address());
        try (StatefulRedisConnection<String, String> line = client.connect()) {
            return command.apply(line.sync());
        } finally {
            client.shutdown(0, 1, TimeUnit.SECONDS);
        }
    }

    /** Freezes the process: connections stay open, nothing answers. */
    void freeze() {
        frozen = pid();
        signal("-STOP");
    }

    /** Resumes a frozen process. */
    void thaw() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            int exit = new ProcessBuilder("kill", signal, frozen).start().waitFor();
            if (exit != 0) {
                throw new IllegalStateException("kill " + signal + " " + frozen + " gave " + exit);
            }
        } catch (IOException e) {
            throw new IllegalStateException("no signal reaches Redis", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    void kill() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new IllegalStateException("Redis does not stop", e);
        }
    }

    /** Starts it again without data. */
    void restartEmpty() {
        server = start();
    }

    private String pid() {
        return command(commands -> commands.info("server"))
                .lines()
                .filter(line -> line.startsWith("process_id:"))
                .map(line -> line.substring("process_id:".length()).strip())
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        kill();
    }
}
