/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.rule.ReflexTable;

/** Opens brokers for benchmarks without requests: real ones, with a clock that stands still. */
public final class QuietBroker {
    private QuietBroker() {}

    /** Returns the behaviours of reflexes, all of which the game of a benchmark carries out. */
    public static String[] behaviors(ReflexTable reflexes) {
        return reflexes.triggers().stream()
                .map(ReflexTable.Trigger::behavior)
                .distinct()
                .toArray(String[]::new);
    }

    /** Opens a broker that the calling thread owns. */
    public static Broker open() {
        VirtualTime time = new VirtualTime();
        return new BrokerBuilder()
                .ticker(time)
                .provider(
                        ProviderSettings.of("offline", "scripted"),
                        OfflineProvider.builder(OfflineModel.scripted("{}"))
                                .clock(time, time)
                                .seed(1)
                                .build())
                .build();
    }
}
