/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

/** Chance from a seed that its owner keeps. */
final class Dice {
    private Dice() {}

    static long roll(long dice) {
        return dice * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    }

    static int upTo(long dice, int bound) {
        return (int) ((dice >>> 33) % bound);
    }
}
