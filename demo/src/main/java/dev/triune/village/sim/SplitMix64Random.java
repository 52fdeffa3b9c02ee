/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import java.util.random.RandomGenerator;

/**
 * Random numbers whose state can be saved: SplitMix64, which is a single number. Gives the sequence
 * of {@link java.util.SplittableRandom} with the same seed. Not thread-safe.
 */
final class SplitMix64Random implements RandomGenerator {
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private long state;

    SplitMix64Random(long seed) {
        state = seed;
    }

    /** Returns the whole state. */
    long state() {
        return state;
    }

    /** Restores a saved state. */
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
