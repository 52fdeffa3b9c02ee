/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.fixture.Samples;
import dev.triune.fixture.Samples.Excerpt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every block of Java code in a document is code of a test, word for word, which is compiled and
 * run; and what tests mark as code of a document is in one. What a test marks as a sample says what
 * is checked of it.
 */
class DocumentedCodeTest {
    @Test
    void everyJavaBlockInTheDocsIsTestCode() throws IOException {
        Samples samples = Samples.ofTheProject();
        List<Excerpt> blocks = blocks();
        List<String> invented = new ArrayList<>();
        for (Excerpt block : blocks) {
            samples.invented(block).ifPresent(line -> invented.add(place(block, line)));
        }
        assertThat(invented).as("lines that no sample of a test holds").isEmpty();
        assertThat(blocks).as("blocks that were read").hasSizeGreaterThan(20);
    }

    @Test
    void everySampleAppearsInADocument() throws IOException {
        List<Excerpt> blocks = blocks();
        List<String> stale = new ArrayList<>();
        for (Excerpt sample : Samples.ofTheProject().all()) {
            if (blocks.stream().noneMatch(block -> Samples.holds(block, sample))) {
                stale.add(place(sample, 0));
            }
        }
        assertThat(stale).as("samples that no document shows").isEmpty();
    }

    @Test
    void blockMayJoinSamplesWithEmptyLines() {
        assertThat(invented("int a = 1;\nint b = 2;")).isEqualTo(-1);
        assertThat(invented("int a = 1;\nint b = 2;\n\nint d = 4;")).isEqualTo(-1);
        assertThat(invented("int d = 4;\n\nint a = 1;\nint b = 2;")).isEqualTo(-1);
        assertThat(invented("int a = 1;\nint b = 2;\n\nif (c) {\n\n    d();\n}"))
                .isEqualTo(-1);
    }

    @Test
    void reportsFirstLineThatNoSampleContains() {
        assertThat(invented("int c = 3;")).as("invented").isZero();
        assertThat(invented("")).as("nothing").isZero();
        assertThat(invented("int a = 1;\nint b = 3;")).as("another end").isEqualTo(1);
        assertThat(invented("int a = 1;")).as("no end").isZero();
        assertThat(invented("int d = 4;\nint d = 4;")).as("no empty line").isEqualTo(1);
        assertThat(invented("int d = 4;\n\nint c = 3;")).as("one of two").isEqualTo(2);
        assertThat(invented("if (c) {\n    d();\n}")).as("a line is missing").isEqualTo(1);
    }

    @Test
    void readsBlocksAndSamplesWithLineNumbers() throws IOException {
        Path page = Path.of("page.md");
        String text =
                "a\n```sh\nls\n```\n```java\nint a;\n\nint b;\n```\n- c:\n  ```java\n  d;\n  ```";
        assertThat(Samples.blocks(page, text))
                .containsExactly(
                        new Excerpt(page, 6, List.of("int a;", "", "int b;")),
                        new Excerpt(page, 12, List.of("d;")));
        assertThatThrownBy(() -> Samples.blocks(page, "a\n```java\nint a;"))
                .hasMessageContaining("page.md:2");
        assertThat(place(new Excerpt(page, 6, List.of("a;", "b;")), 1)).isEqualTo("page.md:7: b;");
        assertThat(Samples.ofTheProject().all())
                .as("samples of each module that documents show")
                .extracting(sample -> sample.file().getName(0).toString())
                .contains("core", "demo", "llm");
    }

    /** The index of the first line that none of three samples holds; -1 if all are of samples. */
    private static int invented(String block) {
        String source = """
                    @[sample]
                    int a = 1;
                    int b = 2;
                    @[end]
                void other() {}
                @[sample]
                if (c) {

                    d();
                }
                @[end]
                    @[sample]
                    int d = 4;
                    @[end]
                """.replace("@", "// ");
        Excerpt lines = new Excerpt(Path.of("page.md"), 1, block.lines().toList());
        return Samples.of(Path.of("Test.java"), source).invented(lines).orElse(-1);
    }

    private static String place(Excerpt excerpt, int line) {
        String text = excerpt.lines().isEmpty() ? "nothing" : excerpt.lines().get(line);
        return excerpt.file() + ":" + (excerpt.first() + line) + ": " + text;
    }

    private static List<Excerpt> blocks() throws IOException {
        List<Excerpt> blocks = new ArrayList<>();
        for (Path document : Samples.documents()) {
            Path name = Samples.ROOT.relativize(document);
            blocks.addAll(Samples.blocks(name, Files.readString(document)));
        }
        return blocks;
    }
}
