/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.llm.provider.OfflineProvider;

/** A broker whose provider answers every prompt. */
public final class AlwaysAnsweringBroker {
    private AlwaysAnsweringBroker() {}

    public static Broker of(VirtualTime time, BrokerListener listener) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("a", "alpha"),
                        OfflineProvider.builder(OfflineMind.scripted("a long answer in pieces"))
                                .clock(time, time)
                                .build())
                .ticker(time)
                .listener(listener)
                .build();
    }
}
