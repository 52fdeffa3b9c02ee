/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A queue of requests in front of language-model providers.
 *
 * <p><b>Threads.</b> A broker has one owner: the thread that first calls any method of it. Every
 * method is for the owner only and throws {@link IllegalStateException} on another thread. No
 * method waits, locks or does I/O. In a game the owner is the game thread; on a server it is a
 * thread of the broker's own.
 *
 * <p><b>Promise.</b> Each submitted request ends with exactly one {@link Outcome}, whatever fails.
 */
public interface Broker extends AutoCloseable {
    /** The usual time of {@link #defer}. */
    Duration DEFAULT_DEFERRAL = Duration.ofSeconds(5);

    /**
     * Takes a request and returns at once.
     *
     * @param updates told of every {@link Update}, only ever from inside {@link #doWork()} or
     *     {@link #close()}; an exception it throws is logged and otherwise ignored
     * @return a number that no other request of this broker will ever have
     * @throws IllegalStateException if the broker is closed, or on a foreign thread
     * @throws EndpointRejectedException if its custom endpoint is not allowed, or too many are open
     * @throws IllegalArgumentException if its custom endpoint cannot be opened
     */
    <T> Ticket submit(Request<T> request, Consumer<? super Update<T>> updates);

    /**
     * Cancels a request. If it is still queued no provider is called; if a call is under way it is
     * cancelled at the provider and what still arrives is dropped. The outcome
     * {@link Outcome.Cancelled} is delivered by the next {@link #doWork()}.
     *
     * @return false if the request had ended already or was never submitted here
     */
    boolean cancel(Ticket ticket);

    /** {@link #defer(String, String, Duration)} of an agent of the broker's own game. */
    default void defer(String agent, Duration time) {
        defer("", agent, time);
    }

    /**
     * Holds an agent's requests back: what is queued and what it submits meanwhile waits until then.
     * A call under way goes on. Deferring again replaces the time.
     *
     * @param session the agent's game, empty for the broker's own
     * @param agent who, not empty
     * @param time zero (no longer) to a day; {@link #DEFAULT_DEFERRAL} is usual
     * @throws IllegalStateException if 10,000 agents are deferred already, most of them of this
     *     session; otherwise the session with the most gives up its oldest deferral
     */
    void defer(String session, String agent, Duration time);

    /**
     * Renews the lease of a tenant. A tenant counts from its first request on and stays as long as it
     * has requests; it is gone 60 s after its last heartbeat, request or piece of an answer. A
     * heartbeat of a tenant without a lease does nothing.
     *
     * @return how many tenants are active now
     */
    int heartbeat(String session);

    /**
     * When a game does well to ask the provider of that request again. Under strict sharing, when it
     * may. Else at once where nobody waits and the provider's limits have room, and otherwise when
     * its share of them allows: a minute divided by the requests per minute, times the weight of all
     * games that want something, divided by its own. A broker that is not shared, as on a tape, never
     * makes anyone wait.
     *
     * @param request as it would be submitted; it is not
     * @throws IllegalArgumentException as {@link #submit}
     */
    default TenantCooldown cooldown(Request<?> request) {
        return new TenantCooldown(Duration.ZERO, 0, 0, 0);
    }

    /**
     * Puts a session under a quota, from now on: one call at a time, first in first out, no second
     * try, answers trimmed to what the quota allows, each cost taken off by the usage reported, or
     * estimated where a call was cut short. Calls are priced by the {@linkplain
     * BrokerBuilder#prices catalog}, and by the quota's own prices where that has no entry. A quota
     * that the session has already is replaced. Calls of it that are under way end first.
     *
     * <p>10,000 sessions may be under a quota. One more releases the quota that was unused for the
     * longest time, of a session without requests.
     *
     * @throws IllegalStateException if all of them have requests
     */
    void enableQuota(QuotaSnapshot quota);

    /** Ends the quota of a session; its requests go on without one. Nothing happens if it has none. */
    void disableQuota(String session);

    /** What the session may still spend; empty if it is under no quota. */
    Optional<QuotaSnapshot> quota(String session);

    /**
     * Does one bounded turn of work: takes in what arrived, ends what timed out, grants permits,
     * renders the prompts that were granted and sends them. Call it once a tick.
     *
     * @return how many things were done; 0 if there was nothing to do, if the broker is closed, or
     *     if this is called from inside a callback of the broker
     */
    int doWork();

    /** What the broker has done and is doing, at this moment. */
    BrokerStats stats();

    /**
     * Ends every open request as {@link Outcome.Cancelled}, cancels the calls under way and closes
     * the providers. Closing twice does nothing.
     */
    @Override
    void close();
}
