/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.llm.provider.Provider;

/** A broker whose provider answers every prompt. */
public final class AlwaysAnsweringBroker {
    private AlwaysAnsweringBroker() {}

    public static Broker of(VirtualTime time, BrokerListener listener) {
        return of(time, listener, scripted(time));
    }

    public static Broker of(VirtualTime time, BrokerListener listener, Provider provider) {
        return new BrokerBuilder()
                .provider(ProviderSettings.of("a", "alpha"), provider)
                .ticker(time)
                .listener(listener)
                .build();
    }

    /** Such a broker with six requests a minute under strict sharing. */
    public static Broker strict(VirtualTime time, BrokerListener listener) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("a", "alpha").withLimits(Limits.perMinute(6)),
                        scripted(time))
                .strictSharing(true)
                .ticker(time)
                .listener(listener)
                .build();
    }

    private static Provider scripted(VirtualTime time) {
        return OfflineProvider.builder(OfflineModel.scripted("a long answer in pieces"))
                .clock(time, time)
                .build();
    }
}
