/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Ticker;
import java.util.function.BiFunction;

/** Villages with a broker that the test opens, for tests of other packages. */
public final class TestVillages {
    private TestVillages() {}

    /** A village whose broker uses the given clock and listener. */
    public static VillageSimulation village(
            SimulationSettings simulationSettings,
            SimulationObserver simulationObserver,
            BiFunction<Ticker, BrokerListener, Broker> opening) {
        return new VillageBuilder(simulationSettings)
                .broker(connection -> opening.apply(connection.ticker(), connection.listener()))
                .observer(simulationObserver)
                .build();
    }
}
