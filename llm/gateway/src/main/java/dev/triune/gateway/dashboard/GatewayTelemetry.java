/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.GatewaySettings;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Ticker;
import java.time.InstantSource;
import java.util.Map;

/** What watches a broker for its dashboard, from before it is built. Thread-safe. */
public final class GatewayTelemetry {
    /** The last while. */
    final ActivityRecorder activity;

    /** What happened, for Prometheus. */
    final PrometheusMetrics prometheusMetrics;

    /** What is, for Prometheus. */
    final PrometheusGauges prometheusGauges;

    /** Requests a second that each provider's limits allow, where they are known. */
    final Map<String, Double> allowedPerSecond;

    /** The wall clock. */
    final InstantSource clock;

    private GatewayTelemetry(
            BrokerBuilder builder, GatewaySettings settings, Ticker ticker, InstantSource clock) {
        this.activity = new ActivityRecorder(
                ticker, clock, builder.prices(), builder.providerNames(), settings.showPrompts());
        this.prometheusMetrics = new PrometheusMetrics(builder.providerNames(), builder.prices());
        this.prometheusGauges =
                new PrometheusGauges(prometheusMetrics.registry(), builder.providerNames());
        this.allowedPerSecond = builder.requestsPerSecond();
        this.clock = clock;
    }

    /**
     * Watches the broker that will be built; its providers and prices have to be set.
     *
     * @param ticker the clock of the broker
     * @param clock the wall clock, for what people are shown
     */
    public static GatewayTelemetry of(
            BrokerBuilder builder, GatewaySettings settings, Ticker ticker, InstantSource clock) {
        GatewayTelemetry gatewayTelemetry = new GatewayTelemetry(builder, settings, ticker, clock);
        builder.listener(gatewayTelemetry.activity).listener(gatewayTelemetry.prometheusMetrics);
        return gatewayTelemetry;
    }
}
