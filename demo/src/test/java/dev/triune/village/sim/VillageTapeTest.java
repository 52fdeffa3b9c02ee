/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.component.Layer;
import dev.triune.llm.provider.Misbehaviour;
import dev.triune.llm.tape.TapeMismatch;
import dev.triune.llm.tape.TapeRecorder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tape of a village gives the same village again, without a provider. */
final class VillageTapeTest {
    private static final int TICKS = 6_500;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"7, NONE, OFFLINE", "8, ALL, OFFLINE", "9, RATELIMIT, OFFLINE", "7, NONE, NONE"})
    void theReplayHasTheSameFingerprintAtEveryThousandthTick(
            long seed, Misbehaviour misbehaviour, Settings.Minds minds) throws Exception {
        Settings settings = new Settings(seed, 8, true, minds, misbehaviour, null);
        Path file = folder.resolve("t.jsonl");
        String fingerprint = record(settings, Beginning.NEW, file);

        assertThat(marks(file)).hasSize(1 + TICKS / TapeMarks.EVERY + 1);
        VillageSimulation again = replay(file, Beginning.NEW);

        assertThat(again.ticks()).isEqualTo(TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
        assertThat(again.fateOfTape()).contains("replayed to its end");
        assertThat(again.brokerStats().providers()).as("no provider").isEmpty();
        assertThat(again.underWay()).isZero();
    }

    @Test
    void aTapeSaysHowItsVillageWasSetUp() throws Exception {
        Settings settings = Settings.offline(-11)
                .with(Misbehaviour.CUT)
                .with(Settings.Decisions.SEQUENTIAL)
                .with(new Outage(100, 200));
        Path file = folder.resolve("t.jsonl");
        record(settings, Beginning.NEW, file);

        assertThat(Recorded.read(file))
                .isEqualTo(new Recorded(
                        file,
                        -11,
                        8,
                        Settings.Decisions.SEQUENTIAL,
                        "offline mind (rules, no language model), chaos cut, outage from tick 100"
                                + " to 200 of the run",
                        true,
                        false));
        assertThat(replay(file, Beginning.NEW).ticks()).isEqualTo(TICKS);
    }

    @Test
    void whatThePlayerSaidIsOnTheTape() throws Exception {
        Path file = folder.resolve("t.jsonl");
        String fingerprint = record(Settings.offline(7), Beginning.NEW, file, village -> {
            if (village.ticks() % 500 == 0) {
                int agent = village.villagers()[(int) (village.ticks() / 500) % 8];
                village.playerSays(agent, "Hey \u00e4, what now?\nTick " + village.ticks());
            }
        });
        assertThat(fingerprint)
                .isNotEqualTo(Lived.through(Settings.offline(7), TICKS).fingerprint());

        VillageSimulation again = replay(file, Beginning.NEW);

        assertThat(again.ticks()).isEqualTo(TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void whatWasOverriddenIsOnTheTape() throws Exception {
        Path file = folder.resolve("t.jsonl");
        Layer[] layers = {Layer.AUTONOMIC, Layer.EXECUTOR, Layer.TALKER, null};
        String fingerprint = record(Settings.offline(7), Beginning.NEW, file, village -> {
            int turn = (int) (village.ticks() / 500);
            if (village.ticks() % 500 == 0) {
                village.override(village.villagers()[turn % 8], layers[turn % 4]);
            } else if (village.ticks() % 500 == 250) {
                village.playerSays(village.villagers()[turn % 8], "override 3 RULES");
            }
        });
        assertThat(fingerprint)
                .isNotEqualTo(Lived.through(Settings.offline(7), TICKS).fingerprint());

        VillageSimulation again = replay(file, Beginning.NEW);

        assertThat(again.ticks()).isEqualTo(TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void nobodyElseIsHeardWhileATapeIsReplayed() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(Settings.offline(7), Beginning.NEW, file);
        try (VillageSimulation again = open(file, Beginning.NEW)) {
            while (!again.isOver()) {
                again.tick();
                again.playerSays(again.villagers()[0], "Not on the tape!");
                again.override(again.villagers()[0], Layer.AUTONOMIC);
            }
            assertThat(again.ticks()).isEqualTo(TICKS);
        }
    }

    @Test
    void aLoadedVillageIsReplayedWithTheSameSaveAndNoOther() throws Exception {
        Settings settings = Settings.offline(7);
        VillageFile save = saved(settings, 5_000);
        Path file = folder.resolve("t.jsonl");
        String fingerprint = record(settings, new Beginning(save, null), file);
        assertThat(Recorded.read(file).loaded()).isTrue();

        VillageSimulation again = replay(file, new Beginning(save, null));
        assertThat(again.ticks()).isEqualTo(5_000 + TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);

        Beginning other = new Beginning(saved(settings, 4_000), null);
        assertThatExceptionOfType(TapeMismatch.class)
                .isThrownBy(() -> replay(file, other))
                .withMessageContaining("expected mark of words loaded at tick 5000")
                .withMessageContaining("but the game did mark of words loaded at tick 4000");
    }

    @Test
    void aTapeThatWasForgedIsRefusedAtTheTickWhereItDiffers() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(Settings.offline(7), Beginning.NEW, file);
        List<String> lines = Files.readAllLines(file);
        int at = lineOf(lines, "\"words\":\"tick 3000, fingerprint ");
        forge(file, at, line -> line.replace("fingerprint ", "fingerprint 0"));

        TapeMismatch e =
                catchThrowableOfType(TapeMismatch.class, () -> replay(file, Beginning.NEW));

        assertThat(e.turn()).as("two turns a tick").isEqualTo(2 * 3_000);
        assertThat(e.line()).isEqualTo(at + 1);
        assertThat(e)
                .hasMessageContaining("expected mark of words tick 3000, fingerprint 0")
                .hasMessageContaining("but the game did mark of words tick 3000, fingerprint ");
    }

    @Test
    void anotherPlanOnTheTapeIsAnotherVillage() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(Settings.offline(7), Beginning.NEW, file);
        List<String> lines = Files.readAllLines(file);
        int at = lineOf(lines, "\"gather\"");
        forge(
                file,
                at,
                line -> line.replaceFirst("\"amount\":(\"?)\\d+", "\"amount\":$11")
                        .replaceFirst("\"target\":\"[a-z]+\"", "\"target\":\"nothing\""));

        TapeMismatch e =
                catchThrowableOfType(TapeMismatch.class, () -> replay(file, Beginning.NEW));

        assertThat(e).isNotNull();
        assertThat(e.isEndOfTape()).isFalse();
        assertThat(e.line()).isGreaterThan(at);
    }

    @Test
    void aKilledRecordingIsPlayedToWhereItEnds() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(Settings.offline(7), Beginning.NEW, file);
        byte[] whole = Files.readAllBytes(file);
        for (int share = 1; share < 10; share++) {
            Files.write(file, Arrays.copyOf(whole, whole.length * share / 10 + share));
            VillageSimulation again = replay(file, Beginning.NEW);
            assertThat(again.ticks()).as("share %d", share).isBetween(1L, (long) TICKS);
            assertThat(again.fateOfTape().orElseThrow())
                    .startsWith("replayed to where it breaks off, tick " + again.ticks());
        }
    }

    @Test
    void aTapeThatCannotBeWrittenAnyMoreStopsTheRecordingAndNotTheVillage() {
        Settings settings = Settings.offline(7);
        OutputStream full = new OutputStream() {
            private int written;

            @Override
            public void write(int octet) throws IOException {
                if (++written > 100_000) {
                    throw new IOException("no space left");
                }
            }
        };
        VillageSimulation village = new VillageSimulation(
                settings,
                Narrator.SILENT,
                (how, ticker, timers, listener, neighbours) -> TapeRecorder.record(
                        full, tape -> Brokers.of(how, ticker, timers, tape, neighbours), listener));
        for (int i = 0; i < TICKS; i++) {
            village.tick();
        }
        village.close();
        assertThat(village.tapeFailure()).isPresent();
        assertThat(village.fateOfTape())
                .contains("recording stopped before the end: java.io.IOException: no space left");
        assertThat(village.fingerprint())
                .isEqualTo(Lived.through(settings, TICKS).fingerprint());
    }

    @Test
    void aReplayMayBeLeftEarly() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(Settings.offline(7), Beginning.NEW, file);
        VillageSimulation again = open(file, Beginning.NEW);
        for (int i = 0; i < 1_500; i++) {
            again.tick();
        }
        again.close();
        assertThat(again.fateOfTape())
                .contains("replayed up to tick 1500, which is before its end");
    }

    @Test
    void whatIsNoTapeOfAVillageIsRefused() throws Exception {
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
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> Recorded.read(file))
                .withMessage(why);
    }

    // ---- runs

    private interface Meddler {
        void after(VillageSimulation village);
    }

    private static String record(Settings settings, Beginning how, Path file) throws IOException {
        return record(settings, how, file, village -> {});
    }

    private static String record(Settings settings, Beginning how, Path file, Meddler meddler)
            throws IOException {
        VillageSimulation village =
                new Beginning(how.load(), file).open(settings, Narrator.SILENT, Onlooker.NOBODY);
        for (int i = 0; i < TICKS; i++) {
            village.tick();
            meddler.after(village);
        }
        String fingerprint = village.fingerprint();
        village.close();
        assertThat(village.fateOfTape()).contains("recorded, whole");
        return fingerprint;
    }

    private static VillageSimulation open(Path file, Beginning how) throws Exception {
        return how.open(
                Settings.replayed(Recorded.read(file), true), Narrator.SILENT, Onlooker.NOBODY);
    }

    private static VillageSimulation replay(Path file, Beginning how) throws Exception {
        try (VillageSimulation village = open(file, how)) {
            while (!village.isOver()) {
                village.tick();
            }
            return village;
        }
    }

    private VillageFile saved(Settings settings, int ticks) throws Exception {
        Path file = folder.resolve("save-" + ticks);
        try (VillageSimulation village = new VillageSimulation(settings, Narrator.SILENT)) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
            VillageFile.write(file, village, settings);
        }
        return VillageFile.read(file);
    }

    // ---- tapes

    private static List<String> marks(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains("\"event\":\"mark\""))
                .toList();
    }

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

    /** Changes a line and makes the sums of all lines good again. */
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
