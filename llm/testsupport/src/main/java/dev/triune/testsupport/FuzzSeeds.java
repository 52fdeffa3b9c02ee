/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The seeds of fuzz tests. Jazzer finds them by the names of the test's class and method, and says
 * nothing if there are none.
 */
final class FuzzSeeds {
    private static final Pattern DIRECTORY =
            Pattern.compile("(?<test>.+FuzzTest)Inputs[/\\\\](?<method>\\w+)");

    private FuzzSeeds() {}

    /** Returns the directories of seeds below a root of resources that no test reads. */
    static List<String> unused(Path resources) throws IOException {
        if (!Files.isDirectory(resources)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(resources)) {
            return paths.map(path -> resources.relativize(path).toString())
                    .filter(FuzzSeeds::isUnused)
                    .toList();
        }
    }

    private static boolean isUnused(String path) {
        Matcher directory = DIRECTORY.matcher(path);
        return directory.matches()
                && !hasFuzzTest(
                        directory.group("test").replaceAll("[/\\\\]", "."),
                        directory.group("method"));
    }

    private static boolean hasFuzzTest(String type, String name) {
        try {
            return Arrays.stream(Class.forName(type).getDeclaredMethods())
                    .filter(method -> method.getName().equals(name))
                    .flatMap(method -> Arrays.stream(method.getAnnotations()))
                    .anyMatch(each -> each.annotationType().getSimpleName().equals("FuzzTest"));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
