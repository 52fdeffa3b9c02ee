/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

/** The shared context of all leases: the clock and the state of Redis. Thread-safe. */
interface LeaseContext {
    /** Converts a time of the ticker to milliseconds since this gateway started. */
    long millis(long nanos);

    /** Returns the epoch of Redis; empty if it is not available. */
    String epoch();

    /** Whether connecting to Redis failed or it was lost. */
    boolean isRedisDown();

    /** Returns the number of gateways for local shares, 1 or more. */
    int gateways();

    /** Requests a check for leases with requests to send. */
    void wake();
}
