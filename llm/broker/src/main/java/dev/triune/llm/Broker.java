/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

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
    /** The usual time of {@link #defer}. */
    Duration DEFAULT_DEFERRAL = Duration.ofSeconds(5);

    /**
     * Takes a request and returns at once.
     *
     * @param updates gets every {@link Update} inside {@link #doWork()} or {@link #close()}; its
     *     exceptions are logged
     * @return a number that no other request of this broker has
     * @throws IllegalStateException if the broker is closed, or on a foreign thread
     * @throws EndpointRejectedException if its custom endpoint is not allowed, or too many are open
     * @throws IllegalArgumentException if its custom endpoint cannot be opened
     */
    <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates);

    /**
     * Cancels a request, and a call of it at the provider. The outcome {@link Outcome.Cancelled} is
     * delivered by the next {@link #doWork()}.
     *
     * @return false if the request had ended already or was never submitted here
     */
    boolean cancel(Ticket ticket);

    /** {@link #defer(String, String, Duration)} of an agent of the broker's own game. */
    default void defer(String agent, Duration time) {
        defer("", agent, time);
    }

    /**
     * Holds an agent's queued and new requests back. A call under way goes on; deferring again
     * replaces the time.
     *
     * @param session the agent's game, empty for the broker's own
     * @param agent who, not empty
     * @param time zero (no longer) to a day; {@link #DEFAULT_DEFERRAL} is usual
     * @throws IllegalStateException if 10,000 agents are deferred, most of them of this session;
     *     otherwise the session with the most gives up its oldest deferral
     */
    void defer(String session, String agent, Duration time);

    /**
     * Renews the lease of a tenant, if it has one. A tenant counts from its first request on, and
     * is gone without requests 60 s after its last heartbeat, request or piece of an answer.
     *
     * @return how many tenants are active now
     */
    int heartbeat(String session);

    /**
     * When a game should ask the provider of that request again. Under strict sharing, when it may.
     * Else at once where nobody waits and the limits have room, and otherwise when its share of the
     * requests per minute allows, by weight among the games that want something. Never on a tape.
     *
     * @param request as it would be submitted; it is not
     * @throws IllegalArgumentException as {@link #submit}
     */
    default TenantCooldown cooldown(Request<?> request) {
        return new TenantCooldown(Duration.ZERO, 0, 0, 0);
    }

    /**
     * Puts a session under a quota, in place of an earlier one: one call at a time, first in first
     * out, no second try, answers trimmed to the quota, and costs taken off by the usage reported
     * or estimated, priced by the {@linkplain BrokerBuilder#prices catalog}, else by the quota.
     * Calls under way end first.
     *
     * <p>A quota beyond 10,000 releases the one unused for longest, of a session without requests.
     *
     * @throws IllegalStateException if all of them have requests
     */
    void enableQuota(QuotaSnapshot quota);

    /** Ends the quota of a session; its requests go on without one. Nothing happens if it has none. */
    void disableQuota(String session);

    /** What the session may still spend; empty if it is under no quota. */
    Optional<QuotaSnapshot> quota(String session);

    /**
     * Does one bounded turn of work: takes in arrivals and timeouts, then renders and sends granted
     * prompts. Call it once a tick.
     *
     * @return how many things were done; 0 if none, if closed, or inside a callback of the broker
     */
    int doWork();

    /** What the broker has done and is doing, at this moment. */
    BrokerStats stats();

    /** Cancels all requests and calls and closes the providers. Closing twice does nothing. */
    @Override
    void close();
}
