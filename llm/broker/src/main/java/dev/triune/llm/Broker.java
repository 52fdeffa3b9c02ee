/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.Endpoint.EndpointRejectedException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A queue of requests in front of language-model providers.
 *
 * <p><b>Threads.</b> The thread that first calls a broker owns it; every method throws {@link
 * IllegalStateException} on another. No method waits, locks or does I/O.
 *
 * <p><b>Promise.</b> Each submitted request ends with exactly one {@link Outcome}, whatever fails.
 */
public interface Broker extends AutoCloseable {
    /** The default duration of {@link #defer}. */
    Duration DEFAULT_DEFERRAL = Duration.ofSeconds(5);

    /**
     * Submits a request and returns at once.
     *
     * @param updates gets every {@link Update} inside {@link #doWork()} or {@link #close()}; its
     *     exceptions are logged
     * @return the ticket of the request, unique in this broker
     * @throws IllegalStateException if the broker is closed, or on a foreign thread
     * @throws EndpointRejectedException if its custom endpoint is not allowed, or too many are open
     * @throws IllegalArgumentException if its custom endpoint cannot be opened
     */
    <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates);

    /**
     * Cancels a request and its call at the provider. The outcome {@link Outcome.Cancelled} is
     * delivered by the next {@link #doWork()}.
     *
     * @return false if the request had ended already or was never submitted here
     */
    boolean cancel(Ticket ticket);

    /** Defers an agent of the broker's own game; see {@link #defer(String, String, Duration)}. */
    default void defer(String agent, Duration time) {
        defer("", agent, time);
    }

    /**
     * Defers an agent's queued and new requests. A call in flight continues; deferring again
     * replaces the time.
     *
     * @param tenant the tenant of the agent, empty for the broker's own game
     * @param agent the agent's name, not empty
     * @param time zero (ends the deferral) up to one day; usually {@link #DEFAULT_DEFERRAL}
     * @throws IllegalStateException if 10,000 agents are deferred and no tenant has more of them
     *     than this one; otherwise the oldest deferral of the tenant with the most is dropped
     */
    void defer(String tenant, String agent, Duration time);

    /**
     * Renews the lease of a tenant, if it has one. A tenant becomes active with its first request.
     * Without requests it becomes inactive 60 s after its last heartbeat, request or piece of an
     * answer (see {@link BrokerBuilder#heartbeatTimeout}).
     *
     * @return the number of active tenants
     */
    int heartbeat(String tenant);

    /**
     * Returns how long a tenant should wait before its next request to the provider of the given
     * one. Under strict sharing the wait is enforced. Otherwise it is zero while no request waits
     * and the limits have room; if not, it follows the tenant's weighted share of the requests per
     * minute. A replay returns the recorded value.
     *
     * @param request a request as it would be submitted; this method does not submit it
     * @throws IllegalArgumentException as {@link #submit}
     */
    default TenantCooldown cooldown(Request<?> request) {
        return new TenantCooldown(Duration.ZERO, 0, 0, 0);
    }

    /**
     * Sets the quota of a tenant, replacing an earlier one: one call at a time, first in first out,
     * no retries, answers trimmed to the quota. Costs are deducted by reported or estimated usage,
     * at the prices of the {@linkplain BrokerBuilder#prices catalog}, otherwise at those of the
     * quota. Calls in flight end first.
     *
     * <p>Beyond 10,000 quotas, the least recently used quota of a tenant without requests is
     * dropped.
     *
     * @throws IllegalStateException if there are 10,000 quotas and all their tenants have requests
     */
    void enableQuota(QuotaSnapshot quota);

    /** Ends the quota of a tenant, whose requests continue without it. Does nothing without one. */
    void disableQuota(String tenant);

    /** Returns the remaining quota of a tenant; empty if it has none. */
    Optional<QuotaSnapshot> quota(String tenant);

    /**
     * Does one bounded turn of work: processes arrivals and timeouts, then renders and sends
     * granted prompts. Call it once per tick.
     *
     * @return the number of events processed; 0 if there were none, if the broker is closed, or
     *     inside one of its callbacks
     */
    int doWork();

    /** Returns a snapshot of the statistics. */
    BrokerStats stats();

    /**
     * The time a tenant should wait before its next request to a shared broker, with the reasons.
     * Immutable.
     *
     * @param remaining the time to wait before the next request, zero or more
     * @param activeTenants the number of tenants that share the broker now
     * @param requestsPerMinute the limit of the key, 0 if unknown
     * @param sharePerMinute the tenant's share of that limit, 0 if unknown
     */
    record TenantCooldown(
            Duration remaining, int activeTenants, int requestsPerMinute, double sharePerMinute) {}

    /** Cancels all requests and calls and closes the providers. Closing twice does nothing. */
    @Override
    void close();

    /**
     * Thrown by a {@link Broker} that cannot go on, by this and every later call: by a replay whose
     * game differs from its tape, for example. Whoever logs what a game's code throws, and continues,
     * must not do so with this exception.
     */
    abstract class BrokerHaltedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Creates an exception with a message for the player's log: without keys and prompts. */
        protected BrokerHaltedException(String message) {
            super(message);
        }
    }
}
