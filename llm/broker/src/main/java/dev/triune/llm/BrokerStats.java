/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A snapshot of a broker's statistics. Immutable.
 *
 * @param requests counts of requests since the start
 * @param queue the requests that wait, and how long requests waited
 * @param calls the calls to providers
 * @param providers in configured order, custom ones last
 * @param models by name
 * @param layers requests ended, by layer; unnamed ones under the empty name
 * @param tenants tenants that share the broker, by name
 */
public record BrokerStats(
        RequestStats requests,
        QueueStats queue,
        CallStats calls,
        List<ProviderStats> providers,
        Map<String, ModelStats> models,
        Map<String, Long> layers,
        Map<String, TenantStats> tenants) {
    /** The number of waiting requests above which there is a warning. */
    public static final int BACKLOG_THRESHOLD = 10;

    public BrokerStats {
        providers = List.copyOf(providers);
        models = Collections.unmodifiableMap(new TreeMap<>(models));
        layers = Collections.unmodifiableMap(new TreeMap<>(layers));
        tenants = Collections.unmodifiableMap(new TreeMap<>(tenants));
    }

    /**
     * The requests since the start.
     *
     * @param submitted requests submitted
     * @param outcomes requests ended, by kind; every kind is present
     * @param fallbacks requests moved to another provider within a round
     * @param retries further rounds begun
     * @param cacheHits requests answered from the cache
     */
    public record RequestStats(
            long submitted,
            Map<Outcome.Kind, Long> outcomes,
            long fallbacks,
            long retries,
            long cacheHits) {
        public RequestStats {
            outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
        }

        /** Returns the number of requests that ended with an outcome of this kind. */
        public long count(Outcome.Kind kind) {
            return outcomes.getOrDefault(kind, 0L);
        }

        /** Returns the number of requests that have ended. */
        public long ended() {
            return outcomes.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Returns the share of ended requests that were answered, 0 to 1; 1 if none has ended. */
        public double successRate() {
            long ended = ended();
            return ended == 0 ? 1 : (double) count(Outcome.Kind.ANSWERED) / ended;
        }
    }

    /**
     * The requests that wait for a call.
     *
     * @param waiting requests queued now
     * @param maxWaiting the maximum number of requests queued at once so far
     * @param meanWait mean time from submit to the first call
     * @param p95Wait 95th percentile of the waiting time, within 10 %
     */
    public record QueueStats(int waiting, int maxWaiting, Duration meanWait, Duration p95Wait) {}

    /**
     * The calls to all providers.
     *
     * @param inFlight calls in flight now
     * @param rateLimited calls rejected by a rate limit
     * @param usage tokens of all calls, reported or estimated
     */
    public record CallStats(int inFlight, long rateLimited, Usage usage) {}

    /**
     * The statistics of a provider.
     *
     * @param waiting requests in its queue
     * @param waitingByLevel requests in its queue by priority, 1 to 10; index 0 is unused
     * @param inFlight calls in flight
     * @param permits concurrent calls allowed, as adapted to its rate limits
     * @param cooldown the time for which rate limits or breakers block all its keys and models; zero
     *     if one is free
     * @param breakerOpen whether its circuit breaker blocks calls
     * @param answered calls that returned an answer, complete or cut at its maximum length
     * @param rateLimited calls rejected by a rate limit
     * @param fallbacks requests that came from another provider
     * @param retries further rounds begun here
     * @param meanWait mean time from submit to the first call
     * @param p95Wait 95th percentile of the waiting time, within 10 %
     * @param keys in configured order
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
        /** Returns the share of ended calls that were {@link #answered}, 0 to 1; 1 if none has ended. */
        public double successRate() {
            long ended = calls - inFlight;
            return ended <= 0 ? 1 : (double) answered / ended;
        }
    }

    /** The state of a key, by a name that hides it, with the longest cooldown of its models. */
    public record KeyStats(String name, boolean inService, Duration cooldown) {}

    /** The statistics of a model: ended calls, tokens, answers trimmed by quotas, cost in USD. */
    public record ModelStats(long calls, Usage usage, long trims, BigDecimal cost) {}

    /** The statistics of a tenant: queued requests, calls in flight, ended requests, and tokens. */
    public record TenantStats(int waiting, int inFlight, long ended, long tokens) {}
}
