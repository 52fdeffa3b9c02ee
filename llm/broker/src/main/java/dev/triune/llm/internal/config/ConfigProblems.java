/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.ConfigException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Collects the problems of one file, to report them together. Not thread-safe. */
final class ConfigProblems {
    private static final int MAX_REPORTED = 100;

    private final String file;

    /** The checks in the order of reading; some run at the end, but keep their position. */
    private final List<Supplier<List<Problem>>> checks = new ArrayList<>();

    ConfigProblems(String file) {
        this.file = file;
    }

    /** A line, counted from 1, and a message that starts with it. */
    record Problem(int line, String text) {}

    /** Creates a problem without adding it; an empty path stands for the whole file. */
    Problem problem(int line, String path, String text) {
        String place = path.isEmpty() ? "" : path + ": ";
        return new Problem(line, SafeText.singleLine(file + ":" + line + ": " + place + text));
    }

    void add(int line, String path, String text) {
        List<Problem> added = List.of(problem(line, path, text));
        checks.add(() -> added);
    }

    void addCheck(Supplier<List<Problem>> check) {
        checks.add(check);
    }

    /** Adds a problem that ends the reading. */
    ConfigException fatal(int line, String text) {
        add(line, "", text);
        return exception(problems());
    }

    void throwIfAny() {
        List<Problem> problems = problems();
        if (!problems.isEmpty()) {
            throw exception(problems);
        }
    }

    private List<Problem> problems() {
        return checks.stream()
                .flatMap(check -> check.get().stream())
                .sorted(Comparator.comparingInt(Problem::line))
                .toList();
    }

    private ConfigException exception(List<Problem> problems) {
        List<String> lines = new ArrayList<>();
        problems.stream().limit(MAX_REPORTED).forEach(problem -> lines.add(problem.text));
        if (problems.size() > MAX_REPORTED) {
            lines.add(SafeText.singleLine(file) + ": and " + (problems.size() - MAX_REPORTED)
                    + " more");
        }
        return new ConfigException(lines);
    }
}
