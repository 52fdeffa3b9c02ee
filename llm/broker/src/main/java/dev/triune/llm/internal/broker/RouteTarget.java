/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.FallbackPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A model at a provider, with one or more keys for calls to it. Requests of different scopes wait
 * in different queues. Owner only.
 */
record RouteTarget(ProviderSlot slot, String model, List<ProviderKey> keys, String scope) {
    /** The time until the next check if the reason for a wait is unknown here. */
    private static final long UNKNOWN_WAIT = Duration.ofMillis(20).toNanos();

    String qualifiedModel() {
        return slot.name() + "/" + model;
    }

    /** Returns why the first marked key, or this model at it, is out of service; may be null. */
    @Nullable
    FailureCode markOf(long now) {
        return keys.stream()
                .map(key -> key.markOf(model, now))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    boolean isInService(long now) {
        return keys.stream().anyMatch(key -> key.inService(model, now));
    }

    /** Whether a call could start now, by rate limits, errors and the queue. */
    boolean isReady(long now) {
        return isInService(now) && remainingCooldown(now).isZero() && !slot.full();
    }

    /** Whether any key is in service and the slot could ever have the credits of the request. */
    boolean canServe(PendingRequest<?> pending, long now) {
        return isInService(now) && slot.canAfford(pending.request.cost());
    }

    /** Returns a key for a call with these tokens now, urgent or not; null if there is none. */
    @Nullable
    ProviderKey readyKey(Usage tokens, boolean urgent, long now) {
        if (!allowed()) {
            return null;
        }
        int first = slot.nextKey();
        for (int i = 0; i < keys.size(); i++) {
            ProviderKey key = keys.get((first + i) % keys.size());
            KeyRateLimiter limiter = key.rateLimiter(model);
            if (key.inService(model, now)
                    && limiter.remainingCooldown(now).isZero()
                    && key.provider.cooldown().isZero()
                    && limiter.fits(tokens, urgent, now)) {
                return key;
            }
        }
        return null;
    }

    /** Returns the nanoseconds until such a call may start; short if the cause is unknown here. */
    long nanosUntilReady(Usage tokens, int cost, boolean urgent, long now) {
        if (!slot.hasPermit() || !slot.canAfford(cost)) {
            return Long.MAX_VALUE; // the end of a call is an arrival
        }
        long shortest = Long.MAX_VALUE;
        for (ProviderKey key : keys) {
            if (key.inService(model, now)) {
                long left = Math.max(
                        key.remainingCooldown(model, now).toNanos(),
                        key.rateLimiter(model).budget().nanosUntilStart(tokens, urgent, now));
                shortest = Math.min(shortest, left);
            }
        }
        long slotWait =
                Math.max(slot.remainingOpen(model).toNanos(), slot.nanosUntilCredits(cost, now));
        return shortest == Long.MAX_VALUE
                ? shortest
                : Math.max(UNKNOWN_WAIT, Math.max(shortest, slotWait));
    }

    boolean allowed() {
        return slot.allows(model);
    }

    /** Whether any key could ever allow these tokens in one call. */
    boolean everFits(Usage tokens) {
        return keys.stream().anyMatch(key -> key.rateLimiter(model).budget().everFits(tokens));
    }

    /** Returns how long until a key may be called again after rate limits and errors. */
    Duration remainingCooldown(long now) {
        Duration shortest = null;
        for (ProviderKey key : keys) {
            Duration left = key.remainingCooldown(model, now);
            boolean counts = key.markOf(model, now) == null;
            if (counts && (shortest == null || left.compareTo(shortest) < 0)) {
                shortest = left;
            }
        }
        Duration breaker = slot.remainingOpen(model);
        return shortest == null || shortest.compareTo(breaker) < 0 ? breaker : shortest;
    }

    FallbackPolicy.Candidate toCandidate(PendingRequest<?> pending, long now) {
        boolean refused = keys.stream()
                .filter(key -> key.inService(model, now))
                .map(key -> key.rateLimiter(model))
                .allMatch(pending.tries.refusedBy::contains);
        boolean failed = pending.tries.failedAt.contains(this);
        boolean full = slot.full() && !equals(pending.target());
        return new FallbackPolicy.Candidate(
                refused || failed, failed, full || !isInService(now), remainingCooldown(now));
    }
}
