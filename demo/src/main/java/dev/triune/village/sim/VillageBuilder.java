/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Broker;
import dev.triune.village.sim.VillageBrokers.Connection;
import dev.triune.workbench.Workbench;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds villages: {@link #build} a new one, {@link #load} one that was saved. Not
 * thread-safe.
 */
public final class VillageBuilder {
    private final SimulationSettings settings;
    private VillageListener listener = VillageListener.SILENT;
    private final List<SimulationObserver> observers = new ArrayList<>(0);
    private Function<Connection, Broker> brokerOpener = Connection::open;
    private Function<Broker, Transcript> transcript;
    private @Nullable Workbench bench;

    /** Creates a builder of villages with these settings. */
    public VillageBuilder(SimulationSettings settings) {
        this.settings = settings;
        transcript = settings.mind()::transcript;
    }

    /** Sets the listener to what happens in the village; default none. */
    public VillageBuilder listener(VillageListener value) {
        listener = value;
        return this;
    }

    /**
     * Adds an observer of answers, steps and speech; default none.
     * {@link VillageSimulation#inject} fills in its Artemis mappers.
     */
    public VillageBuilder observer(SimulationObserver value) {
        observers.add(value);
        return this;
    }

    /** Sets what opens the broker. */
    public VillageBuilder broker(Function<Connection, Broker> value) {
        brokerOpener = value;
        return this;
    }

    /** Sets what records or replays the village of a broker; default by the source of answers. */
    public VillageBuilder transcript(Function<Broker, Transcript> value) {
        transcript = value;
        return this;
    }

    /** Sets where a person may be the mind of villagers; nowhere unless set. */
    public VillageBuilder workbench(Workbench value) {
        bench = value;
        return this;
    }

    private VillageWorld world() {
        return new VillageWorld(settings, listener, observers, brokerOpener, transcript, bench);
    }

    /**
     * Builds a new village; the caller becomes its game thread with the first
     * {@link VillageSimulation#tick}.
     */
    public VillageSimulation build() {
        VillageWorld parts = world();
        parts.transcript.begin(settings, false);
        parts.villagers.createVillagers(settings.villagers(), settings.mind().asksModels());
        return new VillageSimulation(parts);
    }

    /**
     * Loads a village that {@link VillageSimulation#save} saved; it continues with the next tick.
     * Villagers that waited for an answer are idle; the figures of the report start at zero. The
     * settings are those of the saved village; the source of answers may differ.
     *
     * @throws dev.triune.system.MindSave.InvalidSaveException if it cannot be loaded
     * @throws IllegalArgumentException if the settings are for another number of villagers
     */
    public VillageSimulation load(InputStream in) throws IOException {
        VillageWorld parts = world();
        parts.transcript.begin(settings, true);
        VillageSimulation village = new VillageSimulation(parts);
        try {
            village.load(in);
            return village;
        } catch (RuntimeException | IOException e) {
            village.close();
            throw e;
        }
    }
}
