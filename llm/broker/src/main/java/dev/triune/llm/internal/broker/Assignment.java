/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

/** A request's turn: it may be sent to that target with that key. */
record Assignment(PendingRequest<?> pending, RouteTarget target, ProviderKey key) {
    ProviderSlot slot() {
        return target.slot();
    }

    KeyRateLimiter rateLimiter() {
        return key.rateLimiter(target.model());
    }
}
