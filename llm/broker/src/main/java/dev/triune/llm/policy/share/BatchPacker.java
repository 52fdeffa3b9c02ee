/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Packs requests into a batch: in their order, skipping what does not fit. Pure. */
public final class BatchPacker {
    /** The usual bound of a batch. */
    public static final int MOST = 10;

    private BatchPacker() {}

    /**
     * Packs one batch.
     *
     * @param byPriority what waits, the most urgent first
     * @param cost of each, 1 or more
     * @param credits to spend
     * @param most requests in the batch
     */
    public static <R> List<R> pack(
            List<R> byPriority, ToIntFunction<R> cost, int credits, int most) {
        List<R> batch = new ArrayList<>();
        int left = credits;
        for (R request : byPriority) {
            int price = cost.applyAsInt(request);
            if (batch.size() < most && price <= left) {
                batch.add(request);
                left -= price;
            }
        }
        return batch;
    }
}
