/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;

/**
 * What several brokers share to keep to the limits of each key and count the same games. Each
 * spends slices fetched ahead of need. Called by the broker's owner only; no method blocks. Times
 * are nanoseconds of its ticker.
 */
public interface SharedLimits {
    /** A broker that shares with nobody. */
    SharedLimits NONE = (key, limits) -> SharedBudget.UNLIMITED;

    /**
     * Opens what is shared of one key, for as long as the broker.
     *
     * @param key names the account, and the model where limits count by model, without anything of
     *     the key
     * @param limits what the provider allows all of them together
     */
    SharedBudget budget(String key, Limits limits);

    /** Notes a sign of life of a game. */
    default void heartbeat(String game, long now) {}

    /** How many games are active at all brokers together, of which so many at this one. */
    default int activeTenants(int here) {
        return here;
    }

    /** What one call took of a slice; ended once, by {@link SharedBudget#settle} or {@link SharedBudget#release}. */
    interface SharedReservation {
        /** Of a broker that shares with nobody. */
        SharedReservation NONE = new SharedReservation() {};
    }

    /** What one broker may use of one key; all of it by default. Owner only. */
    interface SharedBudget {
        /** All of it, where nothing is shared. */
        SharedBudget UNLIMITED = new SharedBudget() {};

        /** Whether a call of those tokens may start now; if not, it is a wish for more. */
        default boolean fits(Usage tokens, long now) {
            return true;
        }

        /** Starts a call that fits; throws IllegalStateException if it does not. */
        default SharedReservation reserve(Usage tokens, long now) {
            return SharedReservation.NONE;
        }

        /** Ends a call with the tokens that it took in the end. */
        default void settle(SharedReservation sharedReservation, Usage used, long now) {}

        /** Takes back a call that never left. */
        default void release(SharedReservation sharedReservation, long now) {}

        /** The provider refused a call of this broker: the key is to be left alone for that long. */
        default void rateLimited(Duration cooling, long now) {}

        /** How long the key is to be left alone because of a refusal at another broker. */
        default Duration remainingCooldown(long now) {
            return Duration.ZERO;
        }
    }
}
