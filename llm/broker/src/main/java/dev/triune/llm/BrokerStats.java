/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.math.BigDecimal;
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
 * @param cacheHits requests answered from the cache of prompts
 * @param usage tokens of all calls, as reported or else estimated; {@link Usage#cachedShare} tells
 *     how much of the prompts the providers had cached
 * @param providers each provider, in configured order, custom ones last
 * @param models each model asked, by name
 * @param layers requests ended, by the layer that asked; unnamed ones under the empty name
 * @param tenants games that share the broker, by name; empty in a game's own broker
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
        long cacheHits,
        Usage usage,
        List<ProviderStats> providers,
        Map<String, ModelStats> models,
        Map<String, Long> layers,
        Map<String, TenantStats> tenants) {
    /** More waiting requests than this are worth a warning. */
    public static final int BACKLOG_THRESHOLD = 10;

    /** Copies the collections. */
    public BrokerStats {
        outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
        providers = List.copyOf(providers);
        models = Collections.unmodifiableMap(new TreeMap<>(models));
        layers = Collections.unmodifiableMap(new TreeMap<>(layers));
        tenants = Collections.unmodifiableMap(new TreeMap<>(tenants));
    }

    /** How many requests ended in that way. */
    public long count(Outcome.Kind kind) {
        return outcomes.getOrDefault(kind, 0L);
    }

    /** How many requests have ended. */
    public long ended() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The share of the requests that have ended which were answered, 0 to 1; 1 if none has. */
    public double successRate() {
        long ended = ended();
        return ended == 0 ? 1 : (double) count(Outcome.Kind.ANSWERED) / ended;
    }

    /** Whether more than {@value #BACKLOG_THRESHOLD} requests wait. */
    public boolean hasBacklog() {
        return waiting > BACKLOG_THRESHOLD;
    }

    /**
     * One provider.
     *
     * @param name its name
     * @param waiting requests in its queue
     * @param waitingByLevel the same by priority: index 1 to 10, index 0 is unused
     * @param inFlight calls under way
     * @param permits calls allowed at once, as adapted to its rate limits
     * @param cooldown how long no key of it may be called, by rate limits or an open breaker; zero if
     *     one may
     * @param breakerOpen whether its circuit breaker keeps calls away
     * @param calls calls made
     * @param answered calls that gave a whole answer
     * @param rateLimited calls refused by a rate limit
     * @param fallbacks requests that came here from another provider
     * @param retries further rounds begun here
     * @param meanWait mean time from submit to the first call, of requests granted here
     * @param p95Wait 95th percentile of that time, within 10 %
     * @param keys each key, in configured order
     */
    public record ProviderStats(
            String name,
            int waiting,
            List<Integer> waitingByLevel,
            int inFlight,
            int permits,
            Duration cooldown,
            boolean breakerOpen,
            long calls,
            long answered,
            long rateLimited,
            long fallbacks,
            long retries,
            Duration meanWait,
            Duration p95Wait,
            List<KeyStats> keys) {
        /** The share of its calls that ended with a whole answer, 0 to 1; 1 before the first end. */
        public double successRate() {
            long ended = calls - inFlight;
            return ended <= 0 ? 1 : (double) answered / ended;
        }
    }

    /**
     * One key, by a name without anything of it: whether it is in service, that is not marked, and
     * the longest cooldown of its models.
     */
    public record KeyStats(String name, boolean inService, Duration cooldown) {}

    /**
     * One model: its calls that ended, their tokens, answers that a quota trimmed, and the cost in
     * USD.
     */
    public record ModelStats(long calls, Usage usage, long trims, BigDecimal cost) {}

    /**
     * One game: its requests in queues, calls under way, requests that ended, and tokens of its
     * calls.
     */
    public record TenantStats(int waiting, int inFlight, long ended, long tokens) {}
}
