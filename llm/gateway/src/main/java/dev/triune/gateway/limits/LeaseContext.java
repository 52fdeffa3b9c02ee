/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

/** What the leases of all keys share: the clock and the state of Redis. Thread-safe. */
interface LeaseContext {
    /** Converts a time of the ticker to milliseconds since this gateway started. */
    long millis(long nanos);

    /** Returns the epoch of Redis; empty if it is not available. */
    String epoch();

    /** Returns whether Redis was tried and is not available. */
    boolean isRedisDown();

    /** Returns the number of gateways for local shares, 1 or more. */
    int gateways();

    /** Soon checks whether a lease has requests to send. */
    void wake();
}
