/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.llm.policy.limit.SharedLimits;

/** What one call took of a slice, until it ends. Guarded by the slice. */
final class Call implements SharedLimits.Taken {
    /**
     * How much later than by its start a prompt is entered: so it counts as long from there as
     * requests do, in a window that is shorter.
     */
    static final long PROMPT_LATER = 750;

    final KeySlice slice;
    final long tokens;
    final long at;
    final boolean alone;
    final long sequence;
    private boolean over;

    /**
     * Under way.
     *
     * @param tokens by estimate
     * @param at milliseconds
     * @param alone whether it is on the gateway's own share
     * @param sequence of the latest fetch before it
     */
    Call(KeySlice slice, long tokens, long at, boolean alone, long sequence) {
        this.slice = slice;
        this.tokens = tokens;
        this.at = at;
        this.alone = alone;
        this.sequence = sequence;
    }

    /** Ends it, once. */
    void end() {
        if (over) {
            throw new IllegalStateException("the call was settled or released before");
        }
        over = true;
    }
}
