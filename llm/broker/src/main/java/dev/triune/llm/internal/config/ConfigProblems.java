/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.ConfigException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects what is wrong with one file, so that all of it is told at once. Not thread-safe. */
public final class ConfigProblems {
    private static final int MAX_REPORTED = 100;

    private final String file;
    private final List<Problem> problems = new ArrayList<>();

    public ConfigProblems(String file) {
        this.file = file;
    }

    private record Problem(int line, String text) {}

    /** Notes a problem; the path may be empty, where the whole file is meant. */
    void add(int line, String path, String text) {
        String place = path.isEmpty() ? "" : path + ": ";
        problems.add(
                new Problem(line, SafeText.singleLine(file + ":" + line + ": " + place + text)));
    }

    /** Notes a problem that makes reading on useless. */
    ConfigException fatal(int line, String text) {
        add(line, "", text);
        return exception();
    }

    /** What the supplier makes, or nothing and a problem if it refuses a value. */
    <T> Optional<T> attempt(int line, String path, Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException refused) {
            add(line, path, String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }

    /** Throws if there is a problem. */
    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw exception();
        }
    }

    private ConfigException exception() {
        problems.sort(Comparator.comparingInt(Problem::line));
        List<String> lines = new ArrayList<>();
        problems.stream().limit(MAX_REPORTED).forEach(problem -> lines.add(problem.text));
        if (problems.size() > MAX_REPORTED) {
            lines.add(SafeText.singleLine(file) + ": and " + (problems.size() - MAX_REPORTED)
                    + " more");
        }
        return new ConfigException(lines);
    }
}
