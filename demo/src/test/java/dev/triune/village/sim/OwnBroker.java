/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.time.Ticker;
import java.util.function.BiFunction;

/** Villages with a broker of the test's, for tests of other packages. */
public final class OwnBroker {
    private OwnBroker() {}

    /** A village whose broker goes by that clock and tells that listener. */
    public static VillageSimulation village(
            Settings settings,
            Onlooker onlooker,
            BiFunction<Ticker, BrokerListener, Broker> opening) {
        return new VillageSimulation(
                settings,
                Narrator.SILENT,
                (given, ticker, timers, listener, neighbours) -> opening.apply(ticker, listener),
                onlooker);
    }
}
