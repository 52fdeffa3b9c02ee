/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

/** The grant of a request, which may be sent to that target with that key. */
record Assignment<T>(PendingRequest<T> pending, RouteTarget target, ProviderKey key) {
    ProviderSlot slot() {
        return target.slot();
    }

    KeyRateLimiter rateLimiter() {
        return key.rateLimiter(target.model());
    }
}
