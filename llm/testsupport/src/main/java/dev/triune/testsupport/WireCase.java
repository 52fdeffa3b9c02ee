/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An exchange with a server as somebody observed it, from a file of the corpus. Immutable.
 *
 * <p>A file begins with settings, one {@code key: value} a line, of which {@code observed} and
 * {@code reported} are required. Each line {@code === name} begins a case, which may change
 * settings, and whose sections begin with {@code --- request}, {@code --- sent}, {@code --- answer}
 * (the bytes of a server), {@code --- content} (only the model's text) and {@code --- expect}.
 * Lines before the first case that begin with {@code #} are comments.
 *
 * @param name the file and the case
 * @param settings those of the file, changed by those of the case
 * @param sections the sections of the case, each with its final line break
 */
public record WireCase(String name, Map<String, String> settings, Map<String, String> sections) {
    private static final String CASE = "=== ";
    private static final String SECTION = "--- ";

    public WireCase {
        settings = Map.copyOf(settings);
        sections = Map.copyOf(sections);
    }

    /** Reads all files of a directory, in order. */
    public static List<WireCase> all(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(directory)) {
            files = list.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .collect(Collectors.toList());
        }
        List<WireCase> all = new ArrayList<>();
        for (Path file : files) {
            all.addAll(read(file));
        }
        return all;
    }

    /** Reads one file. */
    public static List<WireCase> read(Path file) throws IOException {
        String title = file.getFileName().toString().replace(".txt", "");
        Map<String, String> shared = new LinkedHashMap<>();
        List<WireCase> cases = new ArrayList<>();
        String name = "";
        Map<String, String> settings = shared;
        Map<String, String> sections = new LinkedHashMap<>();
        String section = "";
        for (String line : Files.readString(file).split("\n", -1)) {
            if (line.startsWith(CASE)) {
                add(cases, name, settings, sections);
                name = title + ": " + line.substring(CASE.length());
                settings = new LinkedHashMap<>(shared);
                sections = new LinkedHashMap<>();
                section = "";
            } else if (line.startsWith(SECTION)) {
                section = line.substring(SECTION.length());
                sections.put(section, "");
            } else if (!section.isEmpty()) {
                sections.merge(section, line + "\n", String::concat);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                int colon = line.indexOf(": ");
                if (colon < 0) {
                    throw new IOException(file + ": '" + line + "' (expected key: value)");
                }
                settings.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        add(cases, name, settings, sections);
        if (!shared.containsKey("observed") || !shared.containsKey("reported")) {
            throw new IOException(file + ": say what was observed and where it was reported");
        }
        return cases;
    }

    private static void add(
            List<WireCase> cases,
            String name,
            Map<String, String> settings,
            Map<String, String> sections) {
        if (!name.isEmpty()) {
            cases.add(new WireCase(name, settings, sections));
        }
    }

    /** Returns a setting, or another value without it. */
    public String setting(String key, String otherwise) {
        return settings.getOrDefault(key, otherwise);
    }

    /** Whether the case has a section. */
    public boolean has(String section) {
        return sections.containsKey(section);
    }

    /** Returns a section without its last line break; empty without it. */
    public String text(String section) {
        return sections.getOrDefault(section, "").stripTrailing();
    }

    /**
     * Returns the answer's bytes as text, which end as a server ends them: by a blank line. Of the
     * settings, {@code lines} ({@code crlf} or {@code cr}) changes the line ends, {@code bom} begins
     * with a byte order mark, and {@code cut} leaves the last line without an end.
     */
    public String answer() {
        String answer = sections.getOrDefault("answer", "");
        String cut = settings.containsKey("cut") ? answer.stripTrailing() : answer;
        String lines = switch (setting("lines", "lf")) {
            case "crlf" -> cut.replace("\n", "\r\n");
            case "cr" -> cut.replace("\n", "\r");
            default -> cut;
        };
        return (settings.containsKey("bom") ? "\ufeff" : "") + lines;
    }

    @Override
    public String toString() {
        return name;
    }
}
