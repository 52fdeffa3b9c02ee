/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.artemis.ComponentMapper;
import dev.triune.component.Goals;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.system.MindSave.InvalidSaveException;
import dev.triune.tape.TapePosition;
import dev.triune.tape.TapeRecorder;
import dev.triune.tape.TapeReplay;
import dev.triune.testsupport.Thorough;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.world.Building;
import dev.triune.village.world.Buildings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A saved and loaded village continues as if it had never stopped. */
final class VillageSaveTest {
    private static final int TAPED_TICKS = Thorough.count(18_000, VillageAssertions.DAY);
    private static final int BETWEEN_SAVES = Thorough.count(3_000, 1_000);

    /** How long a loaded village is compared; what it lacked showed within 800 ticks. */
    private static final int COMPARED = 2_000;

    /** A save, with the position of the tape. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Saved(byte[] bytes, TapePosition position, int underWay) {}

    /** A run on tape, with saves by tick. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Taped(List<String> fingerprints, byte[] tape, Map<Integer, Saved> saves) {
        String fingerprint() {
            return fingerprints.get(TAPED_TICKS);
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void loadedVillageGoesOnAsTheSavedOne(long seed, FaultMode faultMode) throws IOException {
        SimulationSettings simulationSettings =
                SimulationSettings.offline(seed).with(new MindSource.Offline(faultMode));
        Taped run = tape(simulationSettings, chosen(seed), true);
        assertThat(run.saves()).isNotEmpty();
        for (Map.Entry<Integer, Saved> save : run.saves().entrySet()) {
            String what = simulationSettings + " saved at tick " + save.getKey();
            assertThat(save.getValue().underWay()).as(what).isZero();
            compare(simulationSettings, run, save.getValue(), save.getKey(), what);
        }
    }

    static Stream<Arguments> runs() {
        return Stream.of(
                        arguments(7, FaultMode.NONE),
                        arguments(11, FaultMode.ALL),
                        arguments(12, FaultMode.NONE),
                        arguments(13, FaultMode.NONE))
                .limit(Thorough.count(2, 4));
    }

    @Test
    void loadingKeepsResultsOfFinishedStories() throws IOException {
        SimulationSettings settings = SimulationSettings.offline(8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (VillageSimulation village = new VillageBuilder(settings).build()) {
            for (int tick = 0; tick < 2 * VillageAssertions.DAY; tick++) {
                village.tick();
            }
            village.save(out);
            try (VillageSimulation loaded = new VillageBuilder(settings)
                    .load(new ByteArrayInputStream(out.toByteArray()))) {
                loaded.tick();
                assertThat(village.stories())
                        .filteredOn(StoryResult::over)
                        .hasSizeGreaterThan(3)
                        .isSubsetOf(loaded.stories());
            }
        }
    }

    @Test
    void buildingFinishedJustBeforeASaveMeetsItsGoalAfterALoad() throws IOException {
        SimulationSettings settings = SimulationSettings.offline(7);
        String goal = "see the tower finished";
        byte[] save;
        try (VillageSimulation village = new VillageBuilder(settings).build()) {
            while (village.ticks() < 250) {
                village.tick();
            }
            goals(village).add("", goal);
            Buildings buildings = village.village().buildings();
            buildings.complete(buildings.claim(Building.TOWER).orElseThrow());
            save = save(village);
        }
        try (VillageSimulation loaded = load(settings, save)) {
            assertThat(goals(loaded).goals).extracting(each -> each.description).contains(goal);
            while (loaded.ticks() < 350) {
                loaded.tick();
            }
            assertThat(goals(loaded).goals)
                    .extracting(each -> each.description)
                    .doesNotContain(goal);
        }
    }

    /** Returns the goals of the first villager. */
    private static Goals goals(VillageSimulation village) {
        Mappers mappers = new Mappers();
        village.inject(mappers);
        return mappers.mGoals.get(village.villagers()[0]);
    }

    /** What Artemis fills in. */
    @SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
    private static final class Mappers {
        private ComponentMapper<Goals> mGoals;
    }

    @Test
    void savingDoesNotChangeTheVillage() throws IOException {
        SimulationSettings simulationSettings = SimulationSettings.offline(8);
        int[] early = {20, 60, 4_000, 9_000}; // early on all villagers wait for an answer
        Taped saved = tape(simulationSettings, early, false);
        assertThat(saved.saves().values()).anyMatch(save -> save.underWay() > 0);
        assertThat(saved.fingerprint())
                .isEqualTo(VillageAssertions.through(simulationSettings, TAPED_TICKS)
                        .fingerprint());
    }

    @Test
    void savingALoadedVillageKeepsItsState() throws IOException {
        SimulationSettings simulationSettings = SimulationSettings.offline(7);
        Taped run = tape(simulationSettings, chosen(7), true);
        byte[] save = run.saves().values().iterator().next().bytes();
        try (VillageSimulation village = load(simulationSettings, save)) {
            ByteArrayOutputStream again = new ByteArrayOutputStream();
            village.save(again);
            VillageSimulation twice = load(simulationSettings, again.toByteArray());
            VillageSimulation once = load(simulationSettings, save);
            for (int i = 0; i < 1_000; i++) {
                once.tick();
                twice.tick();
            }
            assertThat(twice.fingerprint()).isEqualTo(once.fingerprint());
            once.close();
            twice.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"7, NONE", "21, NONE", "22, ALL"})
    void villageSavedWithPendingRequestsLoadsIdle(long seed, FaultMode faultMode)
            throws IOException {
        SimulationSettings simulationSettings =
                SimulationSettings.offline(seed).with(new MindSource.Offline(faultMode));
        byte[] save;
        long tick;
        try (VillageSimulation village = new VillageBuilder(simulationSettings).build()) {
            do {
                village.tick();
                assertThat(village.ticks()).isLessThan(VillageAssertions.DAY);
            } while (village.ticks() < 4_000
                    || village.stats().minds().requests().pending() < 2);
            tick = village.ticks();
            save = save(village);
        }
        VillageSimulation loaded = runDayAfterLoading(simulationSettings, save, tick);
        VillageAssertions.wellAndAccountedFor(loaded, simulationSettings);
        assertThat(loaded.stats().minds().answers().total()).isPositive();
        assertThat(loaded.stats().minds().steps().done()).isPositive();
        assertThat(loaded.stats().talk().get(TalkStats.Count.CONVERSATIONS)).isPositive();
    }

    /** Loads a village without pending decisions, runs it for a day and closes it. */
    private static VillageSimulation runDayAfterLoading(
            SimulationSettings simulationSettings, byte[] save, long tick) throws IOException {
        try (VillageSimulation village = load(simulationSettings, save)) {
            assertThat(village.ticks()).isEqualTo(tick);
            assertThat(village.stats().minds().requests().pending()).isZero();
            for (int i = 0; i < VillageAssertions.DAY; i++) {
                village.tick();
            }
            return village;
        }
    }

    @Test
    void loadingKeepsReservedBuildingSites() throws IOException {
        SimulationSettings simulationSettings = SimulationSettings.offline(7);
        try (VillageSimulation village = new VillageBuilder(simulationSettings).build()) {
            int reserved = 0;
            while (reserved == 0 && village.ticks() < 2 * VillageAssertions.DAY) {
                village.tick();
                reserved = reserved(village);
            }
            assertThat(reserved).as("reserved sites").isPositive();
            try (VillageSimulation loaded = load(simulationSettings, save(village))) {
                assertThat(reserved(loaded)).isEqualTo(reserved);
                assertThat(loaded.village().buildings().tallies())
                        .isEqualTo(village.village().buildings().tallies());
            }
        }
    }

    @Test
    void loadsWithoutTheOriginalModel() throws IOException {
        SimulationSettings simulationSettings = SimulationSettings.offline(7);
        Taped run = tape(simulationSettings, chosen(7), true);
        byte[] save = run.saves().values().iterator().next().bytes();
        try (VillageSimulation village =
                load(simulationSettings.with(new MindSource.None()), save)) {
            for (int i = 0; i < 3_000; i++) {
                village.tick();
            }
            assertThat(village.stats().broker().requests().submitted()).isZero();
            assertThat(village.stats().routines()).isPositive();
        }
    }

    @Test
    void rejectsEmptySavesAndOtherVillageSizes() throws IOException {
        byte[] save;
        SimulationSettings simulationSettings = SimulationSettings.offline(7);
        try (VillageSimulation village = new VillageBuilder(simulationSettings).build()) {
            village.tick();
            save = save(village);
        }
        SimulationSettings smaller =
                new SimulationSettings(7, 2, true, MindSource.Offline.RELIABLE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load(smaller, save))
                .withMessageContaining("2 villagers cannot load the save of one of 8");
        assertThatExceptionOfType(InvalidSaveException.class)
                .isThrownBy(() -> load(simulationSettings, new byte[0]));
    }

    // ---- runs

    /** Records a day; saves at the given ticks, or at the first idle tick after each. */
    private static Taped tape(SimulationSettings simulationSettings, int[] ticks, boolean whenIdle)
            throws IOException {
        ByteArrayOutputStream tape = new ByteArrayOutputStream();
        AtomicReference<TapeRecorder> recorder = new AtomicReference<>();
        Map<Integer, Saved> saves = new TreeMap<>();
        List<String> fingerprints = new ArrayList<>(List.of(""));
        VillageSimulation village = new VillageBuilder(simulationSettings)
                .broker(connection -> {
                    TapeRecorder broker = TapeRecorder.record(
                            tape, told -> connection.with(told).open(), connection.listener());
                    recorder.set(broker);
                    return broker;
                })
                .build();
        int next = 0;
        for (int tick = 1; tick <= TAPED_TICKS; tick++) {
            village.tick();
            fingerprints.add(village.fingerprint());
            boolean wanted = next < ticks.length && tick >= ticks[next];
            if (wanted && (!whenIdle || village.stats().minds().requests().pending() == 0)) {
                TapePosition position = Objects.requireNonNull(recorder.get()).position();
                saves.put(
                        tick,
                        new Saved(
                                save(village),
                                position,
                                village.stats().minds().requests().pending()));
                next++;
            }
        }
        village.close();
        return new Taped(fingerprints, tape.toByteArray(), saves);
    }

    /** Compares a resumed replay with the run; the tape compares every prompt. */
    private static void compare(
            SimulationSettings simulationSettings, Taped run, Saved save, int tick, String what)
            throws IOException {
        VillageSimulation village = new VillageBuilder(simulationSettings)
                .broker(connection -> TapeReplay.of(
                                "the tape",
                                new ByteArrayInputStream(run.tape()),
                                connection.listener())
                        .resumeAt(save.position()))
                .load(new ByteArrayInputStream(save.bytes()));
        int end = Math.min(TAPED_TICKS, tick + COMPARED);
        for (int i = tick; i < end; i++) {
            village.tick();
        }
        assertThat(village.fingerprint()).as(what).isEqualTo(run.fingerprints().get(end));
    }

    /** Ticks all over the run, beginning with one chosen by the seed. */
    private static int[] chosen(long seed) {
        return IntStream.iterate(
                        new Random(seed).nextInt(1, BETWEEN_SAVES),
                        tick -> tick < TAPED_TICKS - COMPARED,
                        tick -> tick + BETWEEN_SAVES)
                .toArray();
    }

    private static int reserved(VillageSimulation village) {
        int reserved = 0;
        for (Building building : Building.values()) {
            reserved += village.village().buildings().claimedCount(building)
                    - village.village().buildings().builtCount(building);
        }
        return reserved;
    }

    private static byte[] save(VillageSimulation village) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        village.save(out);
        return out.toByteArray();
    }

    private static VillageSimulation load(SimulationSettings simulationSettings, byte[] save)
            throws IOException {
        return new VillageBuilder(simulationSettings).load(new ByteArrayInputStream(save));
    }
}
