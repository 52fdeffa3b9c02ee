/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The start of a village: new or from a save, recorded or not.
 *
 * @param load the save to continue from; null for a new village
 * @param record the file to record to; null for no recording
 */
public record SimulationStart(
        @Nullable VillageSaveFile load, @Nullable Path record) {
    /** A new village that is not recorded. */
    public static final SimulationStart NEW = new SimulationStart(null, null);

    /**
     * Builds the village.
     *
     * @param simulationObserver an observer
     * @throws IOException if the save cannot be read
     * @throws java.io.UncheckedIOException if the tape cannot be created
     * @throws dev.triune.InvalidSaveException if the save cannot be loaded
     */
    public VillageSimulation open(
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            SimulationObserver simulationObserver)
            throws IOException {
        VillageBrokers.BrokerOpener brokerOpener = VillageBrokers::of;
        if (record != null) {
            brokerOpener = VillageBrokers.recording(record, brokerOpener);
        }
        return load == null
                ? new VillageSimulation(
                        simulationSettings, villageListener, brokerOpener, simulationObserver)
                : VillageSimulation.load(
                        load.open(),
                        simulationSettings,
                        villageListener,
                        brokerOpener,
                        simulationObserver);
    }
}
