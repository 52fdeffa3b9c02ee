/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Violations that are known and still to be removed, in {@code src/test/architecture-debt.txt} of a module:
 * lines of "rule: violation". With the environment variable ARCHITECTURE_DEBT=write the file is written
 * anew from what is found; without the file nothing is tolerated.
 */
public final class KnownViolations {
    private static final Path FILE = Path.of("src", "test", "architecture-debt.txt");

    private final String prefix;

    private KnownViolations(String rule) {
        this.prefix = rule + ": ";
    }

    /** Returns what is known of a rule. */
    public static KnownViolations of(String rule) {
        return new KnownViolations(rule);
    }

    /** Fails unless what was found is what is known. */
    public void compare(SortedSet<String> found) {
        SortedSet<String> all = read();
        if ("write".equals(System.getenv("ARCHITECTURE_DEBT"))) {
            all.removeIf(line -> line.startsWith(prefix));
            found.forEach(line -> all.add(prefix + line));
            write(all);
            return;
        }
        SortedSet<String> known = all.stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        SortedSet<String> added = new TreeSet<>(found);
        added.removeAll(known);
        assertThat(added).as("new violations").isEmpty();
        known.removeAll(found);
        assertThat(known)
                .as("no longer violations; delete their lines in " + FILE)
                .isEmpty();
    }

    private static SortedSet<String> read() {
        try {
            return Files.exists(FILE) ? new TreeSet<>(Files.readAllLines(FILE)) : new TreeSet<>();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(SortedSet<String> lines) {
        try {
            if (lines.isEmpty()) {
                Files.deleteIfExists(FILE);
            } else {
                Files.write(FILE, lines);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
