/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * Shares the limits of each key, and the tenants, among several brokers. Each broker spends slices
 * that it fetched in advance. Called by the broker's owner only; no method blocks. Times are
 * nanoseconds of the broker's ticker.
 */
public interface SharedLimits {
    /** The limits of a broker that shares with no other. */
    SharedLimits NONE = (key, limits) -> SharedBudget.UNLIMITED;

    /**
     * Opens the shared budget of one key, for the lifetime of the broker.
     *
     * @param key names the account, and the model where limits count by model, without anything of
     *     the key
     * @param limits the provider's limits for all brokers together
     */
    SharedBudget budget(String key, Limits limits);

    /** Notes a sign of life of a tenant. */
    default void heartbeat(String game, long now) {}

    /** Returns the number of active tenants of all brokers, given that of this broker. */
    default int activeTenants(int here) {
        return here;
    }

    /**
     * A call's part of a slice; ended by {@link SharedBudget#settle} or {@link
     * SharedBudget#release}.
     */
    interface SharedReservation {
        /** The reservation of a broker that shares with no other. */
        SharedReservation NONE = new SharedReservation() {};
    }

    /** The part of one key that one broker may use; by default all of it. Owner only. */
    interface SharedBudget {
        /** The whole budget, if nothing is shared. */
        SharedBudget UNLIMITED = new SharedBudget() {};

        /** Whether a call may start now, by its tokens; if not, the broker wants a larger slice. */
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

        /**
         * Notes that the provider refused a call of this broker: no broker uses the key meanwhile.
         */
        default void rateLimited(Duration cooling, long now) {}

        /** Returns the remaining cooldown of the key because of a refusal at another broker. */
        default Duration remainingCooldown(long now) {
            return Duration.ZERO;
        }
    }
}
