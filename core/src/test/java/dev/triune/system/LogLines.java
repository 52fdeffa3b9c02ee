/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what a logger and those below it receive until this is closed. */
final class LogLines implements AutoCloseable {
    private final List<LogRecord> lines = new ArrayList<>();
    private final Logger logger;
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    LogLines(String name) {
        logger = Logger.getLogger(name);
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    /** Lines about faults: what a world lacks when it is built is left out. */
    List<LogRecord> all() {
        return lines.stream()
                .filter(line -> !line.getMessage().startsWith("reflexes without a runner"))
                .toList();
    }

    List<String> texts() {
        return all().stream().map(LogRecord::getMessage).toList();
    }

    List<String> everything() {
        return lines.stream().map(LogRecord::getMessage).toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }
}
