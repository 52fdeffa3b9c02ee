/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are recorded and replayed, saved and loaded, from the command line. */
final class RecordAndSaveTest {
    @TempDir
    private Path folder;

    // tapes

    @ParameterizedTest
    @ValueSource(
            strings = {"", "--chaos all", "--no-llm", "--decisions sequential", "--villagers 3"})
    void replayNeedsOnlyTheTapeAndReproducesTheRun(String flags) {
        String tape = file("t.jsonl");
        LauncherRun run = LauncherRun.shortRun(args("--seed 7 --record " + tape + " " + flags));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("\n  tape         recorded, whole\n");

        LauncherRun replay = LauncherRun.of("--replay", tape);

        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.err()).isEmpty();
        assertThat(replay.out())
                .contains("lived        2,000 ticks", "tape         replayed to its end")
                .contains("seed 7, mind: replay of t.jsonl, recorded with: ")
                .contains("Report  mind: replay of t.jsonl, recorded with: " + mindOf(run));
        assertThat(fingerprint(replay)).isEqualTo(fingerprint(run));
        assertThat(line(replay, "  requests ")).isEqualTo(line(run, "  requests "));
        assertThat(line(replay, "  quality ")).isEqualTo(line(run, "  quality "));
        assertThat(line(replay, "  steps ")).isEqualTo(line(run, "  steps "));
    }

    @Test
    void replaysRealTimeRunAtFullOrOriginalSpeed() {
        String tape = file("t.jsonl");
        LauncherRun run = LauncherRun.of("--ticks", "20", "--record", tape);
        assertThat(run.code()).as(run.err()).isZero();

        LauncherRun replay = LauncherRun.of("--replay", tape);
        LauncherRun slowly = LauncherRun.of("--replay", tape, "--speed", "1");

        assertThat(fingerprint(replay)).isEqualTo(fingerprint(run));
        assertThat(fingerprint(slowly)).isEqualTo(fingerprint(run));
    }

    @Test
    void ticksFlagShortensAReplay() {
        String tape = file("t.jsonl");
        LauncherRun.shortRun("--record", tape);
        LauncherRun replay = LauncherRun.of("--replay", tape, "--ticks", "500");
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out())
                .contains("lived        500 ticks")
                .contains("tape         replayed up to tick 500, which is before its end");
    }

    @Test
    void reportsTickOfModifiedTapeOnOneLine() throws Exception {
        Path tape = Path.of(file("t.jsonl"));
        LauncherRun.shortRun("--seed", "7", "--record", tape.toString());
        List<String> lines = Files.readAllLines(tape);
        int at = lines.size() / 2;
        String changed = lines.get(at).replaceFirst("\"turn\":(\\d)", "\"turn\":9$1");
        lines.set(at, changed);
        Files.write(tape, lines);

        LauncherRun replay = LauncherRun.of("--replay", tape.toString(), "--quiet");

        assertThat(replay.code()).isEqualTo(1);
        assertThat(replay.out()).isEmpty();
        assertThat(replay.errLines())
                .singleElement()
                .asString()
                .matches("triune-village: --replay .*t\\.jsonl: differs at tick \\d+: t\\.jsonl:"
                        + (at + 1) + ": turn \\d+: the line was changed, .*");
    }

    @Test
    void replaysTruncatedTapeUpToItsEnd() throws Exception {
        Path tape = Path.of(file("t.jsonl"));
        LauncherRun.shortRun("--seed", "7", "--record", tape.toString());
        byte[] whole = Files.readAllBytes(tape);
        Files.write(tape, Arrays.copyOf(whole, whole.length / 2));

        LauncherRun replay = LauncherRun.of("--replay", tape.toString(), "--quiet");

        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out())
                .containsPattern("tape         replayed to where it breaks off, tick \\d+: its"
                        + " recording was stopped there");
    }

    @Test
    void rejectsInvalidTapesWithExitCodeTwo() throws Exception {
        Path file = folder.resolve("t.jsonl");
        Files.writeString(file, "");
        assertRefused("--replay " + file + ": the file is empty", "--replay", file.toString());
        Files.writeString(
                file, "{\"turn\":0,\"event\":\"tape\",\"version\":9,\"sum\":\"01234567\"}\n");
        assertRefused(
                "--replay " + file + ": t.jsonl:1: turn 0: version 9 of tapes (expected 1)",
                "--replay",
                file.toString());
    }

    // saves

    @Test
    void savedVillageContinuesFromItsSaveAlone() {
        String save = file("village.save");
        LauncherRun run = LauncherRun.shortRun("--seed", "7", "--villagers", "5", "--save", save);
        assertThat(run.code()).as(run.err()).isZero();

        LauncherRun on = LauncherRun.shortRun("--load", save, "--save", save);

        assertThat(on.code()).as(on.err()).isZero();
        assertThat(on.out())
                .contains("Triune village, 5 villagers, seed 7, mind: offline mind")
                .contains("lived        4,000 ticks", "5 of 5 villagers alive");
        assertThat(LauncherRun.shortRun("--load", save, "--no-llm").out())
                .contains("lived        6,000 ticks", "mind: none");
    }

    @Test
    void savesVillageThatIsStoppedEarly() {
        String save = file("village.save");
        LauncherRun stopped = LauncherRun.of(
                Map.of(),
                Terminal.PLAIN,
                Runnable::run,
                args("--speed max --days 10000 --save " + save));
        assertThat(stopped.code()).as(stopped.err()).isZero();
        assertThat(LauncherRun.shortRun("--load", save).code()).isZero();
    }

    @Test
    void replayOfALoadedVillageNeedsItsSave() {
        String save = file("village.save");
        String tape = file("t.jsonl");
        LauncherRun.shortRun("--seed", "7", "--save", save);
        LauncherRun run = LauncherRun.shortRun("--load", save, "--record", tape);
        assertThat(run.code()).as(run.err()).isZero();

        LauncherRun replay = LauncherRun.of("--replay", tape, "--load", save);

        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(fingerprint(replay)).isEqualTo(fingerprint(run));
        assertThat(replay.out()).contains("lived        4,000 ticks");
        assertRefused("add --load FILE with that save", "--replay", tape);
        LauncherRun.shortRun("--seed", "8", "--save", save);
        assertRefused("(expected the one on the tape, seed 7", "--replay", tape, "--load", save);
        LauncherRun.of(args("--speed max --ticks 900 --seed 7 --save " + save));
        String anew = file("u.jsonl");
        LauncherRun.shortRun("--record", anew);
        assertRefused("the village on the tape begins anew", "--replay", anew, "--load", save);
    }

    @Test
    void replayRejectsLaterSaveOfTheSameVillage() {
        String save = file("village.save");
        String tape = file("t.jsonl");
        LauncherRun.shortRun("--seed", "7", "--save", save);
        LauncherRun.shortRun("--load", save, "--record", tape);
        LauncherRun.shortRun("--load", save, "--save", save);

        LauncherRun replay = LauncherRun.of("--replay", tape, "--load", save, "--quiet");

        assertThat(replay.code()).isEqualTo(1);
        assertThat(replay.errLines())
                .singleElement()
                .asString()
                .contains("expected mark of words loaded at tick 2000")
                .contains("but the game did mark of words loaded at tick 4000");
    }

    @Test
    void rejectsDamagedSaveWithExitCodeTwo() throws Exception {
        Path save = Path.of(file("village.save"));
        LauncherRun.shortRun("--save", save.toString());
        byte[] whole = Files.readAllBytes(save);
        Files.write(save, Arrays.copyOf(whole, whole.length / 2));
        assertRefused("--load " + save + ": the save is damaged: ", "--load", save.toString());
        Files.write(save, "{}".getBytes(StandardCharsets.UTF_8));
        assertRefused("this is no save of a village", "--load", save.toString());
    }

    @Test
    void rejectsOldSaveOfAnotherNumberOfVillagersOnOneLine() throws Exception {
        Path save = Path.of(file("village.save"));
        LauncherRun.of(args("--speed max --ticks 20 --save " + save));
        String old = Files.readString(save)
                .replaceFirst("version 3", "version 2")
                .replaceFirst(", line [0-9a-f]{8}", "")
                .replaceFirst("8 villagers", "9 villagers");
        Files.writeString(save, old);
        LauncherRun run = LauncherRun.of("--load", save.toString(), "--quiet");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .startsWith("triune-village: --load " + save + ": the save is damaged: ");
    }

    @Test
    void recordingOfALoadedVillageKeepsItsSave() throws Exception {
        Path save = Path.of(file("village.save"));
        LauncherRun.of(args("--speed max --ticks 20 --save " + save));
        Path same = save.resolveSibling(".").resolve(save.getFileName());
        Path linked = Files.createSymbolicLink(folder.resolve("linked"), save);
        for (Path again : List.of(save, same, linked)) {
            assertRefused(
                    "--save " + again + ": the tape of a loaded village needs its save (expected"
                            + " another file to save to)",
                    args("--speed max --ticks 20 --load " + save + " --save " + again + " --record "
                            + file("t.jsonl")));
        }
    }

    @Test
    void reportsUnwritableSaveAfterTheReport() throws Exception {
        Path save = Path.of(file("village.save"));
        Files.createDirectory(Path.of(save + ".tmp"));
        LauncherRun launcherRun = LauncherRun.shortRun("--save", save.toString());
        assertThat(launcherRun.code()).isEqualTo(1);
        assertThat(launcherRun.out()).contains("fingerprint  ");
        assertThat(launcherRun.errLines())
                .singleElement()
                .asString()
                .startsWith("triune-village: --save " + save + ": cannot be written: ");
        assertThat(save).doesNotExist();
    }

    // ---- helpers

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private static String[] args(String flags) {
        return flags.trim().split(" +");
    }

    private static void assertRefused(String why, String... args) {
        LauncherRun launcherRun = LauncherRun.of(args);
        assertThat(launcherRun.code()).as(launcherRun.out()).isEqualTo(2);
        assertThat(launcherRun.out()).isEmpty();
        assertThat(launcherRun.errLines()).singleElement().asString().contains(why);
    }

    private static String fingerprint(LauncherRun launcherRun) {
        return line(launcherRun, "  fingerprint ");
    }

    private static String mindOf(LauncherRun launcherRun) {
        return line(launcherRun, "Report  mind: ").substring("Report  mind: ".length());
    }

    private static String line(LauncherRun launcherRun, String begin) {
        return launcherRun
                .out()
                .lines()
                .filter(line -> line.startsWith(begin))
                .findFirst()
                .orElseThrow(() -> new AssertionError(launcherRun.err() + launcherRun.out()));
    }
}
