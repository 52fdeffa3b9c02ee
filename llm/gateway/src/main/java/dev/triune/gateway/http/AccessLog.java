/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/**
 * Appends a JSON line for each completed request to a file, on its own thread. Lines are dropped
 * and counted if the disk is too slow. Thread-safe; only {@link #close} blocks.
 */
final class AccessLog implements AutoCloseable {
    private static final Logger LOG = System.getLogger(AccessLog.class.getName());
    private static final int MAX_WAITING = 10_000;
    private static final long CLOSE_SECONDS = 5;

    private final Path path;
    private final InstantSource clock;
    private final OutputStream out;
    private final AtomicLong dropped = new AtomicLong();
    private final ThreadPoolExecutor writer = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            task -> {
                Thread thread = new Thread(task, "gateway-access-log");
                thread.setDaemon(true);
                return thread;
            },
            (task, full) -> dropped.incrementAndGet());

    /** Whether writing the last line failed. Writer's thread only. */
    private boolean failing;

    /**
     * Opens the file.
     *
     * @param clock the wall clock
     * @throws IllegalArgumentException if it cannot be written
     */
    AccessLog(Path path, InstantSource clock) {
        this.path = path;
        this.clock = clock;
        try {
            this.out = Files.newOutputStream(
                    path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "gateway.access-log: " + path
                            + " cannot be written (expected a file in a directory that exists)",
                    e);
        }
    }

    /** Writes a line, with the time and the number of lines dropped before it, if any. */
    void write(ObjectNode line) {
        Instant now = clock.instant();
        writer.execute(() -> append(line, now));
    }

    private void append(ObjectNode fields, Instant time) {
        ObjectNode line = Json.object().put("time", time.toString());
        line.setAll(fields);
        long droppedCount = dropped.getAndSet(0);
        if (droppedCount > 0) {
            line.put("droppedBefore", droppedCount);
        }
        try {
            out.write(Json.bytes(line));
            out.write('\n');
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                LOG.log(Level.WARNING, "the access log {0} cannot be written: {1}", path, e);
            }
            failing = true;
        }
    }

    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(Level.WARNING, "the end of the access log {0} is lost", path);
            }
            out.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the access log {0} cannot be closed: {1}", path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
