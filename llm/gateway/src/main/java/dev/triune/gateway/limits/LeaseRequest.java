/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.util.ArrayList;
import java.util.List;

/**
 * What a gateway tells Redis of one key and asks of it. Times are milliseconds. Immutable.
 *
 * @param epoch in which it is told
 * @param sequence counts up; an older one has no effect
 * @param sentAt by the clock of this gateway
 * @param callLifeMillis how long tokens are held for a gateway that fell silent
 * @param keep what it still has in hand
 * @param inFlightTokens tokens held by its calls under way
 * @param wish what it needs at once
 * @param extra what it would like ahead of need
 * @param coolingMillis how long the key is to be left alone, zero if nothing is new
 * @param usageEntries what was used since the last report
 */
record LeaseRequest(
        String epoch,
        long sequence,
        long sentAt,
        long callLifeMillis,
        LeaseAmount keep,
        long inFlightTokens,
        LeaseAmount want,
        LeaseAmount extra,
        long coolingMillis,
        List<UsageLog.UsageEntry> usageEntries) {

    /** The arguments of the script, but for those that are the same for every key. */
    List<String> arguments(List<LimitWindow> limitWindows) {
        List<Object> all = new ArrayList<>(List.of(keep.requests, keep.tokens, inFlightTokens));
        all.addAll(
                List.of(want.requests, want.tokens, extra.requests, extra.tokens, coolingMillis));
        all.add(limitWindows.size());
        for (LimitWindow limitWindow : limitWindows) {
            all.add(limitWindow.tokens() ? "tokens" : "requests");
            all.addAll(List.of(limitWindow.limit(), limitWindow.length(), limitWindow.slot()));
        }
        all.add(usageEntries.size());
        for (UsageLog.UsageEntry usageEntry : usageEntries) {
            all.addAll(List.of(usageEntry.window(), usageEntry.age(), usageEntry.amount()));
        }
        return all.stream().map(String::valueOf).toList();
    }

    /**
     * Requests and tokens together.
     *
     * @param requests zero or more
     * @param tokens zero or more
     */
    record LeaseAmount(long requests, long tokens) {
        /** Nothing of either. */
        static final LeaseAmount NONE = new LeaseAmount(0, 0);

        LeaseAmount plus(LeaseAmount other) {
            return new LeaseAmount(requests + other.requests, tokens + other.tokens);
        }

        /** Subtracts an amount; what would be negative is zero. */
        LeaseAmount minus(LeaseAmount other) {
            return new LeaseAmount(
                    Math.max(0, requests - other.requests), Math.max(0, tokens - other.tokens));
        }

        LeaseAmount min(LeaseAmount other) {
            return new LeaseAmount(
                    Math.min(requests, other.requests), Math.min(tokens, other.tokens));
        }

        LeaseAmount max(LeaseAmount other) {
            return new LeaseAmount(
                    Math.max(requests, other.requests), Math.max(tokens, other.tokens));
        }
    }
}
