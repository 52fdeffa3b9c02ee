/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The broker. One thread owns it, so that queues, limits and shares change together without locks;
 * the threads of providers reach it only through a bounded inbox.
 *
 * <pre>
 *   submit                                 doWork, by the owner
 *     |          ..........................................................................
 *     v          :                                                                        :
 *   ADMIT  ----&gt; PLACE  ------------&gt; DISPATCH ---------&gt; CALL ----------&gt; END            :
 *   Admission    RequestQueues        Dispatcher          InFlightCalls    InboxHandler   :
 *     |          one queue for each   CallFactory           |  ^           Failover       :
 *     |          group of limits      permit, breaker,      |  | parts,    RequestRegistry:
 *     |            ^     ^            key, budget           |  | end         |      |     :
 *     |            |     |               |                  v  |             |      |     :
 *     |            |     +-- too large --+               AnswerStream        |      |     :
 *     |            |                                     provider's thread   |      |     :
 *     |            +-------------- another target, another round ------------+      |     :
 *     +-- refused --------------------------------------------------------------&gt; outcome :
 * </pre>
 *
 * <p><b>Admit.</b> {@code Router} maps the model to a chain of targets (a model at a provider, with
 * its keys): the pool of the provider, then its fallbacks. {@code Admission} refuses what has no
 * room, no use or no provider; a more urgent request of the same agent supersedes the earlier one,
 * and a full queue may evict a request.
 *
 * <p><b>Place.</b> A request waits at one target, in the queue of all that share the same limits.
 * Within a queue, tenants take turns by their service ({@code RequestOrdering}), and the requests of
 * a tenant wait in lanes by priority ({@code PriorityLanes}). It is parked outside of queues while
 * its agent is deferred or its tenant's only call under a quota runs, and waits aside while a
 * breaker blocks its model.
 *
 * <p><b>Dispatch.</b> Providers are served in turn. Only the first request of a queue is looked at,
 * so that a small one never overtakes a large one that waits for tokens. It is granted a call if
 * there is a permit, no breaker is open, and a key has the budget; otherwise a fallback that is free
 * may take it. {@code CallFactory} renders its prompt only now, from the current state of the game.
 *
 * <p><b>Call.</b> A call takes a permit, a reservation of its key and a charge of its tenant's share
 * ({@code CallAccounts}), and {@code InFlightCalls.finish} gives all of them back once, whatever
 * happens. The provider writes to the {@code AnswerStream} on its own thread, which decodes the
 * parts and puts them into the {@code Inbox}; a thread that is ahead of the owner waits there.
 *
 * <p><b>End.</b> {@code InboxHandler} delivers parts and finishes calls. {@code Failover} cools down
 * a key, or takes it out of service, and sends the request elsewhere, later, or nowhere. {@code
 * RequestRegistry} removes a request once and delivers exactly one outcome; an outcome that is
 * decided inside of another call to the broker is delivered by the next {@code doWork}.
 *
 * <p>A turn of work handles decided outcomes, arrivals, timers and silent tenants, in this order,
 * and dispatches only if none of them is left: an unread event may be a rate limit. Callbacks may
 * call the broker, so each class updates its own state before it notifies anybody, and afterwards
 * asks whether the request is over.
 */
@NullMarked
package dev.triune.llm.internal.broker;

import org.jspecify.annotations.NullMarked;
