/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import java.util.ArrayList;
import java.util.List;

/**
 * What this gateway used of one key, in each of its windows, and the tokens of the calls under way.
 * Not thread-safe. Times are milliseconds.
 */
final class UseLogs {
    private final List<Window> windows;
    private final List<UseLog> logs;
    private long running;
    private long runningAlone;

    UseLogs(List<Window> windows) {
        this.windows = windows;
        this.logs = windows.stream().map(UseLog::new).toList();
    }

    /** Notes a use of tokens or requests at that time, which may have passed. */
    void note(boolean tokens, long amount, long when, boolean alone, long at) {
        for (int i = 0; i < logs.size() && amount != 0; i++) {
            if (windows.get(i).tokens() == tokens) {
                logs.get(i).add(amount, when, alone, at);
            }
        }
    }

    /** Holds tokens while a call runs, or lets go of them where they are negative. */
    void run(long tokens, boolean alone) {
        running += tokens;
        runningAlone += alone ? tokens : 0;
    }

    /** The tokens that the calls under way hold. */
    long running() {
        return running;
    }

    /** Whether one more call stays within this gateway's own share of each limit. */
    boolean fitAlone(long tokens, int gateways, long at) {
        for (int i = 0; i < logs.size(); i++) {
            Window window = windows.get(i);
            long more = window.tokens() ? tokens + runningAlone : 1;
            if (logs.get(i).alone(at) + more > LocalShare.of(window.limit(), gateways)) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is anything that a Redis that lost everything has to be told. */
    boolean anyUse(long at) {
        return running > 0 || logs.stream().anyMatch(log -> log.anyUse(at));
    }

    /** Whether there is anything that Redis has not been told. */
    boolean untold(long at) {
        return running > 0 || logs.stream().anyMatch(log -> log.untold(at));
    }

    /** What is to be told now, on its way until {@link #arrived} or {@link #lost}. */
    List<UseLog.Use> tell(long at) {
        List<UseLog.Use> uses = new ArrayList<>();
        for (int i = 0; i < logs.size(); i++) {
            uses.addAll(logs.get(i).tell(i + 1, at));
        }
        return uses;
    }

    /** Everything is to be told again. */
    void tellAllAgain() {
        logs.forEach(UseLog::tellAllAgain);
    }

    /** Redis has noted what was on its way. */
    void arrived() {
        logs.forEach(UseLog::arrived);
    }

    /** Whether Redis noted what was on its way is not known. */
    void lost() {
        logs.forEach(UseLog::lost);
    }
}
