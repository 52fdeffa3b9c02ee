/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The types that the glossary and the architecture page name exist in the packages named there. */
class DocumentedNamesTest {
    private static final Path DOCS = Samples.ROOT.resolve("docs");

    /** The packages of the glossary's sections, by the first word of their headings. */
    private static final Map<String, String> SECTIONS = Map.of(
            "Broker", "dev.triune.llm",
            "Minds", "dev.triune");

    /** A name in code: a package, perhaps, then a type, perhaps a nested one, perhaps a member. */
    private static final Pattern NAME =
            Pattern.compile("`((?:[a-z]+\\.)*)([A-Z]\\w+)(?:\\.[A-Z]\\w+)?(?:#(\\w+))?[^`]*`");

    private static final Pattern SECTION = Pattern.compile("(?ms)^## (\\w+)(.*?)(?=^## |\\z)");

    @Test
    void everyTypeInTheGlossaryExistsInItsPackage() throws IOException {
        List<String> missing = new ArrayList<>();
        int found = 0;
        Matcher sections = SECTION.matcher(Files.readString(DOCS.resolve("glossary.md")));
        while (sections.find()) {
            String root = SECTIONS.get(sections.group(1));
            assertThat(root).as(sections.group(1)).isNotNull();
            Matcher names = NAME.matcher(lastColumn(sections.group(2)));
            while (names.find()) {
                found++;
                if (!isSource(root + "." + names.group(1), names.group(2), names.group(3))) {
                    missing.add(names.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).as("names that were read").isGreaterThan(20);
    }

    @Test
    void everyTypeOnTheArchitecturePageExists() throws IOException {
        List<String> missing = new ArrayList<>();
        String page = Files.readString(DOCS.resolve("architecture.md"));
        Matcher names = NAME.matcher(page.replaceAll("(?s)```.*?```", ""));
        while (names.find()) {
            if (sources(names.group(2)).isEmpty()) {
                missing.add(names.group());
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyModuleIsOnTheArchitecturePage() throws IOException {
        String page = Files.readString(DOCS.resolve("architecture.md"));
        assertThat(Samples.modules())
                .map(module -> Samples.ROOT.relativize(module).toString().replace('\\', '/'))
                .isNotEmpty()
                .allSatisfy(module -> assertThat(page).contains("`" + module + "`"));
    }

    /** Packages of internals are named by their last part, after that of another one. */
    @Test
    void everyPackageOfALibraryIsOnTheArchitecturePage() throws IOException {
        String page = Files.readString(DOCS.resolve("architecture.md"));
        Set<String> missing = new TreeSet<>();
        int found = 0;
        for (Path module : Samples.modules()) {
            Path sources = module.resolve("src/main/java");
            if (module.startsWith(Samples.ROOT.resolve("demo")) || !Files.isDirectory(sources)) {
                continue; // games are on pages of their own
            }
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path info :
                        files.filter(f -> f.endsWith("package-info.java")).toList()) {
                    String name = sources.relativize(info.getParent())
                            .toString()
                            .replaceAll("[/\\\\]", ".");
                    String last = name.substring(name.lastIndexOf('.') + 1);
                    found++;
                    if (Stream.of(name, last, "." + last, "internal." + last)
                            .noneMatch(it -> page.contains("`" + it + "`"))) {
                        missing.add(name);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).as("packages that were found").isGreaterThan(30);
    }

    private static String lastColumn(String section) {
        return section.lines()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.substring(line.lastIndexOf('|', line.length() - 2)))
                .collect(Collectors.joining("\n"));
    }

    private static boolean isSource(String packageName, String type, @Nullable String member)
            throws IOException {
        Path end = Path.of(packageName.replace('.', '/'), type + ".java");
        for (Path source : sources(type)) {
            if (source.endsWith(end)) {
                return member == null || Files.readString(source).contains(member + "(");
            }
        }
        return false;
    }

    private static List<Path> sources(String type) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path module : Samples.modules()) {
            if (!Files.isDirectory(module.resolve("src"))) {
                continue; // the BOM
            }
            try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                files.filter(file -> file.endsWith(type + ".java")).forEach(sources::add);
            }
        }
        return sources;
    }
}
