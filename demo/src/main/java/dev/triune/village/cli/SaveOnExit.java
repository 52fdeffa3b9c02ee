/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageSaveFile;
import dev.triune.village.sim.VillageSimulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Saves the village at its end, if that is wanted. Written on the game thread; read once the game is
 * over.
 */
final class SaveOnExit {
    private final @Nullable Path file;
    private volatile Optional<String> problem = Optional.empty();

    SaveOnExit(@Nullable Path file) {
        this.file = file;
    }

    /** Saves it between two ticks, before it is closed. What goes wrong is told afterwards. */
    void save(VillageSimulation village, SimulationSettings simulationSettings) {
        if (file == null) {
            return;
        }
        try {
            VillageSaveFile.write(file, village, simulationSettings);
        } catch (IOException e) {
            problem = Optional.of("--save " + file + ": cannot be written: " + e);
        }
    }

    /** Why there is no save; empty if there is one, or if none is wanted. */
    Optional<String> problem() {
        return problem;
    }
}
