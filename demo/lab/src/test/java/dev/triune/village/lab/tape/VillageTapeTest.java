/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.tape;

import static dev.triune.village.lab.tape.TapeRuns.TICKS;
import static dev.triune.village.lab.tape.TapeRuns.open;
import static dev.triune.village.lab.tape.TapeRuns.record;
import static dev.triune.village.lab.tape.TapeRuns.replay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.triune.component.Layer;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.talk.Utterance;
import dev.triune.tape.TapeMismatchException;
import dev.triune.tape.TapeRecorder;
import dev.triune.village.sim.HabitSource;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.Outage;
import dev.triune.village.sim.SimulationObserver;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSaveFile;
import dev.triune.village.sim.VillageSimulation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replaying the tape of a village reproduces it without a provider. */
final class VillageTapeTest {
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
        assertThat(again.transcript().status()).contains("replayed to its end");
        assertThat(again.stats().broker().providers())
                .as("providers during a replay")
                .isEmpty();
        assertThat(again.stats().minds().requests().pending()).isZero();
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
                .isNotEqualTo(TapeRuns.fingerprint(SimulationSettings.offline(7), TICKS));

        VillageSimulation again = replay(file);

        assertThat(again.ticks()).isEqualTo(TICKS);
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void replaysPlayerConversationsWordForWord() throws Exception {
        Path file = folder.resolve("t.jsonl");
        Conversed said = new Conversed();
        try (VillageSimulation village = VillageTape.record(
                        new VillageBuilder(SimulationSettings.offline(7)), file)
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
                .filteredOn(line -> line.startsWith("Mira to Robin: "))
                .hasSize(2);

        Conversed again = new Conversed();
        try (VillageSimulation village = new VillageBuilder(
                        VillageTape.read(file).settings(true))
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
            lines.add(line + " (" + line.origin() + " " + line.model() + " " + line.promptDigest()
                    + ")");
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
                .isNotEqualTo(TapeRuns.fingerprint(SimulationSettings.offline(7), TICKS));

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

        assertThat(again.stats().minds().talk().settled()).isPositive();
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
                .transcript(TapeMarks::new)
                .broker(connection -> TapeRecorder.record(
                        full, tape -> connection.with(tape).open(), connection.listener()))
                .build();
        for (int i = 0; i < TICKS; i++) {
            village.tick();
        }
        village.close();
        assertThat(village.transcript().failure()).isPresent();
        assertThat(village.transcript().status())
                .contains("recording stopped before the end: java.io.IOException: no space left");
        assertThat(village.fingerprint())
                .isEqualTo(TapeRuns.fingerprint(simulationSettings, TICKS));
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
        assertThat(again.transcript().status())
                .contains("replayed up to tick 1500, which is before its end");
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

    private static List<String> marks(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains("\"event\":\"mark\""))
                .toList();
    }
}
