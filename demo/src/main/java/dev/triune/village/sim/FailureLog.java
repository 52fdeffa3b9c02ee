/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Outcome;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts failed requests by cause, and reports each cause to the listener once, and again only
 * after answers in between and a minute, so that a failing server does not flood the output. Game
 * thread only.
 */
public final class FailureLog {
    private static final long REPORT_INTERVAL_TICKS = 1_200;
    private static final int MIN_FAILURES_TO_REPORT_RECOVERY = 3;

    private final VillageListener narrator;
    private final Map<String, FailureCount> failures = new TreeMap<>();
    private final Map<String, Long> reportedAt = new HashMap<>();
    private long answeredAt = -1;
    private int consecutiveFailures;
    private long cutOffAnswers;

    FailureLog(VillageListener villageListener) {
        this.narrator = villageListener;
    }

    /**
     * Requests that failed for the same cause.
     *
     * @param count the number of requests
     * @param last the message of the last one, without keys and prompts
     */
    public record FailureCount(long count, String last) {}

    /** Records how a request ended. */
    void ended(Outcome outcome, long tick) {
        switch (outcome.kind()) {
            case ANSWERED -> answered(tick);
            case FAILED -> {
                Outcome.Failed failed = (Outcome.Failed) outcome;
                cutOffAnswers += failed.partial() ? 1 : 0;
                failed(failed.code().code(), failed.message(), tick);
            }
            case INCOMPLETE -> {
                Outcome.Incomplete incomplete = (Outcome.Incomplete) outcome;
                cutOffAnswers += incomplete.partial() ? 1 : 0;
                String reason = incomplete.finishReason().code();
                failed(reason, "the model ended its answer early: " + reason, tick);
            }
            case REJECTED -> {
                long seconds = ((Outcome.Rejected) outcome).retryAfter().toSeconds();
                failed(
                        "rejected",
                        "every provider is rate limited, the first for " + seconds + " s",
                        tick);
            }
            case EXPIRED, CANCELLED, SUPERSEDED -> {} // the answer was no longer wanted
        }
    }

    /** Returns the failures so far, by their stable name. */
    public Map<String, FailureCount> failureCounts() {
        return Collections.unmodifiableMap(new TreeMap<>(failures));
    }

    /** Returns the number of requests that failed after a part of the answer had been used. */
    public long cutOffAnswers() {
        return cutOffAnswers;
    }

    private void failed(String cause, String message, long tick) {
        consecutiveFailures++;
        FailureCount before = failures.getOrDefault(cause, new FailureCount(0, ""));
        failures.put(cause, new FailureCount(before.count() + 1, message));
        Long lastReported = reportedAt.get(cause);
        boolean news = lastReported == null
                || (lastReported <= answeredAt && tick - lastReported >= REPORT_INTERVAL_TICKS);
        if (news) {
            reportedAt.put(cause, tick);
            narrator.requestFailed(message);
        }
    }

    private void answered(long tick) {
        answeredAt = tick;
        if (consecutiveFailures >= MIN_FAILURES_TO_REPORT_RECOVERY) {
            narrator.requestsRecovered(consecutiveFailures);
        }
        consecutiveFailures = 0;
    }
}
