/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * Watches a broker on its owner thread; must not block. Each {@link #submitted} has one {@link
 * #ended}, each {@link #callStarted} one {@link #callEnded}. Exceptions are logged.
 */
public interface BrokerListener {
    /** A request was taken. */
    default void submitted(Ticket ticket, Request<?> request) {}

    /** A provider is being called, after the request waited that long since it was submitted. */
    default void callStarted(Ticket ticket, String provider, Duration waited) {}

    /** The first part of the answer was delivered, that long after the call started. */
    default void firstPart(Ticket ticket, Duration sinceCall) {}

    /** The call is over, that long after it started, whatever its end. */
    default void callEnded(Ticket ticket, String provider, Duration sinceCall) {}

    /** The provider refused a call by its rate limit and cools for that long. */
    default void rateLimited(String provider, Duration cooling) {}

    /** The request goes on at another provider. */
    default void fellBack(Ticket ticket, String from, String to) {}

    /** Every provider of the chain cools: the request waits for this further round, 1 or more. */
    default void retried(Ticket ticket, int round) {}

    /** The provider's key is left alone after that failure, for that long. */
    default void keyDisabled(String provider, FailureCode why, Duration time) {}

    /** More than {@value BrokerStats#BACKLOG_THRESHOLD} requests wait; told once each time it is so. */
    default void backlogged(int waiting) {}

    /** A batch of that many requests is sent in one exchange. */
    default void batchSent(String provider, int requests) {}

    /** What a request took; told right before {@link #ended}. */
    default void measured(Ticket ticket, Telemetry telemetry) {}

    /** The request is over. */
    default void ended(Ticket ticket, Outcome outcome) {}
}
