/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of tables whose last column names the tests that show each row. The tests of other modules
 * are not on the class path of this one, so that the sources are looked at.
 */
final class DocumentedTests {
    private static final List<Path> SOURCES = List.of(
            Path.of("src/test/java/dev/triune"),
            Path.of("../demo/src/test/java/dev/triune"),
            Path.of("../llm/broker/src/test/java/dev/triune"),
            Path.of("../llm/gateway/src/test/java/dev/triune"));
    private static final Pattern ROW = Pattern.compile("\\| [A-Z].*[^ ] \\| (?<shown>.*) \\|");
    private static final Pattern SHOWN =
            Pattern.compile("`(?<type>[\\w.]+)#(?<method>\\w+)`(, (?=`)|$)");

    private final Path page;
    private final String heading;

    /**
     * Of a page.
     *
     * @param heading how the first line of each of its tables begins
     */
    DocumentedTests(Path page, String heading) {
        this.page = page;
        this.heading = heading;
    }

    /** The last column of each row. */
    List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(page)) {
            boolean head = line.startsWith(heading) || line.startsWith("| --- |");
            if (line.startsWith("|") && !head) {
                Matcher row = ROW.matcher(line);
                assertThat(row.matches()).as("a row that names tests: %s", line).isTrue();
                rows.add(row.group("shown"));
            }
        }
        return rows;
    }

    /** All that the rows name, as {@code Class#method}, in their order. */
    List<String> named() throws IOException {
        List<String> all = new ArrayList<>();
        for (String row : rows()) {
            Matcher named = SHOWN.matcher(row);
            while (named.find()) {
                all.add(named.group("type") + "#" + named.group("method"));
            }
        }
        return all;
    }

    /** What is named and is no test. */
    List<String> missing() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String test : named()) {
            String[] parts = test.split("#", 2);
            if (!isTest(parts[0], parts[1])) {
                missing.add(test);
            }
        }
        return missing;
    }

    /** Fails unless each row names a test at least, and nothing else. */
    void assertEachRowIsShown() throws IOException {
        assertThat(rows()).allSatisfy(shown -> {
            assertThat(shown).isNotBlank();
            assertThat(SHOWN.matcher(shown).replaceAll(""))
                    .as("what is no test")
                    .isEmpty();
        });
    }

    /** Whether a method of that name is annotated as a test, with nothing but annotations between. */
    static boolean isTest(String type, String name) throws IOException {
        Pattern test = Pattern.compile(
                "(?s)@(Test|ParameterizedTest)\\b((?!\\bvoid\\b).)*+\\bvoid " + name + "\\(");
        for (Path sources : SOURCES) {
            Path file = sources.resolve(type.replace('.', '/') + ".java");
            if (Files.exists(file) && test.matcher(Files.readString(file)).find()) {
                return true;
            }
        }
        return false;
    }
}
