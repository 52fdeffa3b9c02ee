/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.component.Layer;
import dev.triune.component.Utterance;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.tape.TapeMismatchException;
import dev.triune.llm.tape.TapeRecorder;
import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replaying the tape of a village reproduces it without a provider. */
final class VillageTapeTest {
    private static final int TICKS = Thorough.count(4_500, 6_500);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"7, NONE", "8, ALL", "9, RATELIMIT", "7,"})
    void replayMatchesFingerprintEveryThousandTicks(long seed, @Nullable FaultMode faultMode)
            throws Exception {
        MindSource mind =
                faultMode == null ? new MindSource.None() : new MindSource.Offline(faultMode);
        SimulationSettings simulationSettings = new SimulationSettings(seed, 8, true, mind);
        Path file = folder.resolve("t.jsonl");
        String fingerprint = record(simulationSettings, file);

        assertThat(marks(file)).hasSize(1 + TICKS / TapeMarks.INTERVAL_TICKS + 1);
        VillageSimulation again = replay(file);

        assertThat(again.ticks()).isEqualTo(TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
        assertThat(again.tapeStatus()).contains("replayed to its end");
        assertThat(again.stats().broker().providers())
                .as("providers during a replay")
                .isEmpty();
        assertThat(again.stats().minds().pendingRequests()).isZero();
    }

    @Test
    void tapeContainsTheVillageSettings() throws Exception {
        SimulationSettings simulationSettings = new SimulationSettings(
                -11,
                8,
                true,
                new MindSource.Offline(FaultMode.CUT, new Outage(100, 200)),
                SimulationSettings.DecisionMode.SEQUENTIAL);
        Path file = folder.resolve("t.jsonl");
        record(simulationSettings, file);

        assertThat(VillageTape.read(file))
                .isEqualTo(new VillageTape(
                        file,
                        -11,
                        8,
                        SimulationSettings.DecisionMode.SEQUENTIAL,
                        "offline mind (rules, no language model), chaos cut, outage from tick 100"
                                + " to 200 of the run",
                        true,
                        false,
                        HabitSource.OFF));
        assertThat(replay(file).ticks()).isEqualTo(TICKS);
    }

    @Test
    void tapeRecordsPlayerSpeech() throws Exception {
        Path file = folder.resolve("t.jsonl");
        String fingerprint = record(SimulationSettings.offline(7), file, village -> {
            if (village.ticks() % 500 == 0) {
                int agent = village.villagers()[(int) (village.ticks() / 500) % 8];
                village.inputs().say(agent, "Hey \u00e4, what now?\nTick " + village.ticks());
            }
        });
        assertThat(fingerprint)
                .isNotEqualTo(VillageAssertions.through(SimulationSettings.offline(7), TICKS)
                        .fingerprint());

        VillageSimulation again = replay(file);

        assertThat(again.ticks()).isEqualTo(TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void replaysPlayerConversationsWordForWord() throws Exception {
        Path file = folder.resolve("t.jsonl");
        Conversed said = new Conversed();
        try (VillageSimulation village = new VillageBuilder(SimulationSettings.offline(7))
                .record(file)
                .observer(said)
                .build()) {
            for (int i = 0; i < 3_000; i++) {
                village.tick();
                if (i == 500 || i == 560) {
                    village.inputs().say(village.villagers()[0], "Who are you? It is " + i + ".");
                }
            }
        }
        assertThat(said.lines)
                .hasSizeGreaterThan(20)
                .filteredOn(line -> line.startsWith("Mira to Player: "))
                .hasSize(2);

        Conversed again = new Conversed();
        try (VillageSimulation village = new VillageBuilder(
                        SimulationSettings.replayed(VillageTape.read(file), true))
                .observer(again)
                .build()) {
            while (!village.isOver()) {
                village.tick();
            }
        }
        assertThat(again.lines).isEqualTo(said.lines);
        assertThat(again.pieces).isEqualTo(said.pieces).hasSizeGreaterThan(said.lines.size());
    }

    /** Records what villagers say, as whole lines and while the lines grow. */
    private static final class Conversed implements SimulationObserver {
        private final List<String> lines = new ArrayList<>();
        private final List<String> pieces = new ArrayList<>();

        @Override
        public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
            pieces.add(line.tick() + " " + line.speaker() + ": " + text);
        }

        @Override
        public void spoke(int agent, Utterance line) {
            lines.add(line.toString());
        }
    }

    @Test
    void tapeRecordsOverrides() throws Exception {
        Path file = folder.resolve("t.jsonl");
        Layer[] layers = {Layer.AUTONOMIC, Layer.EXECUTOR, Layer.TALKER, null};
        String fingerprint = record(SimulationSettings.offline(7), file, village -> {
            int turn = (int) (village.ticks() / 500);
            if (village.ticks() % 500 == 0) {
                village.inputs().override(village.villagers()[turn % 8], layers[turn % 4]);
            } else if (village.ticks() % 500 == 250) {
                village.inputs().say(village.villagers()[turn % 8], "override 3 RULES");
            }
        });
        assertThat(fingerprint)
                .isNotEqualTo(VillageAssertions.through(SimulationSettings.offline(7), TICKS)
                        .fingerprint());

        VillageSimulation again = replay(file);

        assertThat(again.ticks()).isEqualTo(TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void replaysRuleDecisionsWithoutTheRules() throws Exception {
        Path file = folder.resolve("t.jsonl");
        SimulationSettings settings = SimulationSettings.offline(7).with(HabitSource.LEARNING);
        String fingerprint = record(settings, file);

        VillageSimulation again = replay(file);

        assertThat(again.stats().minds().settledTalks()).isPositive();
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void tapeRecordsWatchedVillagerOnlyInRealTime() throws Exception {
        SimulationSettings simulated = SimulationSettings.offline(7).with(HabitSource.LEARNING);
        SimulationSettings real = new SimulationSettings(
                7,
                8,
                false,
                MindSource.Offline.RELIABLE,
                SimulationSettings.DecisionMode.SCHEDULED,
                HabitSource.LEARNING);
        Path file = folder.resolve("t.jsonl");
        Path other = folder.resolve("other.jsonl");

        String fingerprint =
                record(real, file, village -> village.inputs().watch(anybody(village)));
        record(simulated, other, village -> village.inputs().watch(anybody(village)));

        assertThat(Files.readString(file)).contains("told watch ");
        assertThat(Files.readString(other)).doesNotContain("told watch ");
        assertThat(replay(file).fingerprint()).isEqualTo(fingerprint);
    }

    private static BitSet anybody(VillageSimulation village) {
        BitSet watched = new BitSet();
        watched.set(village.villagers()[(int) (village.ticks() / 500 % 8)]);
        watched.set(village.villagers()[0]);
        return watched;
    }

    @Test
    void replayIgnoresOtherInput() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(SimulationSettings.offline(7), file);
        try (VillageSimulation again = open(file)) {
            while (!again.isOver()) {
                again.tick();
                again.inputs().say(again.villagers()[0], "Not on the tape!");
                again.inputs().override(again.villagers()[0], Layer.AUTONOMIC);
            }
            assertThat(again.ticks()).isEqualTo(TICKS);
        }
    }

    @Test
    void replayOfALoadedVillageRequiresTheSameSave() throws Exception {
        SimulationSettings simulationSettings = SimulationSettings.offline(7);
        VillageSaveFile save = saved(simulationSettings, 5_000);
        Path file = folder.resolve("t.jsonl");
        String fingerprint = record(simulationSettings, save, file, village -> {});
        assertThat(VillageTape.read(file).loaded()).isTrue();

        VillageSimulation again = replay(file, save);
        assertThat(again.ticks()).isEqualTo(5_000 + TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);

        VillageSaveFile other = saved(simulationSettings, 4_000);
        assertThatExceptionOfType(TapeMismatchException.class)
                .isThrownBy(() -> replay(file, other))
                .withMessageContaining("expected mark of words loaded at tick 5000")
                .withMessageContaining("but the game did mark of words loaded at tick 4000");
    }

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
            assertThat(again.tapeStatus().orElseThrow())
                    .startsWith("replayed to where it breaks off, tick " + again.ticks());
        }
    }

    @Test
    void tapeWriteFailureStopsOnlyTheRecording() {
        SimulationSettings simulationSettings = SimulationSettings.offline(7);
        OutputStream full = new OutputStream() {
            private int written;

            @Override
            public void write(int octet) throws IOException {
                if (++written > 100_000) {
                    throw new IOException("no space left");
                }
            }
        };
        VillageSimulation village = new VillageBuilder(simulationSettings)
                .broker(connection -> TapeRecorder.record(
                        full,
                        tape -> VillageBrokers.of(connection.with(tape)),
                        connection.listener()))
                .build();
        for (int i = 0; i < TICKS; i++) {
            village.tick();
        }
        village.close();
        assertThat(village.tapeFailure()).isPresent();
        assertThat(village.tapeStatus())
                .contains("recording stopped before the end: java.io.IOException: no space left");
        assertThat(village.fingerprint())
                .isEqualTo(VillageAssertions.through(simulationSettings, TICKS).fingerprint());
    }

    @Test
    void replayCanStopEarly() throws Exception {
        Path file = folder.resolve("t.jsonl");
        record(SimulationSettings.offline(7), file);
        VillageSimulation again = open(file);
        for (int i = 0; i < 1_500; i++) {
            again.tick();
        }
        again.close();
        assertThat(again.tapeStatus())
                .contains("replayed up to tick 1500, which is before its end");
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

    // ---- runs

    private interface Meddler {
        void after(VillageSimulation village);
    }

    private static String record(SimulationSettings simulationSettings, Path file)
            throws IOException {
        return record(simulationSettings, file, village -> {});
    }

    private static String record(SimulationSettings simulationSettings, Path file, Meddler meddler)
            throws IOException {
        return record(simulationSettings, null, file, meddler);
    }

    private static String record(
            SimulationSettings simulationSettings,
            @Nullable VillageSaveFile save,
            Path file,
            Meddler meddler)
            throws IOException {
        VillageSimulation village =
                begin(new VillageBuilder(simulationSettings).record(file), save);
        for (int i = 0; i < TICKS; i++) {
            village.tick();
            meddler.after(village);
        }
        String fingerprint = village.fingerprint();
        village.close();
        assertThat(village.tapeStatus()).contains("recorded, whole");
        return fingerprint;
    }

    private static VillageSimulation open(Path file) throws Exception {
        return open(file, null);
    }

    private static VillageSimulation replay(Path file) throws Exception {
        return replay(file, null);
    }

    private static VillageSimulation open(Path file, @Nullable VillageSaveFile save)
            throws Exception {
        return begin(
                new VillageBuilder(SimulationSettings.replayed(VillageTape.read(file), true)),
                save);
    }

    private static VillageSimulation begin(VillageBuilder builder, @Nullable VillageSaveFile save)
            throws IOException {
        return save == null ? builder.build() : builder.load(save.open());
    }

    private static VillageSimulation replay(Path file, @Nullable VillageSaveFile save)
            throws Exception {
        try (VillageSimulation village = open(file, save)) {
            while (!village.isOver()) {
                village.tick();
            }
            return village;
        }
    }

    private VillageSaveFile saved(SimulationSettings simulationSettings, int ticks)
            throws Exception {
        Path file = folder.resolve("save-" + ticks);
        try (VillageSimulation village = new VillageBuilder(simulationSettings).build()) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
            VillageSaveFile.write(file, village, simulationSettings);
        }
        return VillageSaveFile.read(file);
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
