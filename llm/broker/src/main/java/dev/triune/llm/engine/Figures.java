/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a broker counts about itself. Owner only. */
final class Figures {
    private final Map<Outcome.Kind, Long> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final WaitTimes waits = new WaitTimes();
    private long submitted;
    private int maxWaiting;
    private long fallbacks;
    private long rateLimited;
    private long retries;
    private Usage usage = Usage.NONE;

    Figures() {
        for (Outcome.Kind kind : Outcome.Kind.values()) {
            outcomes.put(kind, 0L);
        }
    }

    void submitted() {
        submitted++;
    }

    void queued(int waitingNow) {
        maxWaiting = Math.max(maxWaiting, waitingNow);
    }

    void granted(long waitedNanos) {
        waits.add(waitedNanos);
    }

    void fellBack() {
        fallbacks++;
    }

    void rateLimited() {
        rateLimited++;
    }

    void retried() {
        retries++;
    }

    void ended(Outcome outcome) {
        outcomes.merge(outcome.kind(), 1L, Long::sum);
        if (outcome instanceof Outcome.Answered answered) {
            usage = plus(usage, answered.usage());
        }
    }

    Duration meanWait() {
        return waits.mean();
    }

    BrokerStats snapshot(int waiting, int inFlight, List<BrokerStats.ProviderStats> providers) {
        return new BrokerStats(
                submitted,
                outcomes,
                waiting,
                inFlight,
                maxWaiting,
                waits.mean(),
                waits.percentile(0.95),
                fallbacks,
                rateLimited,
                retries,
                usage,
                providers);
    }

    private static Usage plus(Usage a, Usage b) {
        return new Usage(
                a.input() + b.input(),
                a.cacheRead() + b.cacheRead(),
                a.cacheWrite() + b.cacheWrite(),
                a.output() + b.output());
    }
}
