/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

/** What the slices of all keys have in common: the clock, and how it stands with Redis. Thread-safe. */
interface LeaseContext {
    /** Milliseconds since this gateway began, of a time of its ticker. */
    long millis(long nanos);

    /** The epoch that Redis is in; empty if it cannot be asked. */
    String epoch();

    /** Whether Redis was tried and is gone. */
    boolean isRedisDown();

    /** How many gateways to reckon with on a local share, 1 or more. */
    int gateways();

    /** Asks soon whether a slice has something to fetch. */
    void wake();
}
