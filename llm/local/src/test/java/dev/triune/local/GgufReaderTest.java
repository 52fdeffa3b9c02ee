/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.testsupport.Thorough;
import dev.triune.testsupport.TinyGguf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufReaderTest {
    @TempDir
    private Path folder;

    private Path tiny(Map<String, Object> changes) throws IOException {
        return TinyGguf.write(folder.resolve("tiny.gguf"), 1, changes);
    }

    private static void assertRefused(Path file, String fault) {
        assertThatThrownBy(() -> LocalProvider.load(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": " + fault + " (expected a language model in GGUF)");
    }

    @Test
    void readsTheHeaderOfAModel() throws IOException {
        Path file = tiny(Map.of());
        assertThat(GgufReader.read(file))
                .isEqualTo(new GgufHeader(
                        Files.size(file),
                        "llama",
                        TinyGguf.CONTEXT,
                        2,
                        64,
                        64,
                        354,
                        List.of("<s>", "</s>")));
    }

    @Test
    void sharedHeadsNeedLessCache() throws IOException {
        Path file = tiny(Map.of(
                "llama.attention.head_count_kv", 2,
                "llama.attention.key_length", 16,
                "llama.attention.value_length", 4));
        assertThat(GgufReader.read(file).cacheWidth()).isEqualTo(2 * (16 + 4));
    }

    @Test
    void missingFilesAndFoldersAreNamed() {
        assertRefused(folder.resolve("none.gguf"), "there is no such file");
        assertRefused(folder, "is a folder");
    }

    @Test
    void otherFileFormatsAreNamed() throws IOException {
        Path text = Files.writeString(folder.resolve("a.gguf"), "Not Found, says the server");
        assertRefused(text, "no GGUF file");
        assertRefused(Files.writeString(text, "GG"), "broken, it ends within its header");
        byte[] first = Files.readAllBytes(tiny(Map.of()));
        first[4] = 1;
        assertRefused(Files.write(text, first), "GGUF of version 1, not 2 or 3");
    }

    @Test
    void truncatedFilesAreNamed() throws IOException {
        Path file = tiny(Map.of());
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertRefused(
                file,
                "broken, it has " + (whole.length - 1) + " of at least " + whole.length + " bytes");
        Files.write(file, Arrays.copyOf(whole, 3000));
        assertRefused(file, "broken, it ends within its header");
    }

    @Test
    void filesWithoutALanguageModelAreNamed() throws IOException {
        assertRefused(
                tiny(Map.of("general.architecture", "")),
                "no language model, it has no architecture");
        assertRefused(
                tiny(Map.of("tokenizer.ggml.tokens", "")),
                "no language model, it has no vocabulary");
        assertRefused(
                tiny(Map.of("llama.block_count", "")),
                "no language model, it has no llama.block_count");
        assertRefused(tiny(Map.of("split.count", 3)), "one part of a model, merge its files first");
    }

    @Test
    void rejectsOversizedModelsBeforeLoadingThem() throws IOException {
        Path file = tiny(Map.of("llama.block_count", 1000));
        assertThatThrownBy(() -> LocalProvider.load(file, LocalSettings.DEFAULT.withMemoryMb(500)))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": needs about 2,017 MB (weights 1, context 2,000 for 4 slots of"
                        + " 4096 tokens, work 17), more than the limit of 500 MB (expected a smaller"
                        + " model or context, fewer slots, or a higher limit)");
    }

    @Test
    void damagedHeadersAreReadOrRejectedWithOneLine() throws IOException {
        byte[] whole = Files.readAllBytes(tiny(Map.of()));
        SplittableRandom random = new SplittableRandom(42);
        Path damaged = folder.resolve("damaged.gguf");
        for (int i = 0; i < Thorough.count(300, 20_000); i++) {
            byte[] bytes = whole.clone();
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                bytes[random.nextInt(16_000)] = (byte) random.nextInt();
            }
            Files.write(damaged, bytes);
            try {
                GgufReader.read(damaged);
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith(damaged + ": ");
            }
        }
    }
}
