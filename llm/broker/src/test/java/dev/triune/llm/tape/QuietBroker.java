/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.provider.OfflineMind;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.time.VirtualTime;

/** A broker whose provider answers every prompt. */
final class QuietBroker {
    private QuietBroker() {}

    static Broker of(VirtualTime time, BrokerListener listener) {
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
