/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.util.random.RandomGenerator;

/**
 * Chance that can be saved: SplitMix64, whose whole state is one number. It rolls what {@link
 * java.util.SplittableRandom} of the same seed does, so that seeds keep their villages. Not
 * thread-safe.
 */
final class SplitMix64Random implements RandomGenerator {
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private long state;

    SplitMix64Random(long seed) {
        state = seed;
    }

    /** All that decides what comes next. */
    long state() {
        return state;
    }

    /** Goes on from there. */
    void resume(long value) {
        state = value;
    }

    @Override
    public long nextLong() {
        state += STEP;
        long mixed = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    @Override
    public int nextInt() {
        state += STEP;
        long mixed = (state ^ (state >>> 33)) * 0x62a9d9ed799705f5L;
        return (int) (((mixed ^ (mixed >>> 28)) * 0xcb24d0a5c88c35b3L) >>> 32);
    }
}
