/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links in the documents point to existing files and headings. */
class DocumentedLinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\((?<to>[^)\\s]+)\\)");

    @Test
    void everyRelativeLinkPointsToAnExistingTarget() throws IOException {
        List<String> broken = new ArrayList<>();
        int found = 0;
        for (Path document : Samples.documents()) {
            for (String link : links(Files.readString(document))) {
                found++;
                if (!targetExists(document, link)) {
                    broken.add(document.getFileName() + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(found).as("links that were read").isGreaterThan(20);
    }

    @Test
    void findsBrokenLinks() throws IOException {
        Path readme = Samples.ROOT.resolve("README.md");
        assertThat(links("[a](docs/minds.md) [b](https://example.org/x) ![c](gone.svg)"))
                .containsExactly("docs/minds.md", "gone.svg");
        assertThat(targetExists(readme, "docs/minds.md")).isTrue();
        assertThat(targetExists(readme, "docs/minds.md#saves")).isTrue();
        assertThat(targetExists(readme, "docs/minds.md#gone")).isFalse();
        assertThat(targetExists(readme, "#licence")).isTrue();
        assertThat(targetExists(readme, "gone.svg")).isFalse();
    }

    /** The links within the repository. */
    private static List<String> links(String text) {
        List<String> links = new ArrayList<>();
        Matcher link = LINK.matcher(text);
        while (link.find()) {
            if (!link.group("to").contains("://") && !link.group("to").startsWith("mailto:")) {
                links.add(link.group("to"));
            }
        }
        return links;
    }

    private static boolean targetExists(Path document, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? document : document.resolveSibling(file);
        if (!Files.exists(target) || hash < 0) {
            return Files.exists(target);
        }
        return Files.readAllLines(target).stream()
                .filter(line -> line.startsWith("#"))
                .anyMatch(line -> anchor(line).equals(link.substring(hash + 1)));
    }

    /** The anchor that GitHub generates for a heading. */
    private static String anchor(String heading) {
        String words = heading.replaceFirst("^#+ ", "").toLowerCase(java.util.Locale.ROOT);
        return words.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
    }
}
