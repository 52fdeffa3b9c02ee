/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.util.ArrayList;
import java.util.List;

/**
 * What this gateway used of one key, in each of its windows, and the tokens of the calls under way.
 * Not thread-safe. Times are milliseconds.
 */
final class UsageLogs {
    private final List<LimitWindow> limitWindows;
    private final List<UsageLog> logs;
    private long reserved;
    private long reservedLocally;

    UsageLogs(List<LimitWindow> limitWindows) {
        this.limitWindows = limitWindows;
        this.logs = limitWindows.stream().map(UsageLog::new).toList();
    }

    /** Notes a use of tokens or requests at that time, which may have passed. */
    void note(boolean tokens, long amount, long when, boolean local, long at) {
        for (int i = 0; i < logs.size() && amount != 0; i++) {
            if (limitWindows.get(i).tokens() == tokens) {
                logs.get(i).add(amount, when, local, at);
            }
        }
    }

    /** Holds tokens while a call runs, or lets go of them where they are negative. */
    void reserve(long tokens, boolean local) {
        reserved += tokens;
        reservedLocally += local ? tokens : 0;
    }

    /** The tokens that the calls under way hold. */
    long reserved() {
        return reserved;
    }

    /** Whether one more call stays within this gateway's own share of each limit. */
    boolean fitsLocalShare(long tokens, int gateways, long at) {
        for (int i = 0; i < logs.size(); i++) {
            LimitWindow limitWindow = limitWindows.get(i);
            long more = limitWindow.tokens() ? tokens + reservedLocally : 1;
            if (logs.get(i).localUse(at) + more > LocalShare.of(limitWindow.limit(), gateways)) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is anything that a Redis that lost everything has to be told. */
    boolean hasUse(long at) {
        return reserved > 0 || logs.stream().anyMatch(log -> log.hasUse(at));
    }

    /** Whether there is anything that Redis has not been told. */
    boolean hasUnreported(long at) {
        return reserved > 0 || logs.stream().anyMatch(log -> log.hasUnreported(at));
    }

    /** What is to be told now, on its way until {@link #reportAcknowledged} or {@link #reportLost}. */
    List<UsageLog.UsageEntry> report(long at) {
        List<UsageLog.UsageEntry> usageEntries = new ArrayList<>();
        for (int i = 0; i < logs.size(); i++) {
            usageEntries.addAll(logs.get(i).report(i + 1, at));
        }
        return usageEntries;
    }

    /** Everything is to be told again. */
    void resendAll() {
        logs.forEach(UsageLog::resendAll);
    }

    /** Redis has noted what was on its way. */
    void reportAcknowledged() {
        logs.forEach(UsageLog::reportAcknowledged);
    }

    /** Whether Redis noted what was on its way is not known. */
    void reportLost() {
        logs.forEach(UsageLog::reportLost);
    }
}
