/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Packs requests into a batch, greedily: in their order, skipping what does not fit. A pure
 * function.
 */
public final class BatchPacker {
    /** Requests in one batch at the most. */
    public static final int MAX_REQUESTS = 10;

    private BatchPacker() {}

    /**
     * The requests of the next batch.
     *
     * @param byPriority what waits, the most urgent first
     * @param cost credits that a request costs, 0 or more
     * @param credits what all together may cost, 0 or more
     * @param most how many there may be, 0 or more
     * @return in their order; empty if nothing fits
     */
    public static <R> List<R> pack(
            List<R> byPriority, ToIntFunction<R> cost, int credits, int most) {
        checkNotNegative("credits", credits);
        checkNotNegative("most requests", most);
        List<R> batch = new ArrayList<>();
        int left = credits;
        for (R request : byPriority) {
            if (batch.size() == most) {
                break;
            }
            int price = checkNotNegative("cost", cost.applyAsInt(request));
            if (price <= left) {
                batch.add(request);
                left -= price;
            }
        }
        return batch;
    }

    private static int checkNotNegative(String what, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " " + value + " (expected 0 or more)");
        }
        return value;
    }
}
