/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A snapshot of what a broker has done and is doing. Immutable.
 *
 * @param submitted requests taken since the start
 * @param outcomes requests ended since the start, by kind; every kind is present
 * @param waiting requests queued now
 * @param inFlight calls under way now
 * @param maxWaiting the most requests that were ever queued at once
 * @param meanWait mean time from submit to grant
 * @param p95Wait 95th percentile of that time, within 10 %
 * @param fallbacks requests handed on to another provider of their chain, further rounds aside
 * @param rateLimited refusals by a provider's rate limit
 * @param retries rounds begun again after every provider of a chain was cooling
 * @param usage tokens of all answers
 * @param providers each provider, in configured order
 */
public record BrokerStats(
        long submitted,
        Map<Outcome.Kind, Long> outcomes,
        int waiting,
        int inFlight,
        int maxWaiting,
        Duration meanWait,
        Duration p95Wait,
        long fallbacks,
        long rateLimited,
        long retries,
        Usage usage,
        List<ProviderStats> providers) {
    /** Copies the collections. */
    public BrokerStats {
        outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
        providers = List.copyOf(providers);
    }

    /** How many requests ended in that way. */
    public long count(Outcome.Kind kind) {
        return outcomes.getOrDefault(kind, 0L);
    }

    /** How many requests have ended. */
    public long ended() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * One provider.
     *
     * @param name its name
     * @param waiting requests in its queue
     * @param inFlight calls under way
     * @param permits calls allowed at once
     * @param cooling how long it is still rate limited; zero if it is not
     */
    public record ProviderStats(
            String name, int waiting, int inFlight, int permits, Duration cooling) {}
}
