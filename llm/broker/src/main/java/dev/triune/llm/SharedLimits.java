/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;
import java.util.Optional;

/**
 * Shares the limits of each key, and the tenants, among several brokers. Each broker uses slices
 * that it acquired in advance. Called by the broker's owner only; no method blocks, except {@link
 * #close}. Times are nanoseconds of the broker's ticker.
 */
public interface SharedLimits extends AutoCloseable {
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

    /**
     * Opens an amount that all brokers spend together, such as a budget of money; empty if this
     * does not share amounts. Call it again for each use: the same name gives the same object.
     * Thread-safe.
     *
     * @param name the same at all brokers; another one for each period, such as a day
     * @param limit the whole amount in units of the caller, 0 to 2^53
     * @param spent what is known to be spent of it, in case that the server has forgotten it
     * @param life how long the server keeps what was spent, since the last use
     */
    default Optional<SharedAmount> amount(String name, long limit, long spent, Duration life) {
        return Optional.empty();
    }

    /**
     * Tells all brokers a line about a name, such as the quota that an operator has set for a game.
     * The last one written counts, also after an outage. Ignored if this does not share lines.
     * Thread-safe.
     *
     * @param name the same at all brokers
     */
    default void tell(String name, Told line) {}

    /**
     * Returns the last line about a name that a broker has told, this one or, within a second or so,
     * another; empty if there is none. Thread-safe.
     */
    default Optional<Told> told(String name) {
        return Optional.empty();
    }

    /**
     * A line about a name. Immutable.
     *
     * @param at when it was written, in milliseconds since 1970
     * @param text at most 1,000 characters; empty if what was told before no longer holds
     */
    record Told(long at, String text) {
        /** Whether this line was written after another one; of two at once, one is the later. */
        public boolean isAfter(Told other) {
            return at > other.at || (at == other.at && text.compareTo(other.text) > 0);
        }
    }

    /** Records a heartbeat of a tenant. */
    default void heartbeat(String tenant, long now) {}

    /** Returns the number of active tenants of all brokers, given that of this broker. */
    default int activeTenants(int here) {
        return here;
    }

    /** Returns in a line why limits are not shared at present; empty if they are. Thread-safe. */
    default Optional<String> problem() {
        return Optional.empty();
    }

    /** Returns unused slices and ends sharing; may block for seconds. Close the broker first. */
    @Override
    default void close() {}

    /**
     * Opens limits that are shared through a server. {@code triune-redis} provides the only one, to
     * be found by {@link java.util.ServiceLoader}.
     */
    interface Opener {
        /**
         * Starts sharing in the background.
         *
         * @param address of the server, such as {@code redis://user:password@host:port/database}
         * @param silence after which a tenant is inactive, more than 0, up to a day: the broker's
         * @param longestCall the maximum duration of a call, more than 0, up to a day: the broker's
         * @throws IllegalArgumentException if the address is invalid; the message does not
         *     contain it
         */
        SharedLimits open(Secret address, Duration silence, Duration longestCall);
    }

    /**
     * An amount that all brokers spend together. Each has a slice in hand, fetched in advance, and
     * spends nothing beyond it, so that together they never exceed the whole. Thread-safe; no method
     * blocks.
     */
    interface SharedAmount {
        /** Returns the part of the slice that no call here holds, 0 or more. */
        long available();

        /** Returns what is left of the whole as far as this broker knows, with all slices. */
        long left();

        /** Returns what all brokers have spent, as far as this one knows. */
        long spent();

        /** Adds to what calls that wait here are going to hold; less than 0 to take it back. */
        void demand(long units);

        /**
         * Waits for the slice to cover the demand.
         *
         * @param then runs once, on any thread, after an answer of the server to this demand, whether
         *     it is granted or not, or when there is no server; must be quick
         * @return false if there is nothing to wait for; {@code then} is not called
         */
        boolean await(Runnable then);

        /** Holds a part of {@link #available}. */
        void hold(long units);

        /** Ends what a call held, of which it used a part; an excess is counted, too. */
        void settle(long held, long used);
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

    /**
     * The money or tokens that the calls of a request may use. The broker asks before each call and
     * reports the end of each call that was granted. Called by the broker's owner only; must not block.
     */
    interface CallBudget {
        /**
         * Reserves a call with its prompt and its longest answer.
         *
         * @param provider the name of the provider
         * @param model the name of the model there
         * @param promptTokens the maximum number of tokens that the prompt can have: its bytes in UTF-8,
         *     and a margin for its form; images are estimated
         * @param maxTokens the maximum number of tokens of the answer, 1 or more
         * @return the maximum number of tokens that the answer may have, 1 to {@code maxTokens}; 0 if
         *     nothing was reserved and the call must not be sent, which ends the request as cancelled
         */
        int reserve(String provider, String model, long promptTokens, int maxTokens);

        /**
         * Ends the last reserved call, once.
         *
         * @param used the reported or estimated tokens; an estimate is at most what was reserved
         */
        void settle(Usage used);
    }
}
