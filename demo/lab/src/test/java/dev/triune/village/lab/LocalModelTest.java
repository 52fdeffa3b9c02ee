/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.triune.llm.provider.ProviderFamily;
import dev.triune.testsupport.TinyGguf;
import java.nio.file.Path;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model that runs in the village's process: {@code --local}. */
final class LocalModelTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --local a --llm http://b --model m | --local a and --llm http://b exclude each other: leave out one of them
            --local a --gateway http://b       | --local a and --gateway http://b exclude each other: leave out one of them
            --local a --no-llm                 | --local a and --no-llm exclude each other: leave out one of them
            --server a                         | --server a runs the model of a file: add --local FILE.gguf
            --local a --server b --speed max   | --server b and --speed max exclude each other: a server cannot follow simulated time
            --local a --chaos slow             | --chaos slow is for the offline mind: leave out --chaos, or --llm, --local, --gateway and --no-llm
            """)
    void reportsConflictingFlags(String flags, String problem) {
        LauncherRun run = LauncherRun.of(flags.split(" +"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(problem);
    }

    @Test
    void reportsMissingModelFile() {
        assumeTrue(hasFamily(), "without the artifact of local models");
        LauncherRun run = LauncherRun.of("--local", "none.gguf", "--ticks", "1");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("none.gguf: there is no such file (expected a language model in GGUF)");
    }

    @Test
    void reportsMissingServer() throws Exception {
        assumeTrue(hasFamily(), "without the artifact of local models");
        Path model = TinyGguf.write(folder.resolve("tiny.gguf"), 7);
        LauncherRun run =
                LauncherRun.of("--local", model.toString(), "--server", "none", "--ticks", "1");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("none: there is no such file (expected the program");
    }

    @Test
    void runsWithALocalModel() throws Exception {
        assumeTrue(hasFamily(), "without the artifact of local models");
        Path model = TinyGguf.write(folder.resolve("tiny.gguf"), 7);
        LauncherRun run =
                LauncherRun.of("--local", model.toString(), "--ticks", "30", "--villagers", "2");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("providers of " + model + ": local");
    }

    @Test
    void virtualTimeWaitsForALocalModel() throws Exception {
        assumeTrue(hasFamily(), "without the artifact of local models");
        Path model = TinyGguf.write(folder.resolve("tiny.gguf"), 7);
        LauncherRun run = LauncherRun.of(
                ("--speed max --ticks 60 --villagers 1 --local " + model).split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("requests .*(answered|incomplete) [1-9]");
    }

    static boolean hasFamily() {
        try {
            return ServiceLoader.load(ProviderFamily.class).findFirst().isPresent();
        } catch (ServiceConfigurationError e) {
            return false;
        }
    }
}
