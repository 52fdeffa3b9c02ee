/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.FallbackPolicy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place of a chain: a model at a provider, and the keys that may ask for it. Owner only.
 *
 * @param slot the provider
 * @param model what is asked there
 * @param keys the keys, at least one
 * @param scope requests with another scope at the same provider wait apart, since other limits hold
 */
record RouteTarget(ProviderSlot slot, String model, List<ProviderKey> keys, String scope) {
    /** Whether any key is in service. */
    boolean isInService(long now) {
        return keys.stream().anyMatch(key -> key.inService(model, now));
    }

    /** Whether any key is in service and its ledger could ever hold the request's credits. */
    boolean canServe(PendingRequest<?> pending, long now) {
        return isInService(now) && slot.canAfford(pending.request.cost());
    }

    /** A key that may be asked for those tokens now; null if there is none. */
    @Nullable
    ProviderKey readyKey(Usage tokens, long now) {
        if (!slot.allows(model)) {
            return null;
        }
        int first = slot.nextKey();
        for (int i = 0; i < keys.size(); i++) {
            ProviderKey key = keys.get((first + i) % keys.size());
            KeyRateLimiter limiter = key.rateLimiter(model);
            if (key.inService(model, now)
                    && limiter.remainingCooldown(now).isZero()
                    && key.provider.cooldown().isZero()
                    && limiter.fits(tokens, now)) {
                return key;
            }
        }
        return null;
    }

    /** Whether some key could ever be asked for those tokens at once. */
    boolean everFits(Usage tokens) {
        return keys.stream().anyMatch(key -> key.rateLimiter(model).budget().everFits(tokens));
    }

    /** How long until a key may be called again, as far as refusals and errors go. */
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

    /** How a decision about that request sees this stop. */
    FallbackPolicy.Candidate toCandidate(PendingRequest<?> pending, long now) {
        boolean refused = keys.stream()
                .filter(key -> key.inService(model, now))
                .map(key -> key.rateLimiter(model))
                .allMatch(pending.refusedBy::contains);
        boolean failed = pending.failedAt.contains(this);
        boolean full = slot.full() && !equals(pending.target);
        return new FallbackPolicy.Candidate(
                refused || failed, failed, full || !isInService(now), remainingCooldown(now));
    }
}
