/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerStats.CallStats;
import dev.triune.llm.BrokerStats.QueueStats;
import dev.triune.llm.BrokerStats.RequestStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the events of a replay. Owner only. */
final class ReplayStats implements BrokerListener {
    private final Map<Outcome.Kind, Long> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final Map<Ticket, String> layerOf = new HashMap<>();
    private final Map<String, Long> layers = new TreeMap<>();
    private long submitted;
    private int inFlight;
    private long fallbacks;
    private long rateLimited;
    private long retries;
    private Usage usage = Usage.NONE;

    ReplayStats() {
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            outcomes.put(kind, 0L);
        }
    }

    BrokerStats snapshot() {
        return new BrokerStats(
                new RequestStats(submitted, outcomes, fallbacks, retries, 0),
                new QueueStats(
                        Math.max(0, layerOf.size() - inFlight), 0, Duration.ZERO, Duration.ZERO),
                new CallStats(inFlight, rateLimited, usage),
                List.of(),
                Map.of(),
                layers,
                Map.of());
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        submitted++;
        layerOf.put(ticket, request.layer());
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        inFlight++;
    }

    @Override
    public void callEnded(Ticket ticket, String provider, Duration sinceCall) {
        inFlight--;
    }

    @Override
    public void rateLimited(String provider, Duration cooling) {
        rateLimited++;
    }

    @Override
    public void fellBack(Ticket ticket, String from, String to) {
        fallbacks++;
    }

    @Override
    public void retried(Ticket ticket, int round) {
        retries++;
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        usage = usage.plus(telemetry.usage());
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        outcomes.merge(outcome.kind(), 1L, Long::sum);
        String layer = layerOf.remove(ticket);
        if (layer != null) {
            layers.merge(layer, 1L, Long::sum);
        }
    }
}
