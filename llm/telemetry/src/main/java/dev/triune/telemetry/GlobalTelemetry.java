/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.telemetry;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import java.time.Duration;

/**
 * Reports to the global OpenTelemetry, which its Java agent sets up: the listener that a gateway
 * finds on its class path.
 */
public final class GlobalTelemetry implements BrokerListener {
    private final BrokerTelemetry telemetry = new BrokerTelemetry(GlobalOpenTelemetry.get());

    /** Creates the listener; called by {@link java.util.ServiceLoader}. */
    public GlobalTelemetry() {}

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        telemetry.submitted(ticket, request);
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        telemetry.callStarted(ticket, provider, waited);
    }

    @Override
    public void firstPart(Ticket ticket, Duration sinceCall) {
        telemetry.firstPart(ticket, sinceCall);
    }

    @Override
    public void callFailed(Ticket ticket, String provider, String code, String message) {
        telemetry.callFailed(ticket, provider, code, message);
    }

    @Override
    public void measured(Ticket ticket, Telemetry measured) {
        telemetry.measured(ticket, measured);
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        telemetry.ended(ticket, outcome);
    }
}
