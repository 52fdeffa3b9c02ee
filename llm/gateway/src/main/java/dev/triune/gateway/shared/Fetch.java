/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import java.util.ArrayList;
import java.util.List;

/**
 * What a gateway tells Redis of one key and asks of it. Times are milliseconds. Immutable.
 *
 * @param epoch in which it is told
 * @param sequence counts up; an older one has no effect
 * @param sentAt by the clock of this gateway
 * @param callLife how long tokens are held for a gateway that fell silent
 * @param keep what it still has in hand
 * @param running tokens held by its calls under way
 * @param wish what it needs at once
 * @param extra what it would like ahead of need
 * @param cooling how long the key is to be left alone, zero if nothing is new
 * @param uses what was used since the last report
 */
record Fetch(
        String epoch,
        long sequence,
        long sentAt,
        long callLife,
        Amount keep,
        long running,
        Amount wish,
        Amount extra,
        long cooling,
        List<UseLog.Use> uses) {

    /** The arguments of the script, but for those that are the same for every key. */
    List<String> arguments(List<Window> windows) {
        List<Object> all = new ArrayList<>(List.of(keep.requests, keep.tokens, running));
        all.addAll(List.of(wish.requests, wish.tokens, extra.requests, extra.tokens, cooling));
        all.add(windows.size());
        for (Window window : windows) {
            all.add(window.tokens() ? "tokens" : "requests");
            all.addAll(List.of(window.limit(), window.length(), window.slot()));
        }
        all.add(uses.size());
        for (UseLog.Use use : uses) {
            all.addAll(List.of(use.window(), use.age(), use.amount()));
        }
        return all.stream().map(String::valueOf).toList();
    }

    /**
     * Requests and tokens together.
     *
     * @param requests zero or more
     * @param tokens zero or more
     */
    record Amount(long requests, long tokens) {
        /** Nothing of either. */
        static final Amount NONE = new Amount(0, 0);
    }
}
