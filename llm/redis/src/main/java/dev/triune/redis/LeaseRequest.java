/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.util.ArrayList;
import java.util.List;

/**
 * A request of this gateway for a lease of one key, with its usage since the last one. Times are
 * milliseconds. Immutable.
 *
 * @param epoch the epoch of Redis that the request is for
 * @param sequence increases; an older request has no effect
 * @param sentAt when it was sent, by the clock of this gateway
 * @param callLifeMillis how long tokens are held for a silent gateway
 * @param keep the part of its lease that this gateway keeps
 * @param inFlightTokens the tokens held by its running calls
 * @param want the needs of a waiting call
 * @param extra the prefetch
 * @param coolingMillis the new cooldown of the key, zero if there is none
 * @param usageEntries the usage since the last report
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

    /**
     * Returns the arguments of the script.
     *
     * @param clock the clock of the script, below zero for that of Redis
     */
    List<String> arguments(long clock, GatewayPresence presence, List<LimitWindow> limitWindows) {
        List<Object> all = new ArrayList<>();
        all.addAll(List.of(clock, epoch));
        all.addAll(List.of(presence.earliestClock(sentAt), presence.latestClock(sentAt)));
        all.addAll(List.of(presence.name(), sequence));
        all.addAll(List.of(LeasedBudget.LEASE_MILLIS, callLifeMillis, LeasedBudget.DEMAND_MILLIS));
        all.addAll(List.of(keep.requests, keep.tokens, inFlightTokens));
        all.addAll(List.of(want.requests, want.tokens, extra.requests, extra.tokens));
        all.add(coolingMillis);
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
     * An amount of requests and tokens.
     *
     * @param requests zero or more
     * @param tokens zero or more
     */
    record LeaseAmount(long requests, long tokens) {
        static final LeaseAmount NONE = new LeaseAmount(0, 0);

        LeaseAmount plus(LeaseAmount other) {
            return new LeaseAmount(requests + other.requests, tokens + other.tokens);
        }

        /** Subtracts an amount; negative results are zero. */
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
