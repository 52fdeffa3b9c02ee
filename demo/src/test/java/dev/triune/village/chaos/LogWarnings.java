/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.chaos;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Collects Triune's log messages of level WARNING and above. Thread-safe. */
final class LogWarnings extends Handler implements AutoCloseable {
    private static final int MOST = 20;

    /** Kept, as the logger could otherwise be garbage collected with its handler. */
    private final Logger logger = Logger.getLogger("dev.triune");

    private final Queue<String> texts = new ConcurrentLinkedQueue<>();

    /** Starts listening. */
    LogWarnings() {
        setLevel(Level.WARNING);
        setFormatter(new SimpleFormatter());
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry) && texts.size() < MOST) {
            texts.add(getFormatter().format(entry));
        }
    }

    /** The first messages. */
    List<String> texts() {
        return List.copyOf(texts);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.setUseParentHandlers(true);
        logger.removeHandler(this);
    }
}
