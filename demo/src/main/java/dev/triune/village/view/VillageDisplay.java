/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.sim.VillageSimulation;
import java.io.IOException;
import java.util.List;

/** Shows a run of the village outside the terminal. Game thread only, except {@link #close}. */
public interface VillageDisplay extends AutoCloseable {
    /** Observes a village that is about to be built, and forwards its events to a listener. */
    void addTo(VillageBuilder builder, VillageListener listener);

    /** Attaches the village, once; it was built after {@link #addTo}. */
    void attach(VillageSimulation simulation);

    /** Reacts to the end of a tick. */
    default void tickEnded() {}

    /** Reacts to an update of the game loop, after its ticks. */
    default void update(FixedStepPacer controls) {}

    /** Shows or records the last frame. */
    void showLastFrame();

    /**
     * Ends the display with the report of the run. Any thread, after the last frame.
     *
     * @throws IOException if its file cannot be written
     */
    void ended(List<String> report) throws IOException;

    @Override
    default void close() {}
}
