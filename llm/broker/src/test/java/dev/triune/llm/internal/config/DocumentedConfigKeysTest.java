/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of keys, the reader and the document say the same. */
class DocumentedConfigKeysTest {
    private static final Path DOCUMENT = Path.of("../../docs/configuration.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|.*\\|$");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(.*?)```");

    static Collection<String> paths() {
        return ConfigKeys.paths();
    }

    @Test
    void theDocumentNamesExactlyTheKeysThatAreRead() throws Exception {
        List<String> rows =
                ROW.matcher(text()).results().map(match -> match.group(1)).toList();

        assertThat(rows).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(paths());
    }

    @Test
    void theExamplesOfTheDocumentAreGoodFiles() throws Exception {
        Matcher examples = EXAMPLE.matcher(text());
        int read = 0;
        while (examples.find()) {
            assertThat(Samples.read(examples.group(1)).providers()).isNotEmpty();
            read++;
        }
        assertThat(read).isEqualTo(4);
    }

    /** What nothing can be: a list in a list. The reader must have looked to say so. */
    @ParameterizedTest
    @MethodSource("paths")
    void eachKeyOfTheTableIsRead(String path) {
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
        assertThat(String.valueOf(e.getMessage()).lines())
                .anyMatch(line ->
                        line.startsWith("llm.yaml:1: " + place) && !line.contains("unknown key"));
    }

    /** The names of the sections around a key; keys of their own may hold dots. */
    private static List<String> sections(String path) {
        if (path.startsWith("session.")) {
            return List.of("session");
        }
        String[] words = path.replace("*", "groq").split("\\.");
        return Arrays.asList(words).subList(0, words.length - 1);
    }

    @Test
    void onlyTheLoaderReadsTheEnvironment() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.triune.llm");

        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(BrokerConfig.class.getName())
                .should()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "getenv")
                .check(classes);
    }

    private static String text() throws Exception {
        return Files.readString(DOCUMENT);
    }
}
