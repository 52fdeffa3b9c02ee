/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.llm.config.GatewaySettings;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.time.Ticker;
import java.time.InstantSource;
import java.util.Map;

/** What watches a broker for its dashboard, from before it is built. Thread-safe. */
public final class Watching {
    /** The last while. */
    final Figures figures;

    /** What happened, for Prometheus. */
    final Metrics metrics;

    /** What is, for Prometheus. */
    final Gauges gauges;

    /** Requests a second that each provider's limits allow, where they are known. */
    final Map<String, Double> allowed;

    /** The wall clock. */
    final InstantSource clock;

    private Watching(
            BrokerBuilder builder, GatewaySettings settings, Ticker ticker, InstantSource clock) {
        this.figures = new Figures(
                ticker, clock, builder.prices(), builder.providerNames(), settings.showPrompts());
        this.metrics = new Metrics(builder.providerNames(), builder.prices());
        this.gauges = new Gauges(metrics.registry(), builder.providerNames());
        this.allowed = builder.allowedPerSecond();
        this.clock = clock;
    }

    /**
     * Watches the broker that will be built; its providers and prices have to be set.
     *
     * @param ticker the clock of the broker
     * @param clock the wall clock, for what people are shown
     */
    public static Watching of(
            BrokerBuilder builder, GatewaySettings settings, Ticker ticker, InstantSource clock) {
        Watching watching = new Watching(builder, settings, ticker, clock);
        builder.listener(watching.figures).listener(watching.metrics);
        return watching;
    }
}
