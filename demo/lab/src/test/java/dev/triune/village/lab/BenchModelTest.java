/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.triune.testsupport.TinyGguf;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plan benchmark of the launcher: {@code --bench-model}. */
final class BenchModelTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --situations 3                         | --situations 3 is for a benchmark: add --bench-model
            --bench-model --situations 0           | --situations: 1..0 (expected FROM..TO within 1..1000)
            --bench-model --situations 7..3        | --situations: 7..3 (expected FROM..TO within 1..1000)
            --bench-model --situations 1..1001     | --situations: 1..1001 (expected FROM..TO within 1..1000)
            --bench-model --situations few         | --situations: few (expected FROM..TO or N, numbers from 1 to 1000)
            --bench-model --report r.html          | --report r.html: an extension that says nothing (expected a name that ends in .txt, because the benchmark writes plain text)
            --bench-model --days 3                 | --bench-model has villages of its own: leave out --days
            --bench-model --no-llm                 | --bench-model has villages of its own: leave out --no-llm
            --bench-model a.gguf --local b.gguf    | --bench-model a.gguf and --local b.gguf exclude each other: leave out one of them
            """)
    void reportsConflictingFlags(String flags, String problem) {
        LauncherRun run = LauncherRun.of(flags.split(" +"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.errLines()).singleElement().asString().contains(problem);
    }

    @Test
    void measuresAModelOfAConfigurationFile() throws Exception {
        assumeTrue(LocalModelTest.hasFamily(), "without the artifact of local models");
        Path model = TinyGguf.write(folder.resolve("tiny.gguf"), 7);
        Path config = Files.writeString(
                folder.resolve("llm.yaml"),
                "village: {days: 3}\nproviders: {tiny: {family: local, file: '" + model
                        + "', context: 16384, slots: 1}}\n");
        LauncherRun run =
                LauncherRun.of("--bench-model", "--situations", "1", "--config", config.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .anyMatch(line -> line.matches("all +1 +\\d+ % +\\d+ % +(\\d+ %|-) +\\d+ %"))
                .anyMatch(line -> line.matches("tokens per second \\d+, first token p50 .*"));
    }

    @Test
    void namesAndWritesWhatFellShort() throws Exception {
        Path report = folder.resolve("plans.txt");
        LauncherRun run = LauncherRun.of(
                "--bench-model",
                "--situations",
                "112..112",
                "--chaos",
                "garbage",
                "--report",
                report.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .anyMatch(line -> line.matches("112 food: .*\\| not valid; no plan; not sensible"));
        assertThat(Files.readAllLines(report)).isEqualTo(run.out().lines().toList());
    }
}
