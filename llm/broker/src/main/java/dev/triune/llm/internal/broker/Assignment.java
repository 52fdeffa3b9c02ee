/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

/**
 * A request's turn: it may be sent there, with that key.
 *
 * @param pending the request
 * @param target where
 * @param key with which key
 */
record Assignment(PendingRequest<?> pending, RouteTarget target, ProviderKey key) {}
