/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.policy.limit.Budget;
import dev.triune.llm.policy.limit.Cooldown;
import dev.triune.llm.policy.limit.SharedLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * What one key may be asked for one model, or for all where its limits do not tell them apart: by
 * this broker's own count, and by what it has of limits that several brokers share. Owner only.
 *
 * @param budget requests and tokens, of this broker alone
 * @param cooldown how long it is left alone after a refusal
 * @param slice what this broker has of the limits that it shares
 */
record Meter(Budget budget, Cooldown cooldown, SharedLimits.Slice slice) {
    /** Whether a call with that many tokens, by estimate, may start now. */
    boolean fits(long tokens, long now) {
        return budget.fits(tokens, now) && slice.fits(tokens, now);
    }

    /** How long the key is left alone after a refusal, here or at another broker. */
    Duration cooling(long now) {
        Duration here = cooldown.left(now);
        Duration elsewhere = slice.cooling(now);
        return here.compareTo(elsewhere) > 0 ? here : elsewhere;
    }

    /** Notes a refusal; returns how long the key cools. */
    Duration refused(long now, long sentAt, Optional<Duration> advice) {
        Duration cooling = cooldown.refused(now, sentAt, advice);
        slice.refused(cooling, now);
        return cooling;
    }

    /** Starts a call that fits. */
    Place reserve(long tokens, long now) {
        return new Place(budget.reserve(tokens, now), slice.take(tokens, now));
    }

    /** Ends a call with the tokens of its prompt and of its answer. */
    void settle(Place place, long prompt, long answer, long now) {
        budget.settle(place.reservation, prompt, answer, now);
        slice.settle(place.taken, prompt, answer, now);
    }

    /** Takes back a call that never left. */
    void release(Place place, long now) {
        budget.release(place.reservation, now);
        slice.release(place.taken, now);
    }

    /**
     * What a call holds until it ends.
     *
     * @param reservation of the budget
     * @param taken of the shared limits
     */
    record Place(Budget.Reservation reservation, SharedLimits.Taken taken) {}
}
