/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.tape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSaveFile;
import dev.triune.village.sim.VillageSimulation;
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
                begin(VillageTape.record(new VillageBuilder(simulationSettings), file), save);
        for (int i = 0; i < TICKS; i++) {
            village.tick();
            meddler.after(village);
        }
        String fingerprint = village.fingerprint();
        village.close();
        assertThat(village.transcript().status()).contains("recorded, whole");
        return fingerprint;
    }

    /** Returns the fingerprint of a village that is neither recorded nor replayed. */
    static String fingerprint(SimulationSettings simulationSettings, int ticks) {
        try (VillageSimulation village = new VillageBuilder(simulationSettings).build()) {
            for (int i = 0; i < ticks; i++) {
                village.tick();
            }
            return village.fingerprint();
        }
    }

    static VillageSimulation open(Path file) throws Exception {
        return open(file, null);
    }

    static VillageSimulation replay(Path file) throws Exception {
        return replay(file, null);
    }

    static VillageSimulation open(Path file, @Nullable VillageSaveFile save) throws Exception {
        return begin(new VillageBuilder(VillageTape.read(file).settings(true)), save);
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
