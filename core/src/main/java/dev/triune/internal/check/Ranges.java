/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.check;

import java.time.Duration;
import java.util.Objects;

/** Refuses settings out of range, in the words "limit 0 (expected 1 to 10)". */
public final class Ranges {
    private Ranges() {}

    /** Returns a number in a range; {@link Integer#MAX_VALUE} is no upper bound. */
    public static int within(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw refusal(
                    name,
                    value,
                    most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most);
        }
        return value;
    }

    /** Returns a number in a range; refuses NaN. */
    public static double within(String name, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw refusal(name, value, number(least) + " to " + number(most));
        }
        return value;
    }

    /** Returns a number above zero; refuses NaN and infinity. */
    public static float positive(String name, double value) {
        if (!(value > 0 && value < Float.MAX_VALUE)) {
            throw refusal(name, value, "more than 0");
        }
        return (float) value;
    }

    public static Duration notNegative(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw refusal(name, value, "zero or more");
        }
        return value;
    }

    private static String number(double bound) {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }

    private static IllegalArgumentException refusal(String name, Object value, String expected) {
        return new IllegalArgumentException(name + " " + value + " (expected " + expected + ")");
    }
}
