/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import dev.triune.llm.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * One limit of a key: so much in any stretch of time of that length, counted in slots that leave as
 * a whole. The lengths are those of the broker's own budgets, which are a little longer than the
 * provider's. Immutable.
 *
 * @param name of its hash in Redis
 * @param tokens whether it counts tokens, not requests
 * @param limit 1 or more
 * @param length milliseconds
 * @param slot milliseconds; the window is too careful by at most two of them
 */
record LimitWindow(String name, boolean tokens, long limit, long length, long slot) {
    /** The windows of those limits, none if no limit is known. */
    static List<LimitWindow> of(Limits limits) {
        List<LimitWindow> limitWindows = new ArrayList<>();
        add(limitWindows, new LimitWindow("second", false, limits.perSecond(), 1_250, 25));
        add(limitWindows, new LimitWindow("minute", false, limits.perMinute(), 61_000, 500));
        add(limitWindows, new LimitWindow("day", false, limits.perDay(), 86_460_000, 600_000));
        // Of a call that was held while it ran, only the way back of its last word needs a margin.
        long counted = limits.countsMaxTokens() ? 61_000 : 60_250;
        add(limitWindows, new LimitWindow("tokens", true, limits.tokensPerMinute(), counted, 500));
        return List.copyOf(limitWindows);
    }

    private static void add(List<LimitWindow> limitWindows, LimitWindow limitWindow) {
        if (limitWindow.limit > 0) {
            limitWindows.add(limitWindow);
        }
    }
}
