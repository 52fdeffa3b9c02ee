/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * One limit of a key over a sliding window, counted in slots. The lengths are those of the broker's
 * own budgets, which are slightly longer than the provider's. Immutable.
 *
 * @param name the name of its hash in Redis
 * @param tokens whether it counts tokens rather than requests
 * @param limit the limit, 1 or more
 * @param length the length of the window in milliseconds
 * @param slot the length of a slot in milliseconds; the window is too long by at most two slots
 */
record LimitWindow(String name, boolean tokens, long limit, long length, long slot) {
    /** Returns the windows of all known limits. */
    static List<LimitWindow> of(Limits limits) {
        List<LimitWindow> limitWindows = new ArrayList<>();
        add(limitWindows, new LimitWindow("second", false, limits.perSecond(), 1_250, 25));
        add(limitWindows, new LimitWindow("minute", false, limits.perMinute(), 61_000, 500));
        add(limitWindows, new LimitWindow("day", false, limits.perDay(), 86_460_000, 600_000));
        // tokens are reserved during a call, so only the latency of its end needs a margin
        long counted = limits.countsMaxTokens() ? 61_000 : 60_250;
        add(limitWindows, new LimitWindow("tokens", true, limits.tokensPerMinute(), counted, 500));
        add(
                limitWindows,
                new LimitWindow("tokens-day", true, limits.tokensPerDay(), 86_460_000, 600_000));
        return List.copyOf(limitWindows);
    }

    private static void add(List<LimitWindow> limitWindows, LimitWindow limitWindow) {
        if (limitWindow.limit > 0) {
            limitWindows.add(limitWindow);
        }
    }
}
