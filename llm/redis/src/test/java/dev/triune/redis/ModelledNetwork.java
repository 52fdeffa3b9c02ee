/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * A modelled Redis in virtual time, and the network to it: requests and replies are late, lost or
 * repeated, and Redis is down, hangs, restarts, or its clock jumps. Times are milliseconds.
 */
final class ModelledNetwork {
    private static final long CLOCK = 1_700_000_000_000L;
    private static final long TIMEOUT = 1_000;

    final ModelledRedis redis;
    private final LeaseOracle oracle;
    private final VirtualTime time;
    private final SplittableRandom random;
    private final Set<Line> lines = new LinkedHashSet<>();
    private long clockOffset;
    private long hangsUntil;
    private int run = 1;
    private boolean down;

    /** The longest delay of a message in one direction. */
    long slowest = 3;

    /** Half the time in which either requests or replies take almost until the timeout; or zero. */
    long uneven;

    /** The chance that a message is lost. */
    double loss;

    /** The chance that a request is run once more, up to three seconds later. */
    double repeats;

    ModelledNetwork(VirtualTime time, SplittableRandom random, LeaseOracle oracle) {
        this.oracle = oracle;
        this.redis = oracle.model;
        this.time = time;
        this.random = random;
    }

    long now() {
        return time.nanos() / 1_000_000;
    }

    boolean isDown() {
        return down;
    }

    /** Ends the process of Redis: connections break. */
    void stop() {
        down = true;
        run++;
        oracle.redis.lost();
        List.copyOf(lines).forEach(line -> line.fail("reset"));
    }

    /** Deletes all data of Redis. */
    void clear() {
        redis.clear();
        oracle.redis.lost();
    }

    void start() {
        down = false;
    }

    /** Runs no request until that time; requests that arrive meanwhile run afterwards. */
    void hang(long millis) {
        hangsUntil = Math.max(hangsUntil, now() + millis);
    }

    void jumpClock(long millis) {
        oracle.redis.jumped();
        clockOffset += millis;
    }

    private void later(long millis, Runnable action) {
        var unused = time.after(Duration.ofMillis(millis), action);
    }

    private long delay() {
        return 1 + random.nextLong(slowest);
    }

    /** Returns the delay of a request, or of a reply, which are slow in turns. */
    private long delay(boolean ofReply) {
        boolean slow = uneven > 0 && (now() / uneven % 2 == 0) == ofReply;
        return slow ? TIMEOUT - 5 - random.nextLong(60) : delay();
    }

    private boolean isLost() {
        return random.nextDouble() < loss;
    }

    /** The connector of one gateway. */
    final class Connector extends RedisConnector {
        private long frozenUntil;

        /** What its messages say; set before it connects. */
        GatewayLedger ledger;

        /** Whether this gateway is cut off from Redis. */
        boolean partitioned;

        /** Delivers nothing until that time. */
        void freeze(long millis) {
            frozenUntil = now() + millis;
        }

        boolean isFrozen() {
            return now() < frozenUntil;
        }

        @Override
        CompletableFuture<ScriptConnection> open() {
            CompletableFuture<ScriptConnection> opened = new CompletableFuture<>();
            ledger.opened();
            if (partitioned || now() < hangsUntil || isLost()) {
                later(TIMEOUT, () -> opened.completeExceptionally(new IOException("timeout")));
            } else {
                later(2 * delay(), () -> {
                    if (down) {
                        opened.completeExceptionally(new IOException("refused"));
                    } else {
                        opened.complete(new Line(this));
                    }
                });
            }
            return opened;
        }

        @Override
        String describe(Throwable failure) {
            return "modelled: " + failure.getMessage();
        }

        @Override
        void release() {}

        private void deliver(Runnable action) {
            if (isFrozen()) {
                later(frozenUntil - now(), () -> deliver(action));
            } else {
                action.run();
            }
        }
    }

    /** One connection. */
    private final class Line implements RedisConnector.ScriptConnection {
        private final Connector connector;
        private final int runOfRedis = run;
        private final List<CompletableFuture<List<Object>>> pending = new ArrayList<>();

        Line(Connector connector) {
            this.connector = connector;
            lines.add(this);
        }

        @Override
        public String runId() {
            return "run" + runOfRedis;
        }

        @Override
        public CompletableFuture<List<Object>> run(
                RedisScript redisScript, List<String> keys, List<String> values) {
            CompletableFuture<List<Object>> reply = new CompletableFuture<>();
            pending.add(reply);
            GatewayLedger.Observation observation =
                    connector.ledger.sent(redisScript, keys, values);
            Runnable arrive = () -> arrive(redisScript, keys, values, observation, reply);
            if (!isLost()) {
                later(delay(false), arrive);
            }
            if (random.nextDouble() < repeats) {
                later(random.nextLong(3_000), arrive);
            }
            later(
                    TIMEOUT,
                    () -> connector.deliver(
                            () -> reply.completeExceptionally(new IOException("timeout"))));
            return reply.whenComplete((result, failure) -> {
                pending.remove(reply);
                observation.ended(result);
            });
        }

        private void arrive(
                RedisScript redisScript,
                List<String> keys,
                List<String> values,
                GatewayLedger.Observation observation,
                CompletableFuture<List<Object>> reply) {
            if (connector.partitioned || down || runOfRedis != run) {
                return;
            }
            if (now() < hangsUntil) {
                later(
                        hangsUntil - now(),
                        () -> arrive(redisScript, keys, values, observation, reply));
                return;
            }
            long clock = CLOCK + clockOffset + now();
            redis.expire(clock);
            List<Object> result = redis.run(redisScript, keys, values, clock);
            observation.ran(result, clock);
            if (!isLost()) {
                later(delay(true), () -> {
                    if (!connector.partitioned) {
                        connector.deliver(() -> reply.complete(result));
                    }
                });
            }
        }

        void fail(String why) {
            lines.remove(this);
            List<CompletableFuture<List<Object>>> failing = List.copyOf(pending);
            pending.clear();
            connector.deliver(() ->
                    failing.forEach(reply -> reply.completeExceptionally(new IOException(why))));
        }

        @Override
        public void close() {
            fail("closed");
        }
    }
}
