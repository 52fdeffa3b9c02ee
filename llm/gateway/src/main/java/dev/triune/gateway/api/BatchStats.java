/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

/**
 * What batches do and did. Immutable.
 *
 * @param active batches whose answers are not all there yet
 * @param batches taken since the start
 * @param requests in all of them
 * @param waiting requests that wait for credits
 * @param credits there now
 * @param capacity the most there can be
 * @param perSecond how many come back in a second
 * @param nextWindowMs how long until waiting requests are looked at again, 0 if none wait
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

    /** Requests in one batch on average, 0 before the first. */
    public double efficiency() {
        return batches == 0 ? 0 : (double) requests / batches;
    }

    /** The part of exchanges that batches saved, 0 to 1. */
    public double saved() {
        return requests == 0 ? 0 : (double) (requests - batches) / requests;
    }
}
