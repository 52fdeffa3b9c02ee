/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Limits that several gateways share through Redis, without waiting for it.
 *
 * <pre>
 *  broker's owner ─spends─&gt; LeasedBudget  a few requests and tokens of each key, in hand
 *                               ^   │ LeaseRequest: what was used since, what is needed
 *                      LeaseReply   v
 *  other threads          RedisConnector ─&gt; a script: sets aside what is free in each window
 *                               │
 *                      no reply │ ─&gt; LocalShare: a quarter of a limit, divided by the
 *                               v          gateways, until Redis is back
 *                         SharingState, GatewayPresence
 * </pre>
 *
 * <p>A call never waits for the network: it takes from the lease or is refused until the next one. Redis
 * counts a lease as used until it is told otherwise, so whatever happens to a gateway in between, all of them
 * together stay within the limit. Each request has a number and the epoch of Redis; one that comes twice, or
 * from before a restart of Redis, has no effect.
 *
 * <p>What was used is kept here for a whole window and reported again if Redis has lost its data.
 */
@NullMarked
package dev.triune.redis;

import org.jspecify.annotations.NullMarked;
