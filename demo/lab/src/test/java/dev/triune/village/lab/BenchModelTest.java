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
            --bench-model --situations 0           | --situations 0 (expected 1 to 100)
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
                .anyMatch(line -> line.matches("all +1 +\\d+ % +\\d+ % +\\d+ %"))
                .anyMatch(line -> line.matches("tokens per second \\d+, first token p50 .*"));
    }
}
