/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.Update.Telemetry;
import java.time.Duration;

/**
 * Watches a broker on its owner thread; must not block. Each {@link #submitted} has one {@link
 * #ended}, each {@link #callStarted} one {@link #callEnded}. Exceptions are logged.
 */
public interface BrokerListener {
    /** A request was submitted. */
    default void submitted(Ticket ticket, Request<?> request) {}

    /** A call starts; the time is measured from the submission of the request. */
    default void callStarted(Ticket ticket, String provider, Duration waited) {}

    /** The first part of the answer was delivered, that time after the start of the call. */
    default void firstPart(Ticket ticket, Duration sinceCall) {}

    /** A call ended in any way; the time is measured from its start. */
    default void callEnded(Ticket ticket, String provider, Duration sinceCall) {}

    /**
     * A call failed; the request may yet be answered elsewhere.
     *
     * @param code the cause, such as {@code unreachable} or {@code rate_limited}
     * @param message a human-readable cause, which contains neither a key nor a prompt
     */
    default void callFailed(Ticket ticket, String provider, String code, String message) {}

    /** A provider rejected a call because of a rate limit, and cools down for the given time. */
    default void rateLimited(String provider, Duration cooling) {}

    /** A request falls back to another provider. */
    default void fellBack(Ticket ticket, String from, String to) {}

    /** All providers of a request are cooling down, so it waits for another round, 1 or more. */
    default void retried(Ticket ticket, int round) {}

    /** A key of a provider is not used for the given time, after a failure. */
    default void keyDisabled(String provider, FailureCode why, Duration time) {}

    /**
     * More than {@value BrokerStats#BACKLOG_THRESHOLD} requests wait; reported each time their
     * number rises above that.
     */
    default void backlogged(int waiting) {}

    /** A batch of requests is sent in one exchange. */
    default void batchSent(String provider, int requests) {}

    /** The measurements of a request are complete; reported right before {@link #ended}. */
    default void measured(Ticket ticket, Telemetry telemetry) {}

    /** A request ended. */
    default void ended(Ticket ticket, Outcome outcome) {}
}
