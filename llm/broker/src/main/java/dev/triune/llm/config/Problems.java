/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects what is wrong with one file, so that all of it is told at once. Not thread-safe. */
final class Problems {
    private static final int MOST = 100;

    private final String file;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    private record Problem(int line, String text) {}

    /** Notes a problem; the path may be empty, where the whole file is meant. */
    void add(int line, String path, String text) {
        String place = path.isEmpty() ? "" : path + ": ";
        found.add(new Problem(line, Shown.clean(file + ":" + line + ": " + place + text)));
    }

    /** Notes a problem that makes reading on useless. */
    ConfigException fatal(int line, String text) {
        add(line, "", text);
        return exception();
    }

    /** What the supplier makes, or nothing and a problem if it refuses a value. */
    <T> Optional<T> guard(int line, String path, Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException refused) {
            add(line, path, String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }

    /** Throws if there is a problem. */
    void refuse() {
        if (!found.isEmpty()) {
            throw exception();
        }
    }

    private ConfigException exception() {
        found.sort(Comparator.comparingInt(Problem::line));
        List<String> lines = new ArrayList<>();
        found.stream().limit(MOST).forEach(problem -> lines.add(problem.text));
        if (found.size() > MOST) {
            lines.add(Shown.clean(file) + ": and " + (found.size() - MOST) + " more");
        }
        return new ConfigException(lines);
    }
}
