/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.llm.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The configuration reader and docs/configuration.md name the same keys. */
class DocumentedConfigKeysTest {
    private static final Path DOCUMENT = Path.of("../../docs/configuration.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^|]+)` \\|.*\\|$");
    private static final Pattern UNKNOWN_KEY =
            Pattern.compile("(?m): (\\S*)0: unknown key \\(expected (?:one of )?(.*)\\)$");
    private static final Set<String> NAMES = Set.of("providers.*.headers", "sharing.weights");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(.*?)```");

    /** The rows of the document, without those of sections that other modules read. */
    static List<String> paths() throws Exception {
        return ROW.matcher(text())
                .results()
                .flatMap(match -> Stream.of(match.group(1).split("`, `", -1)))
                .filter(row -> !row.startsWith("gateway.") && !row.startsWith("layers."))
                .toList();
    }

    /** Uses an unknown key in every section; the error lists the known keys. */
    @Test
    void documentListsExactlyTheKnownKeys() throws Exception {
        String yaml = """
                0: 1
                providers: {groq: {0: 1, batching: {0: 1}}}
                routes: {groq: {0: 1}}
                queue: {0: 1}
                retry: {0: 1}
                sharing: {0: 1}
                session: {0: 1}
                prices: {groq: {0: 1}}
                cache: {0: 1}
                endpoints: {0: 1}
                """;
        ConfigException e = catchThrowableOfType(ConfigException.class, () -> Samples.read(yaml));
        Set<String> known = new TreeSet<>();
        Set<String> sections = new HashSet<>();
        Matcher problems = UNKNOWN_KEY.matcher(String.valueOf(e.getMessage()));
        while (problems.find()) {
            String section = problems.group(1).replace("groq", "*");
            sections.add(section);
            for (String key : problems.group(2).split(", ", -1)) {
                String path = section + key;
                known.add(NAMES.contains(path) ? path + ".*" : path);
            }
        }
        known.removeIf(path -> path.matches("gateway|layers")
                || sections.contains(path + ".")
                || sections.contains(path + ".*."));

        assertThat(paths()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void examplesInTheDocumentAreValid() throws Exception {
        Matcher examples = EXAMPLE.matcher(text());
        int read = 0;
        while (examples.find()) {
            assertThat(Samples.read(examples.group(1)).providers()).isNotEmpty();
            read++;
        }
        assertThat(read).isEqualTo(3);
    }

    /** A list in a list is invalid for every key: an error proves that the key is read. */
    @ParameterizedTest
    @MethodSource("paths")
    void everyDocumentedKeyIsRead(String path) {
        String place = path.replace(".*", ".groq");
        StringBuilder yaml = new StringBuilder();
        String rest = place;
        for (String section : sections(path)) {
            yaml.append(section).append(": {");
            rest = rest.substring(section.length() + 1);
        }
        String needed = place.startsWith("providers") ? "" : "\nproviders: {groq: {}}";
        String file = yaml + rest + ": [[1]]" + "}".repeat(sections(path).size()) + needed;

        ConfigException e = catchThrowableOfType(ConfigException.class, () -> Samples.read(file));

        assertThat(e).as(file).isNotNull();
        assertThat(String.valueOf(e.getMessage())
                        .lines()
                        .filter(line -> line.startsWith("llm.yaml:1: " + place)))
                .as(file)
                .isNotEmpty()
                .allMatch(line ->
                        line.matches(".* \\((expected|set) .*") && !line.contains("unknown key"));
    }

    /** The names of the sections around a key; keys in "session" may contain dots. */
    private static List<String> sections(String path) {
        if (path.startsWith("session.")) {
            return List.of("session");
        }
        String[] words = path.replace("*", "groq").split("\\.");
        return Arrays.asList(words).subList(0, words.length - 1);
    }

    private static String text() throws Exception {
        return Files.readString(DOCUMENT);
    }
}
