/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.triune.system.MindSaves;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VillageSaveFileTest {
    private static final SimulationSettings SETTINGS =
            new SimulationSettings(-7, 5, true, MindSource.Offline.RELIABLE);

    @TempDir
    private Path folder;

    @Test
    void savedVillageRunsFromItsFileAlone() throws Exception {
        Path file = save(3_000);

        VillageSaveFile read = VillageSaveFile.read(file);

        assertThat(read.seed()).isEqualTo(-7);
        assertThat(read.villagers()).isEqualTo(5);
        try (VillageSimulation village = new VillageBuilder(SETTINGS).load(read.open())) {
            assertThat(village.ticks()).isEqualTo(3_000);
            assertThat(village.villagers()).hasSize(5);
            for (int i = 0; i < 3_000; i++) {
                village.tick();
            }
            assertThat(village.stats().minds().steps().done()).isPositive();
        }
    }

    @Test
    void loadsSavesFromBeforeToolsAndNewcomers() throws Exception {
        Path old = folder.resolve("old");
        try (InputStream in = new GZIPInputStream(Objects.requireNonNull(
                VillageSaveFileTest.class.getResourceAsStream("save-version-2.gz")))) {
            Files.copy(in, old);
        }
        VillageSaveFile read = VillageSaveFile.read(old);
        SimulationSettings settings = new SimulationSettings(
                read.seed(), read.villagers(), true, MindSource.Offline.RELIABLE);
        try (VillageSimulation village = new VillageBuilder(settings).load(read.open())) {
            assertThat(village.ticks()).isEqualTo(20_000);
            assertThat(village.village().newcomers()).isZero();
            for (int i = 0; i < 4_000; i++) {
                village.tick();
            }
            VillageAssertions.everybodyWell(village, settings);
            village.save(OutputStream.nullOutputStream());
        }
    }

    @Test
    void rejectsTruncatedSaves() throws Exception {
        byte[] whole = Files.readAllBytes(save(100));
        Path cut = folder.resolve("cut");
        for (int length = 0; length < whole.length; length += 1 + length / 20) {
            Files.write(cut, Arrays.copyOf(whole, length));
            assertThatExceptionOfType(UnusableFileException.class)
                    .as("%d of %d bytes", length, whole.length)
                    .isThrownBy(() -> VillageSaveFile.read(cut));
        }
    }

    @Test
    void rejectsOtherFilesWithAShortMessage() throws Exception {
        Path file = save(100);
        String whole = Files.readString(file);
        assertRefused("", "the file is empty (expected a save)");
        assertRefused(
                "hello",
                "this is no save of a village (expected one that was written with --save)");
        assertRefused(whole.replace("version 3", "version 4"), "a save of version 4 (expected 3)");
        assertRefused(
                whole.substring(0, whole.length() - 1) + "!",
                "the save is damaged: its checksum is wrong");
        assertThat(whole.lines().skip(1).findFirst().orElseThrow()).startsWith("triune save, ");
        assertRefused(
                whole.substring(whole.indexOf('\n') + 1),
                "this is no save of a village (expected one that was written with --save)");
        assertThatExceptionOfType(UnusableFileException.class)
                .isThrownBy(() -> VillageSaveFile.read(folder.resolve("none")))
                .withMessage("there is no such file (expected a save)");
        assertThatExceptionOfType(UnusableFileException.class)
                .isThrownBy(() -> VillageSaveFile.read(folder))
                .withMessage("this is a folder (expected a save)");
    }

    @ParameterizedTest
    @CsvSource({
        "seed -7, seed -8",
        "5 villagers, 6 villagers",
        "5 villagers, 0 villagers",
        "seed -7, seed seven"
    })
    void rejectsSavesWhoseFirstLineWasChanged(String words, String changed) throws Exception {
        String whole = Files.readString(save(100));

        assertRefused(
                whole.replaceFirst(words, changed),
                "the save is damaged: its first line was changed");
    }

    @Test
    void checksTheNumbersOfSavesWhoseFirstLineHasNoChecksum() throws Exception {
        String old = Files.readString(save(100))
                .replaceFirst("version 3", "version 2")
                .replaceFirst(", line [0-9a-f]{8}", "");

        assertRefused(
                old.replaceFirst("5 villagers", "0 villagers"),
                "the save is damaged: 0 villagers (expected 1 to 10000)");
        assertRefused(
                old.replaceFirst("seed -7", "seed 9999999999999999999"),
                "the save is damaged: its seed is none");
        assertRefused(
                old.replaceFirst("version 2", "version 3"),
                "the save is damaged: its first line is incomplete");
    }

    @Test
    void failedSaveKeepsTheOldFile() throws Exception {
        Path file = save(100);
        byte[] before = Files.readAllBytes(file);
        Files.createDirectory(folder.resolve("save.tmp"));

        assertThatIOException().isThrownBy(() -> save(200));

        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void fileThatCouldNotBeReadIsNotWritten() {
        assertThatIOException()
                .isThrownBy(() -> VillageSaveFile.requireLoadable(MindSaves.MAX_BYTES + 1L))
                .withMessage("the save has 268435457 bytes (expected at most 268435456); the"
                        + " previous file is kept");
        assertThatCode(() -> VillageSaveFile.requireLoadable(MindSaves.MAX_BYTES))
                .doesNotThrowAnyException();
    }

    private void assertRefused(String content, String why) throws Exception {
        Path other = folder.resolve("other");
        Files.writeString(other, content, StandardCharsets.UTF_8);
        assertThatExceptionOfType(UnusableFileException.class)
                .isThrownBy(() -> VillageSaveFile.read(other))
                .withMessage(why);
    }

    private Path save(int ticks) throws Exception {
        Path file = folder.resolve("save");
        try (VillageSimulation village = new VillageBuilder(SETTINGS).build()) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
            VillageSaveFile.write(file, village, SETTINGS);
        }
        return file;
    }
}
