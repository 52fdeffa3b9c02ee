/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.tape;

import static dev.triune.village.lab.tape.TapeRuns.TICKS;
import static dev.triune.village.lab.tape.TapeRuns.record;
import static dev.triune.village.lab.tape.TapeRuns.replay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.tape.TapeMismatchException;
import dev.triune.testsupport.Thorough;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.UnusableFileException;
import dev.triune.village.sim.VillageSimulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tapes that were changed, cut off, or never were tapes of a village. */
final class DamagedTapeTest {
    @TempDir
    private Path folder;

    @Test
    void reportsTheTickWhereAForgedTapeDiffers() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(SimulationSettings.offline(7), file);
        List<String> lines = Files.readAllLines(file);
        int at = lineOf(lines, "\"words\":\"tick 3000, fingerprint ");
        forge(file, at, line -> line.replace("fingerprint ", "fingerprint 0"));

        TapeMismatchException e =
                catchThrowableOfType(TapeMismatchException.class, () -> replay(file));

        assertThat(e.turn()).as("two turns per tick").isEqualTo(2 * 3_000);
        assertThat(e.line()).isEqualTo(at + 1);
        assertThat(e)
                .hasMessageContaining("expected mark of words tick 3000, fingerprint 0")
                .hasMessageContaining("but the game did mark of words tick 3000, fingerprint ");
    }

    @Test
    void rejectsTapeWithAChangedPlan() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(SimulationSettings.offline(7), file);
        List<String> lines = Files.readAllLines(file);
        int at = lineOf(lines, "\"gather\"");
        forge(
                file,
                at,
                line -> line.replaceFirst("\"amount\":(\"?)\\d+", "\"amount\":$11")
                        .replaceFirst("\"target\":\"[a-z]+\"", "\"target\":\"nothing\""));

        TapeMismatchException e =
                catchThrowableOfType(TapeMismatchException.class, () -> replay(file));

        assertThat(e).isNotNull();
        assertThat(e.isEndOfTape()).isFalse();
        assertThat(e.line()).isGreaterThan(at);
    }

    @Test
    void replaysInterruptedRecordingUpToItsEnd() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(SimulationSettings.offline(7), file);
        byte[] whole = Files.readAllBytes(file);
        for (int share = 1; share < 10; share += Thorough.count(4, 1)) {
            Files.write(file, Arrays.copyOf(whole, whole.length * share / 10 + share));
            VillageSimulation again = replay(file);
            assertThat(again.ticks()).as("share %d", share).isBetween(1L, (long) TICKS);
            assertThat(again.transcript().status().orElseThrow())
                    .startsWith("replayed to where it breaks off, tick " + again.ticks());
        }
    }

    @Test
    void rejectsInvalidTapes() throws Exception {
        Path file = folder.resolve("t.jsonl");
        assertRefused(file, "there is no such file (expected a tape)");
        assertRefused(folder, "this is a folder (expected a tape)");
        Files.write(file, new byte[0]);
        assertRefused(file, "the file is empty (expected a tape)");
        Files.writeString(file, "hello\n");
        assertRefused(file, "t.jsonl:1: turn 0: this is no line of a tape");
        Files.writeString(file, tape("{\"turn\":0,\"event\":\"tape\",\"version\":2"));
        assertRefused(file, "t.jsonl:1: turn 0: version 2 of tapes (expected 1)");
        String header = "{\"turn\":0,\"event\":\"tape\",\"version\":1";
        Files.writeString(file, tape(header, "{\"turn\":0,\"event\":\"close\""));
        assertRefused(
                file,
                "this is the tape of another game (expected one that a village wrote with"
                        + " --record)");
        String mark = "{\"turn\":0,\"event\":\"mark\",\"words\":\"";
        Files.writeString(file, tape(header, mark + "hello\""));
        assertRefused(file, "its first mark is none of a village (expected the tape of one)");
        Files.writeString(file, tape(header, mark + "{\\\"village\\\":2}\""));
        assertRefused(file, "the tape of a village of version 2 (expected 1)");
        Files.writeString(
                file, tape(header, mark + "{\\\"village\\\":1,\\\"villagers\\\":2000000000}\""));
        assertRefused(file, "the tape of a village of 2000000000 (expected 1 to 10000)");
    }

    private static void assertRefused(Path file, String why) {
        assertThatExceptionOfType(UnusableFileException.class)
                .isThrownBy(() -> VillageTape.read(file))
                .withMessage(why);
    }

    // ---- tapes

    private static int lineOf(List<String> lines, String words) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(words)) {
                return i;
            }
        }
        throw new AssertionError("no line with " + words);
    }

    private interface Forger {
        String change(String line);
    }

    /** Changes a line and recalculates the checksums of all lines. */
    private static void forge(Path file, int at, Forger forger) throws IOException {
        List<String> lines = Files.readAllLines(file).stream()
                .map(line -> line.substring(0, line.length() - ",\"sum\":\"01234567\"}".length()))
                .toList();
        String[] bodies = lines.toArray(String[]::new);
        bodies[at] = forger.change(bodies[at]);
        assertThat(bodies[at]).isNotEqualTo(lines.get(at));
        Files.writeString(file, tape(bodies));
    }

    private static String tape(String... bodies) {
        StringBuilder tape = new StringBuilder();
        CRC32 sum = new CRC32();
        for (String body : bodies) {
            sum.update(body.getBytes(StandardCharsets.ISO_8859_1));
            tape.append(body).append(String.format(",\"sum\":\"%08x\"}%n", sum.getValue()));
        }
        return tape.toString();
    }
}
