/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a village starts: new or from a save, recorded or not.
 *
 * @param load the save to go on from; a new village if there is none
 * @param record the file to record to, if it is recorded
 */
public record SimulationStart(
        @Nullable VillageSaveFile load, @Nullable Path record) {
    /** A new village that is not recorded. */
    public static final SimulationStart NEW = new SimulationStart(null, null);

    /**
     * Builds the village.
     *
     * @param simulationObserver somebody who looks on
     * @throws IOException if the save cannot be read
     * @throws java.io.UncheckedIOException if there can be no tape
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
