/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Creates objects with a certain order in the heap. */
final class ShuffledObjects {
    private static final long SEED = 11;

    private ShuffledObjects() {}

    /**
     * Creates objects in the order of the array, or shuffled in the heap: then they are created in
     * order and tenured, since a young collection would arrange them in the order of the array, and
     * only then moved to their places in the array.
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
