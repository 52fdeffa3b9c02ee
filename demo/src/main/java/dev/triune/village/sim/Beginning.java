/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a village begins. Immutable.
 *
 * @param load the save to go on from; a new village if there is none
 * @param record the file to record to, if it is recorded
 */
public record Beginning(
        @Nullable VillageFile load, @Nullable Path record) {
    /** A new village that is not recorded. */
    public static final Beginning NEW = new Beginning(null, null);

    /**
     * Builds the village.
     *
     * @param onlooker somebody who looks on
     * @throws IOException if the save cannot be read
     * @throws java.io.UncheckedIOException if there can be no tape
     * @throws dev.triune.save.SaveRefused if the save cannot be loaded
     */
    public VillageSimulation open(Settings settings, Narrator narrator, Onlooker onlooker)
            throws IOException {
        Brokers.Opening opening = Brokers.heardBy(onlooker);
        if (record != null) {
            opening = Brokers.recording(record, opening);
        }
        return load == null
                ? new VillageSimulation(settings, narrator, opening, onlooker)
                : VillageSimulation.load(load.open(), settings, narrator, opening, onlooker);
    }
}
