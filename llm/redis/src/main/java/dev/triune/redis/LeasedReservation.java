/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.SharedLimits;

/** The reservation of one call in a budget, until it ends. Guarded by the budget. */
final class LeasedReservation implements SharedLimits.SharedReservation {
    /**
     * The delay after which a prompt counts as used: the token window is shorter than the request
     * window by this time.
     */
    static final long PROMPT_DELAY_MILLIS = 750;

    final LeasedBudget budget;
    final long tokens;
    final long takenAt;
    final boolean local;
    final long sequence;
    private boolean ended;

    /**
     * Creates a reservation.
     *
     * @param tokens the estimated tokens
     * @param takenAt the time in milliseconds
     * @param local whether it uses the local share
     * @param sequence the sequence of the latest request before it
     */
    LeasedReservation(
            LeasedBudget budget, long tokens, long takenAt, boolean local, long sequence) {
        this.budget = budget;
        this.tokens = tokens;
        this.takenAt = takenAt;
        this.local = local;
        this.sequence = sequence;
    }

    /** Ends the reservation; must be called only once. */
    void end() {
        if (ended) {
            throw new IllegalStateException("the call was settled or released before");
        }
        ended = true;
    }
}
