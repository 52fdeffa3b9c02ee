/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The packages of a module that depend on each other in a circle. Reads the bytecode, which knows the
 * types of expressions that no source names, and the sources, because the compiler copies the values
 * of constants and leaves no trace of where they came from.
 */
public final class PackageCircles {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?([a-z][\\w.]*?)\\.([A-Z][\\w.]*);$");
    private static final Pattern QUALIFIED = Pattern.compile("\\b((?:[a-z]\\w*\\.)+)[A-Z]\\w*");

    /** Comments, and strings and characters, which may contain what begins a comment. */
    private static final Pattern NO_CODE = Pattern.compile(
            "//[^\n]*|/\\*(?s:.*?)\\*/|\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.[^']*)'");

    private final SortedMap<String, SortedSet<String>> uses = new TreeMap<>();

    /** Adds what a module's classes use. */
    public PackageCircles add(JavaClasses classes) {
        classes.forEach(type -> type.getDirectDependenciesFromSelf()
                .forEach(use -> add(
                        type.getPackageName(),
                        use.getTargetClass().getBaseComponentType().getPackageName())));
        return this;
    }

    /** Adds what the sources in a folder name outside of comments. */
    public PackageCircles add(Path sources) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            addSource(Files.readString(file));
        }
        return this;
    }

    /** Adds what a source names outside of comments. */
    PackageCircles addSource(String source) {
        String code = NO_CODE.matcher(source).replaceAll(" ");
        Matcher own = PACKAGE.matcher(code);
        if (!own.find()) {
            throw new IllegalArgumentException("a source without a package");
        }
        String from = own.group(1);
        String body = IMPORT.matcher(code).replaceAll("").substring(own.end());
        Matcher imported = IMPORT.matcher(code);
        while (imported.find()) {
            String last = imported.group(2).substring(imported.group(2).lastIndexOf('.') + 1);
            if (Pattern.compile("\\b" + last + "\\b")
                    .matcher(body)
                    .find()) { // else in comments only
                add(from, imported.group(1));
            }
        }
        Matcher qualified = QUALIFIED.matcher(body);
        while (qualified.find()) {
            String name = qualified.group(1);
            add(from, name.substring(0, name.length() - 1));
        }
        return this;
    }

    private void add(String from, String to) {
        uses.computeIfAbsent(from, name -> new TreeSet<>()).add(to);
    }

    /** Returns the packages from which a path leads back to themselves. */
    public SortedSet<String> packages() {
        SortedSet<String> found = new TreeSet<>();
        for (String name : uses.keySet()) {
            if (reachable(name).contains(name)) {
                found.add(name);
            }
        }
        return found;
    }

    private Set<String> reachable(String start) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            String name = open.remove();
            for (String next : uses.getOrDefault(name, new TreeSet<>())) {
                if (!next.equals(name) && reached.add(next)) {
                    open.add(next);
                }
            }
        }
        return reached;
    }

    @Override
    public String toString() {
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, SortedSet<String>> each : uses.entrySet()) {
            lines.append(each.getKey()).append(" -> ").append(each.getValue()).append('\n');
        }
        return lines.toString();
    }
}
