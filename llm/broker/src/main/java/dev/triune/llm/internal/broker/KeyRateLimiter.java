/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.SharedLimits;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.Budget;
import dev.triune.llm.internal.policy.RateLimitCooldown;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The limits of a key, for one model or all: own and shared ones, and its cooldown. Owner only. */
record KeyRateLimiter(
        Budget budget,
        RateLimitCooldown rateLimitCooldown,
        SharedLimits.SharedBudget sharedBudget) {
    /** Whether a call with these tokens may start now; an urgent one may use the reserve. */
    boolean fits(Usage tokens, boolean urgent, long now) {
        return (urgent ? budget.fits(tokens, now) : budget.fitsBesideReserve(tokens, now))
                && sharedBudget.fits(tokens, now);
    }

    Duration remainingCooldown(long now) {
        return ProviderKey.maxOf(
                rateLimitCooldown.remaining(now), sharedBudget.remainingCooldown(now));
    }

    Duration rateLimited(long now, long sentAt, @Nullable Duration advice) {
        Duration cooling = rateLimitCooldown.rateLimited(now, sentAt, advice);
        sharedBudget.rateLimited(cooling, now);
        return cooling;
    }

    /** Leaves a provider alone that accepts nothing for a time, whoever asks. */
    Duration notReady(long now, Duration advice) {
        Duration cooling = rateLimitCooldown.notReady(now, advice);
        sharedBudget.rateLimited(cooling, now);
        return cooling;
    }

    /** Reserves a call that fits; the reserve adapts to emergencies. */
    KeyReservation reserve(Usage tokens, boolean emergency, long now) {
        if (emergency) {
            budget.emergency(tokens, now);
        }
        return new KeyReservation(budget.reserve(tokens, now), sharedBudget.reserve(tokens, now));
    }

    void settle(KeyReservation keyReservation, Usage used, long now) {
        budget.settle(keyReservation.reservation, used, now);
        sharedBudget.settle(keyReservation.sharedReservation, used, now);
    }

    void release(KeyReservation keyReservation, long now) {
        budget.release(keyReservation.reservation, now);
        sharedBudget.release(keyReservation.sharedReservation, now);
    }

    record KeyReservation(
            Budget.Reservation reservation, SharedLimits.SharedReservation sharedReservation) {}
}
