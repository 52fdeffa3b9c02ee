/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A server that shares keys, limits and budgets among games: the broker on its own thread, behind HTTP.
 *
 * <pre>
 *  clients ─HTTP─&gt; http ─&gt; api, completion ─&gt; GatewayService ─&gt; Broker ─&gt; providers
 *                   access,   read requests,      admission,        one owner
 *                   limits    write answers       budgets, leases   thread
 *                   few threads, none waits
 *                             keys: whose token, what it may spend
 *                             dashboard: what the listeners of the broker have counted
 *                             cli: start, check, keys
 * </pre>
 *
 * <p>A request is read on a thread of the server, admitted, and handed to the broker's thread; its answer
 * comes back on that thread and is written without waiting, since a client that reads slowly must delay no
 * other. Whatever can grow is bounded: requests, bytes for each client and for all, lines of logs, labels.
 *
 * <p>Stopping is orderly: {@code readyz} fails first, so that a balancer sends nothing more; open requests
 * are answered; usage is written; then connections close.
 */
@NullMarked
package dev.triune.gateway;

import org.jspecify.annotations.NullMarked;
