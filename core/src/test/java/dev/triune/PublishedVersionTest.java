/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The BOM, which has no parent, and the documentation pages name the version that is built. */
class PublishedVersionTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern OF_PROJECT = Pattern.compile(
            "<artifactId>triune-[a-z]+</artifactId>\\s*<version>([^<$]+)</version>");
    private static final Pattern OF_GRADLE =
            Pattern.compile("dev\\.triune:triune-[a-z]+:(?:jar:)?(\\d[\\w.-]*\\w)");

    @Test
    void everyPomAndPageNamesTheCurrentVersion() throws IOException {
        String built = versions(OF_PROJECT, ROOT.resolve("pom.xml")).get(0);
        List<Path> poms = List.of(
                ROOT.resolve("llm/bom/pom.xml"),
                ROOT.resolve("core/pom.xml"),
                ROOT.resolve("demo/template/pom.xml"),
                ROOT.resolve("demo/kotlin/pom.xml"),
                ROOT.resolve("README.md"),
                ROOT.resolve("docs/broker.md"));
        for (Path pom : poms) {
            assertThat(versions(OF_PROJECT, pom))
                    .as(pom.toString())
                    .isNotEmpty()
                    .containsOnly(built);
        }
        assertThat(versions(OF_GRADLE, ROOT.resolve("demo/template/build.gradle")))
                .containsOnly(built);
        int named = 0;
        for (Path page : Samples.documents()) {
            List<String> versions = versions(OF_GRADLE, page);
            named += versions.size();
            assertThat(versions).as(page.toString()).isSubsetOf(built);
        }
        assertThat(named).as("versions that the pages name").isGreaterThan(1);
    }

    @Test
    void bomContainsEveryPublishedArtifact() throws IOException {
        String bom = Files.readString(ROOT.resolve("llm/bom/pom.xml"));
        for (Path module : Samples.modules()) {
            String pom = Files.readString(module.resolve("pom.xml"));
            if (pom.contains("<maven.deploy.skip>true")) {
                continue;
            }
            String artifact = pom.replaceAll("(?s)<parent>.*?</parent>", "")
                    .replaceAll("(?s).*?<artifactId>(triune-[a-z]+)</artifactId>.*", "$1");
            assertThat(bom).contains("<artifactId>" + artifact + "</artifactId>");
        }
    }

    private static List<String> versions(Pattern pattern, Path file) throws IOException {
        try (Stream<String> found =
                pattern.matcher(Files.readString(file)).results().map(match -> match.group(1))) {
            return found.toList();
        }
    }
}
