/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.limit;

import java.time.Duration;

/**
 * What several brokers share, so that together they keep to the limits of each key and count the
 * same games. Each broker fetches small slices ahead of need and spends them here, so that no
 * decision waits for anybody. Called by the broker's owner only; no method blocks. Times are
 * nanoseconds of the broker's ticker.
 */
public interface SharedLimits {
    /** A broker that shares with nobody. */
    SharedLimits ALONE = (key, limits) -> Slice.WHOLE;

    /**
     * Opens what is shared of one key. Opened once for each key, kept as long as the broker.
     *
     * @param key names the account, and the model where limits count by model; the same at every
     *     broker, without anything of the key in it
     * @param limits what the provider allows all of them together
     */
    Slice slice(String key, Limits limits);

    /** Notes a sign of life of a game. */
    default void sign(String game, long now) {}

    /**
     * How many games are active at all brokers together.
     *
     * @param here how many are active at this one
     */
    default int activeGames(int here) {
        return here;
    }

    /** What one call took of a slice; ended once, by {@link Slice#settle} or {@link Slice#release}. */
    interface Taken {
        /** Of a broker that shares with nobody. */
        Taken NOTHING = new Taken() {};
    }

    /** What one broker may use of one key. Owner only. */
    interface Slice {
        /** All of it, where nothing is shared. */
        Slice WHOLE = new Slice() {
            @Override
            public boolean fits(long tokens, long now) {
                return true;
            }

            @Override
            public Taken take(long tokens, long now) {
                return Taken.NOTHING;
            }

            @Override
            public void settle(Taken taken, long prompt, long answer, long now) {}

            @Override
            public void release(Taken taken, long now) {}

            @Override
            public void refused(Duration cooling, long now) {}

            @Override
            public Duration cooling(long now) {
                return Duration.ZERO;
            }
        };

        /**
         * Whether one call with that many tokens may start now. If not, it is a wish for more: ask
         * again with a later turn of work.
         *
         * @param tokens by estimate, zero or more
         */
        boolean fits(long tokens, long now);

        /**
         * Starts a call that fits.
         *
         * @throws IllegalStateException if it does not
         */
        Taken take(long tokens, long now);

        /** Ends a call with what it took, as {@link Budget#settle} does. */
        void settle(Taken taken, long prompt, long answer, long now);

        /** Takes back a call that never left. */
        void release(Taken taken, long now);

        /** The provider refused a call of this broker: the key is to be left alone for that long. */
        void refused(Duration cooling, long now);

        /** How long the key is to be left alone because of a refusal at another broker. */
        Duration cooling(long now);
    }
}
