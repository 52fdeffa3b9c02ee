/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

/**
 * Statistics of batches. Immutable.
 *
 * @param active the number of batches with unfinished requests
 * @param batches the number of batches since the start
 * @param requests the number of requests in these batches
 * @param waiting the number of requests that wait for credits
 * @param credits the available credits
 * @param capacity the maximum number of credits
 * @param perSecond the credits added per second
 * @param nextWindowMs the milliseconds until credits are distributed again, 0 if no request waits
 */
public record BatchStats(
        int active,
        long batches,
        long requests,
        int waiting,
        int credits,
        int capacity,
        int perSecond,
        long nextWindowMs) {

    /** Returns the mean number of requests per batch, 0 before the first batch. */
    public double efficiency() {
        return batches == 0 ? 0 : (double) requests / batches;
    }

    /** Returns the fraction of HTTP exchanges that batches saved, 0 to 1. */
    public double saved() {
        return requests == 0 ? 0 : (double) (requests - batches) / requests;
    }
}
