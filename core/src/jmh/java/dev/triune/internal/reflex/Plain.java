/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Objects in an array that lie in the heap as they are wanted to. */
final class Plain {
    private static final long SEED = 11;

    private Plain() {}

    /**
     * So many objects. In order, the heap has them in the order of the array. Shuffled, it has them
     * in another: they are made one after the other and held so until they are tenured, since a young
     * collection would put them in the order of the array that holds them; only then are they put in
     * their places.
     */
    static <T> T[] agents(
            int size, boolean shuffled, IntFunction<T[]> array, Supplier<? extends T> one) {
        T[] made = array.apply(size);
        for (int i = 0; i < size; i++) {
            made[i] = one.get();
        }
        System.gc();
        if (!shuffled) {
            return made;
        }
        T[] placed = array.apply(size);
        int[] places = Scenario.shuffled(size, SEED);
        for (int i = 0; i < size; i++) {
            placed[places[i]] = made[i];
        }
        return placed;
    }
}
