/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.GatewaySettings;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Ticker;
import java.time.InstantSource;
import java.util.Map;

/** The listeners of a broker that feed its dashboard. Thread-safe. */
public final class GatewayTelemetry {
    final ActivityRecorder activity;

    final PrometheusMetrics metrics;

    final PrometheusGauges gauges;

    /** The requests per second that each provider's limits allow, if known. */
    volatile Map<String, Double> allowedPerSecond;

    final InstantSource clock;

    private GatewayTelemetry(
            BrokerBuilder builder, GatewaySettings settings, Ticker ticker, InstantSource clock) {
        this.activity = new ActivityRecorder(
                ticker, clock, builder.prices(), builder.providerNames(), settings.showPrompts());
        this.metrics = new PrometheusMetrics(builder.providerNames(), builder.prices());
        this.gauges = new PrometheusGauges(metrics.registry(), builder.providerNames());
        this.allowedPerSecond = builder.requestsPerSecond();
        this.clock = clock;
    }

    /** Adds the listeners to the builder of a broker that replaces the one before. */
    public void listenTo(BrokerBuilder builder) {
        builder.listener(activity).listener(metrics);
    }

    /** Adopts the providers and prices of the broker that has replaced another. Its thread only. */
    public void replaced(BrokerBuilder builder) {
        activity.replace(builder.prices(), builder.providerNames());
        metrics.replace(builder.prices(), builder.providerNames());
        gauges.addProviders(builder.providerNames());
        allowedPerSecond = builder.requestsPerSecond();
    }

    /**
     * Adds the listeners to the builder of a broker, whose providers and prices must be set.
     *
     * @param ticker the clock of the broker
     * @param clock the wall clock, for displayed times
     */
    public static GatewayTelemetry of(
            BrokerBuilder builder, GatewaySettings settings, Ticker ticker, InstantSource clock) {
        GatewayTelemetry telemetry = new GatewayTelemetry(builder, settings, ticker, clock);
        telemetry.listenTo(builder);
        return telemetry;
    }
}
