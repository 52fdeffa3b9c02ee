/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import dev.triune.llm.SharedLimits;

/** What one call took of a slice, until it ends. Guarded by the slice. */
final class LeasedReservation implements SharedLimits.SharedReservation {
    /**
     * How much later than by its start a prompt is entered: so it counts as long from there as
     * requests do, in a window that is shorter.
     */
    static final long PROMPT_DELAY_MILLIS = 750;

    final LeasedBudget budget;
    final long tokens;
    final long takenAt;
    final boolean local;
    final long sequence;
    private boolean ended;

    /**
     * Under way.
     *
     * @param tokens by estimate
     * @param takenAt milliseconds
     * @param local whether it is on the gateway's own share
     * @param sequence of the latest fetch before it
     */
    LeasedReservation(
            LeasedBudget budget, long tokens, long takenAt, boolean local, long sequence) {
        this.budget = budget;
        this.tokens = tokens;
        this.takenAt = takenAt;
        this.local = local;
        this.sequence = sequence;
    }

    /** Ends it, once. */
    void end() {
        if (ended) {
            throw new IllegalStateException("the call was settled or released before");
        }
        ended = true;
    }
}
