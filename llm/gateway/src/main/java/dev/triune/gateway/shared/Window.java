/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.llm.policy.limit.Limits;
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
record Window(String name, boolean tokens, long limit, long length, long slot) {
    /** The windows of those limits, none if no limit is known. */
    static List<Window> of(Limits limits) {
        List<Window> windows = new ArrayList<>();
        add(windows, new Window("second", false, limits.perSecond(), 1_250, 25));
        add(windows, new Window("minute", false, limits.perMinute(), 61_000, 500));
        add(windows, new Window("day", false, limits.perDay(), 86_460_000, 600_000));
        // Of a call that was held while it ran, only the way back of its last word needs a margin.
        long counted = limits.countsMaxTokens() ? 61_000 : 60_250;
        add(windows, new Window("tokens", true, limits.tokensPerMinute(), counted, 500));
        return List.copyOf(windows);
    }

    private static void add(List<Window> windows, Window window) {
        if (window.limit > 0) {
            windows.add(window);
        }
    }
}
