/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.time.Duration;

/** The cooldown of a key, which all gateways learn. Not thread-safe. Times are milliseconds. */
final class SharedCooldown {
    private static final long MAX_MILLIS = Duration.ofDays(1).toMillis();

    private long until;
    private long unpublished;

    /** Begins a cooldown that the other gateways do not know yet. */
    void begin(Duration length, long at) {
        long end = at + Math.min(length.toMillis(), MAX_MILLIS);
        extend(end);
        unpublished = Math.max(unpublished, end);
    }

    /** Learns the end of a cooldown; it never becomes shorter. */
    void extend(long end) {
        until = Math.max(until, end);
    }

    Duration remaining(long at) {
        return Duration.ofMillis(Math.max(0, until - at));
    }

    boolean isUnpublished(long at) {
        return unpublished > at;
    }

    /** Returns what is left of an unpublished cooldown, which counts as published then. */
    long publish(long at) {
        long cooling = Math.max(0, unpublished - at);
        unpublished = 0;
        return cooling;
    }

    /** Called when it is unknown whether a request has published its cooldown, if any. */
    void publishAgain(LeaseRequest leaseRequest) {
        if (leaseRequest.coolingMillis() > 0) {
            unpublished =
                    Math.max(unpublished, leaseRequest.sentAt() + leaseRequest.coolingMillis());
        }
    }
}
