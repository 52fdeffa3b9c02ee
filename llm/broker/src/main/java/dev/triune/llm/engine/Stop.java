/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.policy.route.Fallback;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place of a chain: a model at a provider, and the keys that may ask for it. Owner only.
 *
 * @param slot the provider
 * @param model what is asked there
 * @param accounts the keys, at least one
 * @param scope requests with another scope at the same provider wait apart, since other limits hold
 */
record Stop(ProviderSlot slot, String model, List<Account> accounts, String scope) {
    /** Whether any key is in service. */
    boolean served(long now) {
        return accounts.stream().anyMatch(account -> account.inService(model, now));
    }

    /** Whether any key is in service and its ledger could ever hold the request's credits. */
    boolean serves(Pending<?> pending, long now) {
        return served(now) && slot.canPay(pending.request.cost());
    }

    /** A key that may be asked for that many tokens now; null if there is none. */
    @Nullable
    Account ready(long tokens, long now) {
        int first = slot.nextAccount();
        for (int i = 0; i < accounts.size(); i++) {
            Account account = accounts.get((first + i) % accounts.size());
            Meter meter = account.meter(model);
            if (account.inService(model, now)
                    && meter.cooling(now).isZero()
                    && account.provider.pause().isZero()
                    && meter.fits(tokens, now)) {
                return account;
            }
        }
        return null;
    }

    /** Whether some key could ever be asked for that many tokens at once. */
    boolean everFits(long tokens) {
        return accounts.stream()
                .anyMatch(account -> account.meter(model).budget().everFits(tokens));
    }

    /** How long until a key may be called again, as far as refusals and errors go. */
    Duration cooling(long now) {
        Duration shortest = null;
        for (Account account : accounts) {
            Duration left = account.cooling(model, now);
            boolean counts = account.markAt(now) == null;
            if (counts && (shortest == null || left.compareTo(shortest) < 0)) {
                shortest = left;
            }
        }
        Duration breaker = slot.breaker.left();
        return shortest == null || shortest.compareTo(breaker) < 0 ? breaker : shortest;
    }

    /** How a decision about that request sees this stop. */
    Fallback.Candidate asCandidate(Pending<?> pending, long now) {
        boolean refused = accounts.stream()
                .filter(account -> account.inService(model, now))
                .map(account -> account.meter(model))
                .allMatch(pending.refusedBy::contains);
        boolean failed = pending.failedAt.contains(this);
        boolean full = slot.full() && !equals(pending.stop);
        return new Fallback.Candidate(
                refused || failed, failed, full || !served(now), cooling(now));
    }
}
