/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.util.ArrayList;
import java.util.List;

/**
 * The usage of one key by this gateway in each window, and the tokens held by running calls. Not
 * thread-safe. Times are milliseconds.
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

    /** Records usage of tokens or requests at a possibly past time. */
    void recordUse(boolean tokens, long amount, long when, boolean local, long at) {
        for (int i = 0; i < logs.size() && amount != 0; i++) {
            if (limitWindows.get(i).tokens() == tokens) {
                logs.get(i).add(amount, when, local, at);
            }
        }
    }

    /** Reserves tokens for a running call, or releases them if negative. */
    void reserve(long tokens, boolean local) {
        reserved += tokens;
        reservedLocally += local ? tokens : 0;
    }

    /** Returns the tokens held by running calls. */
    long reserved() {
        return reserved;
    }

    /** Whether another call stays within the local share of each limit. */
    boolean fitsLocalShare(long tokens, int gateways, long at) {
        for (int i = 0; i < logs.size(); i++) {
            LimitWindow limitWindow = limitWindows.get(i);
            long addedUse = limitWindow.tokens() ? tokens + reservedLocally : 1;
            if (logs.get(i).localUse(at) + addedUse
                    > LocalShare.of(limitWindow.limit(), gateways)) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is any usage to report if Redis has lost its data. */
    boolean hasUse(long at) {
        return reserved > 0 || logs.stream().anyMatch(log -> log.hasUse(at));
    }

    boolean hasUnreported(long at) {
        return reserved > 0 || logs.stream().anyMatch(log -> log.hasUnreported(at));
    }

    /** Returns a report, in flight until {@link #reportAcknowledged} or {@link #reportLost}. */
    List<UsageLog.UsageEntry> report(long at) {
        List<UsageLog.UsageEntry> usageEntries = new ArrayList<>();
        for (int i = 0; i < logs.size(); i++) {
            usageEntries.addAll(logs.get(i).report(i + 1, at));
        }
        return usageEntries;
    }

    /** Marks all usage as unreported. */
    void resendAll() {
        logs.forEach(UsageLog::resendAll);
    }

    /** Called when Redis has processed the report. */
    void reportAcknowledged() {
        logs.forEach(UsageLog::reportAcknowledged);
    }

    /** Called when it is unknown whether Redis has processed the report. */
    void reportLost() {
        logs.forEach(UsageLog::reportLost);
    }
}
