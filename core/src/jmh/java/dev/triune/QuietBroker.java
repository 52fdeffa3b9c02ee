/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.llm.provider.OfflineProvider;

/** The broker of benchmarks in which nobody asks: a real one, in whose world no time passes. */
public final class QuietBroker {
    private QuietBroker() {}

    /** A new one, of the calling thread. */
    public static Broker open() {
        VirtualTime time = new VirtualTime();
        return new BrokerBuilder()
                .ticker(time)
                .provider(
                        ProviderSettings.of("offline", "scripted"),
                        OfflineProvider.builder(OfflineMind.scripted("{}"))
                                .clock(time, time)
                                .seed(1)
                                .build())
                .build();
    }
}
