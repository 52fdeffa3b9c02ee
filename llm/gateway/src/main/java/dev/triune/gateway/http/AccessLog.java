/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.RollingPolicy;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON line for each completed request, in a file that logback writes on its own thread and rolls
 * each day and at 100 MB, unless it is a device. Lines are dropped and counted if the disk is too
 * slow. Thread-safe; only {@link #close} and {@link #reopen} block.
 */
public final class AccessLog implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AccessLog.class.getName());
    private static final int MAX_WAITING = 10_000;
    private static final int CLOSE_MILLIS = 5_000;
    private static final int MAX_DAYS = 30;
    private static final FileSize MAX_FILE = FileSize.valueOf("100MB");
    private static final FileSize MAX_FILES = FileSize.valueOf("3GB");

    private final Path path;
    private final InstantSource clock;

    /** Of its own, so that it has nothing to do with the log of the process. */
    private final LoggerContext context = new LoggerContext();

    private final FileAppender<ILoggingEvent> file;
    private final AsyncAppender queue = new AsyncAppender();
    private final Logger lines = context.getLogger("access");
    private final AtomicLong dropped = new AtomicLong();
    private volatile @Nullable String problem;

    /** True from the time at which a file with a problem is open again to the next line. */
    private volatile boolean opened;

    /**
     * Opens the file.
     *
     * @param clock the wall clock
     * @throws IllegalArgumentException if it cannot be written
     */
    AccessLog(Path path, InstantSource clock) {
        check(path);
        this.path = path;
        this.clock = clock;
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.getStatusManager().add(this::onStatus);
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern("%msg%n");
        encoder.start();
        // Rolling would rename a device, such as stdout.
        RollingFileAppender<ILoggingEvent> rolling =
                Files.isRegularFile(path) ? new RollingFileAppender<>() : null;
        file = rolling == null ? new FileAppender<>() : rolling;
        file.setContext(context);
        file.setEncoder(encoder);
        file.setFile(path.toString());
        if (rolling != null) {
            rolling.setRollingPolicy(policy(rolling)); // after the file
        }
        file.start();
        queue.setContext(context);
        queue.setQueueSize(MAX_WAITING);
        queue.setDiscardingThreshold(0);
        queue.setNeverBlock(true);
        queue.setMaxFlushTime(CLOSE_MILLIS);
        Checked checked = new Checked();
        checked.setContext(context);
        checked.start();
        queue.addAppender(checked);
        queue.start();
        lines.setLevel(Level.INFO);
        lines.setAdditive(false);
        lines.addAppender(queue);
    }

    private RollingPolicy policy(RollingFileAppender<ILoggingEvent> appender) {
        SizeAndTimeBasedRollingPolicy<ILoggingEvent> policy = new SizeAndTimeBasedRollingPolicy<>();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(
                path.toString().replaceAll("([%()])", "\\\\$1") + ".%d{yyyy-MM-dd,UTC}.%i.gz");
        policy.setMaxFileSize(MAX_FILE);
        policy.setMaxHistory(MAX_DAYS);
        policy.setTotalSizeCap(MAX_FILES);
        policy.start();
        return policy;
    }

    /**
     * Checks that a file can be written.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public static void check(Path path) {
        try {
            Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "gateway.access-log: " + path
                            + " cannot be written (expected a file in a directory that exists)",
                    e);
        }
    }

    /** Receives logback's reports, of failed writes among others. */
    private void onStatus(Status status) {
        boolean failed = status.getEffectiveLevel() >= Status.ERROR;
        if (failed && problem == null) {
            Throwable cause = status.getThrowable();
            problem = path + " cannot be written (" + (cause == null ? status.getMessage() : cause)
                    + "), so lines are lost";
            LOG.log(System.Logger.Level.WARNING, "gateway.access-log: {0}", problem);
        }
        opened = !failed && (opened || status.getMessage().startsWith("Recovered"));
    }

    /**
     * Notices the first line written after a failure. Logback reports its recovery too early: when
     * it has opened the file again, which drops a line, and when a line is in its buffer.
     */
    private final class Checked extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent line) {
            boolean tried = opened;
            file.doAppend(line);
            if (tried && opened) {
                opened = false;
                problem = null;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "gateway.access-log: {0} is written again",
                        path);
            }
        }

        @Override
        public void stop() {
            super.stop();
            file.stop();
        }
    }

    /** Returns why lines are lost; empty if they are not. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** Writes a line, with the time and the number of lines dropped before it, if any. */
    void write(ObjectNode fields) {
        ObjectNode line = Json.object().put("time", clock.instant().toString());
        if (queue.getRemainingCapacity() == 0) {
            dropped.incrementAndGet();
            return;
        }
        line.setAll(fields);
        long droppedCount = dropped.getAndSet(0);
        if (droppedCount > 0) {
            line.put("droppedBefore", droppedCount);
        }
        lines.info(new String(Json.bytes(line), StandardCharsets.UTF_8));
    }

    /** Opens the file again, after something else has renamed it. */
    void reopen() {
        try {
            file.openFile(path.toString());
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "gateway.access-log: {0} cannot be opened again: {1}",
                    path,
                    e);
        }
    }

    @Override
    public void close() {
        queue.stop(); // writes what waits, and closes the file
        if (queue.getNumberOfElementsInQueue() > 0) {
            LOG.log(System.Logger.Level.WARNING, "the end of the access log {0} is lost", path);
        }
        context.stop();
    }
}
