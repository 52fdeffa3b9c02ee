/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Records and replays the tape of a village. */
final class TapeRuns {
    /** The length of a recording. */
    static final int TICKS = Thorough.count(4_500, 6_500);

    private TapeRuns() {}

    interface Meddler {
        void after(VillageSimulation village);
    }

    static String record(SimulationSettings simulationSettings, Path file) throws IOException {
        return record(simulationSettings, file, village -> {});
    }

    static String record(SimulationSettings simulationSettings, Path file, Meddler meddler)
            throws IOException {
        return record(simulationSettings, null, file, meddler);
    }

    static String record(
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

    static VillageSimulation open(Path file) throws Exception {
        return open(file, null);
    }

    static VillageSimulation replay(Path file) throws Exception {
        return replay(file, null);
    }

    static VillageSimulation open(Path file, @Nullable VillageSaveFile save) throws Exception {
        return begin(
                new VillageBuilder(SimulationSettings.replayed(VillageTape.read(file), true)),
                save);
    }

    static VillageSimulation begin(VillageBuilder builder, @Nullable VillageSaveFile save)
            throws IOException {
        return save == null ? builder.build() : builder.load(save.open());
    }

    static VillageSimulation replay(Path file, @Nullable VillageSaveFile save) throws Exception {
        try (VillageSimulation village = open(file, save)) {
            while (!village.isOver()) {
                village.tick();
            }
            return village;
        }
    }
}
