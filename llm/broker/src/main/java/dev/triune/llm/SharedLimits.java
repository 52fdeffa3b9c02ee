/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * Shares the limits of each key, and the tenants, among several brokers. Each broker uses slices
 * that it acquired in advance. Called by the broker's owner only; no method blocks. Times are
 * nanoseconds of the broker's ticker.
 */
public interface SharedLimits {
    /** No sharing with other brokers. */
    SharedLimits NONE = (key, limits) -> SharedBudget.UNLIMITED;

    /**
     * Opens the shared budget of one key, for the lifetime of the broker.
     *
     * @param key names the account, and the model if limits apply per model, revealing nothing of
     *     the key
     * @param limits the provider's limits for all brokers together
     */
    SharedBudget budget(String key, Limits limits);

    /** Records a heartbeat of a tenant. */
    default void heartbeat(String game, long now) {}

    /** Returns the number of active tenants of all brokers, given that of this broker. */
    default int activeTenants(int here) {
        return here;
    }

    /** A call's part of a slice, to be settled or released. */
    interface SharedReservation {
        /** The reservation without sharing. */
        SharedReservation NONE = new SharedReservation() {};
    }

    /** The part of one key that this broker may use; by default all of it. Owner only. */
    interface SharedBudget {
        /** The whole budget, without sharing. */
        SharedBudget UNLIMITED = new SharedBudget() {};

        /** Whether a call with these tokens may start; if not, a larger slice is requested. */
        default boolean fits(Usage tokens, long now) {
            return true;
        }

        /** Starts a call that fits; throws IllegalStateException if it does not. */
        default SharedReservation reserve(Usage tokens, long now) {
            return SharedReservation.NONE;
        }

        /** Ends a call with the tokens that it used. */
        default void settle(SharedReservation sharedReservation, Usage used, long now) {}

        /** Releases the reservation of a call that was not sent. */
        default void release(SharedReservation sharedReservation, long now) {}

        /** Records a rate limit of a call of this broker: all brokers stop using the key. */
        default void rateLimited(Duration cooling, long now) {}

        /** Returns the remaining cooldown of the key because of rate limits at other brokers. */
        default Duration remainingCooldown(long now) {
            return Duration.ZERO;
        }
    }
}
