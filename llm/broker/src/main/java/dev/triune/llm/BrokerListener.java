/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * Watches a broker on its owner thread; must not block. Each {@link #submitted} has one {@link
 * #ended}, each {@link #callStarted} one {@link #callEnded}. Exceptions are logged.
 */
public interface BrokerListener {
    /** A request was submitted. */
    default void submitted(Ticket ticket, Request<?> request) {}

    /** A provider is called. The time is that since the request was submitted. */
    default void callStarted(Ticket ticket, String provider, Duration waited) {}

    /** The first part of the answer was delivered. The time is that since the call started. */
    default void firstPart(Ticket ticket, Duration sinceCall) {}

    /** A call ended in any way. The time is that since the call started. */
    default void callEnded(Ticket ticket, String provider, Duration sinceCall) {}

    /** A provider refused a call because of a rate limit, and cools down for the given time. */
    default void rateLimited(String provider, Duration cooling) {}

    /** A request goes on at another provider. */
    default void fellBack(Ticket ticket, String from, String to) {}

    /** All providers of a request cool down, so it waits for another round, 1 or more. */
    default void retried(Ticket ticket, int round) {}

    /** A key of a provider is not used for the given time, after a failure. */
    default void keyDisabled(String provider, FailureCode why, Duration time) {}

    /**
     * More than {@value BrokerStats#BACKLOG_THRESHOLD} requests wait; reported once each time the
     * threshold is crossed.
     */
    default void backlogged(int waiting) {}

    /** A batch of requests is sent in one exchange. */
    default void batchSent(String provider, int requests) {}

    /** The measurements of a request are complete; reported right before {@link #ended}. */
    default void measured(Ticket ticket, Telemetry telemetry) {}

    /** A request ended. */
    default void ended(Ticket ticket, Outcome outcome) {}
}
